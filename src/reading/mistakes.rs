//! The mistakes that were found while a file is read, before they are put in order.
//!
//! Reading does not stop at a mistake. It adds the mistake here and continues with what it understands. Places that no
//! output may show are collected beside them.

use std::ops::Range;

use super::diagnostic::Diagnostic;
use super::flaw::Flaw;

/// The mistakes found so far, and the places that must stay hidden.
#[derive(Debug, Default)]
pub(super) struct Mistakes {
    /// The mistakes, in the order in which they were found.
    pub list: Vec<Diagnostic>,
    /// The places of secrets, in bytes of the source.
    pub hidden: Vec<Range<usize>>,
}

impl Mistakes {
    pub fn add(&mut self, mistake: Diagnostic) {
        self.list.push(mistake);
    }

    /// Adds what is wrong with the value of `name` as a mistake at `span`.
    pub fn flaw(&mut self, span: Range<usize>, name: &str, flaw: Flaw) {
        let mistake = Diagnostic::new(span, format!("{name} {}", flaw.says), flaw.label);
        self.add(Diagnostic { hint: flaw.hint, ..mistake });
    }

    /// Hides what stands at `span`.
    pub fn hide(&mut self, span: Range<usize>) {
        self.hidden.push(span);
    }
}
