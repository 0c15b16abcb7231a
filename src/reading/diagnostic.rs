//! Diagnostics: every mistake of a file, each with its place, its cause and a hint.
//!
//! They own the source text with its secrets already masked, so neither the text form (`render`) nor the JSON form
//! can show a secret. Mistakes are in the order of their places.

use std::ops::Range;

use serde::ser::{Serialize, SerializeSeq, Serializer};
use serde_json::json;

/// The most mistakes of a file that are kept.
const MISTAKES_MAX: usize = 1_000;

/// One mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where, in bytes of the source that the diagnostics hold.
    pub span: Range<usize>,
    /// What is wrong, as a sentence.
    pub message: String,
    /// The same in fewer words, to be shown under the place itself.
    pub label: String,
    /// What to do about it.
    pub hint: Option<String>,
    /// A second place that the mistake is about, and what stands there.
    pub also: Option<(Range<usize>, String)>,
}

impl Diagnostic {
    /// A mistake without a hint.
    pub(super) fn new(span: Range<usize>, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self { span, message: message.into(), label: label.into(), hint: None, also: None }
    }

    /// The mistake with a hint.
    pub(super) fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// The mistake with a second place.
    pub(super) fn also(mut self, span: Range<usize>, label: impl Into<String>) -> Self {
        self.also = Some((span, label.into()));
        self
    }
}

/// Every mistake of one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostics {
    name: String,
    source: String,
    mistakes: Vec<Diagnostic>,
}

impl Diagnostics {
    /// Puts the mistakes of a file in order. The secrets in `source` must be masked already.
    pub(super) fn new(name: &str, source: String, mut mistakes: Vec<Diagnostic>) -> Self {
        for mistake in &mut mistakes {
            mistake.span = within_a_line(&source, &mistake.span);
            if let Some((span, _)) = &mut mistake.also {
                *span = within_a_line(&source, span);
            }
        }
        mistakes.sort_by_key(|mistake| (mistake.span.start, mistake.span.end));
        mistakes.dedup_by(|a, b| a.span == b.span && a.message == b.message);
        mistakes.truncate(MISTAKES_MAX);
        Self { name: name.to_owned(), source, mistakes }
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The mistakes, in the order of their places; at least one.
    pub fn mistakes(&self) -> &[Diagnostic] {
        &self.mistakes
    }

    /// The line and the column of a mistake. Both count from 1, and columns count characters.
    pub fn position(&self, mistake: &Diagnostic) -> (usize, usize) {
        let before = self.source.get(..mistake.span.start).unwrap_or(&self.source);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// How many mistakes there are and in which file, as one line.
    pub fn summary(&self) -> String {
        let name = &self.name;
        match self.mistakes.len() {
            1 => format!("1 mistake in {name}"),
            MISTAKES_MAX => format!("{MISTAKES_MAX} mistakes or more in {name}"),
            count => format!("{count} mistakes in {name}"),
        }
    }

    /// The source with its secrets masked.
    pub(super) fn source(&self) -> &str {
        &self.source
    }
}

/// Cuts a place at the end of its first line, and moves its ends to character boundaries.
///
/// The ends are then valid indices of `source`, and the mark below the place stays on one line.
fn within_a_line(source: &str, span: &Range<usize>) -> Range<usize> {
    let floor = |place: usize| source.floor_char_boundary(place.min(source.len()));
    let (start, end) = (floor(span.start), floor(span.end.max(span.start)));
    let line_end = source[start..].find(['\n', '\r']).map_or(source.len(), |length| start + length);
    start..end.min(line_end)
}

impl Serialize for Diagnostics {
    /// A list of objects with `file`, `line`, `column`, `message` and `hint`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.mistakes.len()))?;
        for mistake in &self.mistakes {
            let (line, column) = self.position(mistake);
            list.serialize_element(&json!({
                "file": self.name,
                "line": line,
                "column": column,
                "message": mistake.message,
                "hint": mistake.hint,
            }))?;
        }
        list.end()
    }
}
