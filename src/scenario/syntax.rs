//! Syntax errors of the TOML parser, in our words where its own are terse.

use toml::de::Error;

use super::diagnostic::Diagnostic;

/// Whether the tree around the error is what was meant: only a key was given twice.
pub(super) fn is_harmless(error: &Error) -> bool {
    error.message().starts_with("duplicate key")
}

/// The error as a mistake.
pub(super) fn mistake(error: &Error, text: &str) -> Diagnostic {
    let end = text.trim_end().len();
    let span = error.span().unwrap_or(end..end);
    let message = error.message();
    let (what, expected) = message.split_once(", expected ").map_or((message, None), |(a, b)| (a, Some(b)));
    let label = expected.map_or_else(|| "here".to_owned(), |expected| format!("expected {expected}"));
    let mistake = Diagnostic::new(span, what, label);
    match hint(what) {
        Some(hint) => mistake.hint(hint),
        None => mistake,
    }
}

fn hint(what: &str) -> Option<&'static str> {
    Some(match what {
        "duplicate key" => "a key is given once: leave one of the two out",
        "string values must be quoted" => "write it in quotes: \"…\"",
        "cannot recurse further; max recursion depth met" => "no scenario nests this deep",
        _ => return None,
    })
}
