//! `reconverge check`: reads scenario files and says what is wrong with them.

use serde_json::json;

use super::input::{Mistake, Source, sources};
use super::{CheckArgs, Exit, Format, output};
use crate::scenario::{Diagnostics, parse};

/// Checks files.
pub fn check(args: &CheckArgs) -> Exit {
    let sources = match sources(&args.paths) {
        Ok(sources) => sources,
        Err(mistakes) => {
            mistakes.iter().for_each(Mistake::tell);
            return Exit::BadInput;
        }
    };
    let count = sources.len();
    let wrong: Vec<Diagnostics> =
        sources.into_iter().filter_map(|Source { name, bytes }| parse(&name, &bytes).err()).collect();
    match args.format {
        Format::Text => {
            let right = count - wrong.len();
            output::data(&format!("{right} of {count} scenario files are right\n"));
        }
        Format::Json => {
            output::data(&format!("{:#}\n", json!({ "files": count, "wrong": wrong })));
        }
    }
    if wrong.is_empty() {
        return Exit::Held;
    }
    if args.format == Format::Text {
        wrong.into_iter().map(Mistake::File).for_each(|mistake| mistake.tell());
    }
    Exit::BadInput
}
