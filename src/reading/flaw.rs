//! Flaws: what is wrong with one value, whatever its place in the file.
//!
//! A flaw becomes a diagnostic when the place and the name of the value are added. Values that may be secrets have no
//! flaws that repeat them.

/// What is wrong with a value.
#[derive(Debug)]
pub(super) struct Flaw {
    /// What is wrong, as a predicate: "needs a unit".
    pub says: String,
    /// The same in fewer words, to be shown under the value itself.
    pub label: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Flaw {
    /// A flaw without a hint.
    pub fn new(says: impl Into<String>, label: impl Into<String>) -> Self {
        Self { says: says.into(), label: label.into(), hint: None }
    }

    /// The flaw with a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

/// A piece of text from the file in quotes, cut so that a message stays short.
pub(super) fn quoted(text: &str) -> String {
    let short: String = text.chars().take(40).collect();
    let dots = if short.len() < text.len() { "…" } else { "" };
    format!("`{}{dots}`", short.escape_debug())
}
