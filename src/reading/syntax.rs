//! Syntax errors of the TOML parser as mistakes, in our words where the parser's are hard to understand.
//!
//! If a list or table is never closed, the parser takes every line below for a part of it and reports an error for
//! each. So one error is kept for each line, and none below the line that shows that a bracket is missing.

use std::ops::Range;

use toml::de::Error;

use super::diagnostic::Diagnostic;
use super::flaw::quoted;

/// The most errors that are looked at. The parser recovers from each, so a large broken file can have very many.
const ERRORS_MAX: usize = 1_000;

/// Whether the values around the error were parsed as they were meant: only a key was given twice.
pub(super) fn is_harmless(error: &Error) -> bool {
    error.message().starts_with("duplicate key")
}

/// The errors as mistakes, without those that only follow from others.
pub(super) fn mistakes(errors: &[Error], text: &str) -> Vec<Diagnostic> {
    let end = text.trim_end().len();
    let placed = errors.iter().map(|error| (error.span().unwrap_or(end..end), error));
    let mut placed: Vec<_> = placed.collect();
    placed.sort_by_key(|(span, _)| span.start);
    let mut mistakes = Vec::new();
    let mut last_line = None;
    for (span, error) in placed.into_iter().take(ERRORS_MAX) {
        let line = line_start(text, &span);
        if is_harmless(error) {
            mistakes.push(mistake(error, span, text));
            continue;
        }
        if last_line.replace(line) == Some(line) {
            continue;
        }
        // An open bracket above swallows the beginning of this line, so the error stands exactly there.
        let bracket = (span.start == line).then(|| unclosed(error.message())).flatten();
        let mistake = mistake(error, span, text);
        if let Some(bracket) = bracket {
            mistakes.push(mistake.hint(format!("is what was opened above closed with `{bracket}`?")));
            break;
        }
        mistakes.push(mistake);
    }
    mistakes
}

fn line_start(text: &str, span: &Range<usize>) -> usize {
    let place = text.floor_char_boundary(span.start);
    text[..place].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The bracket that is most likely missing above, if the error stands at the beginning of a line.
fn unclosed(message: &str) -> Option<&'static str> {
    let is = |what: &str| message.starts_with(what);
    if is("missing comma between array elements") || is("unexpected `=` in array") {
        Some("]")
    } else if is("missing comma between key-value pairs") || is("invalid inline table element") {
        Some("}")
    } else {
        None
    }
}

fn mistake(error: &Error, span: Range<usize>, text: &str) -> Diagnostic {
    if is_harmless(error) {
        let key = quoted(text.get(span.clone()).unwrap_or_default());
        let mistake = Diagnostic::new(span, format!("the key {key} is given twice"), "given again");
        return mistake.hint("leave one of the two out");
    }
    let message = error.message();
    let (what, expected) = message.split_once(", expected ").map_or((message, None), |(a, b)| (a, Some(b)));
    match what {
        "string values must be quoted" => {
            Diagnostic::new(span, what, "no quotes").hint("write it in quotes: \"…\"")
        }
        "cannot recurse further; max recursion depth met" => {
            Diagnostic::new(span, "this is nested too deep", "here").hint("no scenario nests this deep")
        }
        _ => {
            let label = expected.map_or_else(|| "here".to_owned(), |expected| format!("expected {expected}"));
            Diagnostic::new(span, what, label)
        }
    }
}
