//! `reconverge check`: reads scenario files and says what is wrong with them.

use serde_json::json;

use super::input::{Mistake, Source, sources};
use super::{CheckArgs, Exit, Format, output};
use crate::reading::{Diagnostics, parse};
use crate::report::phrase::count_of;

/// Checks files.
pub fn check(args: &CheckArgs) -> Exit {
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    for path in &args.paths {
        match sources(std::slice::from_ref(path)) {
            Ok(sources) => files.extend(sources),
            Err(mistakes) => unread.extend(mistakes),
        }
    }
    let count = files.len();
    let wrong: Vec<Diagnostics> =
        files.into_iter().filter_map(|Source { name, bytes }| parse(&name, &bytes).err()).collect();
    match args.format {
        Format::Text => {
            let wrong = if wrong.is_empty() {
                "no mistakes".to_owned()
            } else {
                format!("{} with mistakes", wrong.len())
            };
            output::data(&format!("{} checked, {wrong}\n", count_of(count as u64, "file")));
        }
        Format::Json => {
            output::data(&format!("{:#}\n", json!({ "files": count, "wrong": wrong })));
        }
    }
    let is_held = wrong.is_empty() && unread.is_empty();
    if args.format == Format::Text {
        unread.extend(wrong.into_iter().map(Mistake::File));
    }
    unread.iter().for_each(Mistake::tell);
    if is_held { Exit::Held } else { Exit::BadInput }
}
