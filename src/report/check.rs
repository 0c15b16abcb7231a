//! The report of checking files: how many there are, and how many have mistakes; and the same as JSON.
//!
//! The mistakes themselves are described where they are found, by the parser.

use serde::Serialize;
use serde_json::json;

use super::phrase::count_of;

/// How many files were checked and how many of them are wrong, for people.
pub fn text(files: usize, wrong: usize) -> String {
    let wrong = if wrong == 0 { "no mistakes".to_owned() } else { format!("{wrong} with mistakes") };
    format!("{} checked, {wrong}\n", count_of(files as u64, "file"))
}

/// The same for machines, with the mistakes of each file that is wrong.
pub fn value(files: usize, wrong: &[impl Serialize]) -> String {
    format!("{:#}\n", json!({ "files": files, "wrong": wrong }))
}
