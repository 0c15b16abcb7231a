//! `reconverge check`: reads scenario files and prints every mistake.

use super::args::{CheckArgs, Format};
use super::exit::Exit;
use super::mistake::Mistake;
use super::output;
use super::sources::{Source, sources};
use crate::reading::{Diagnostics, parse};
use crate::report::check as report;

pub fn check(args: &CheckArgs) -> Exit {
    let (mut files, mut unread) = (Vec::new(), Vec::new());
    // Path by path, so that the files of the others are checked even if one path cannot be read.
    for path in &args.paths {
        match sources(std::slice::from_ref(path)) {
            Ok(sources) => files.extend(sources),
            Err(mistakes) => unread.extend(mistakes),
        }
    }
    let count = files.len();
    let wrong: Vec<Diagnostics> =
        files.into_iter().filter_map(|Source { name, bytes }| parse(&name, &bytes).err()).collect();
    let is_right = wrong.is_empty() && unread.is_empty();
    match args.format {
        Format::Text => {
            output::data(&report::text(count, wrong.len()));
            unread.extend(wrong.into_iter().map(Mistake::File));
        }
        // The mistakes of the files are part of the data.
        Format::Json => output::data(&report::value(count, &wrong)),
    }
    unread.iter().for_each(Mistake::print);
    if is_right { Exit::Held } else { Exit::BadInput }
}
