//! The mistakes that reading a file gathers, before they are put in order.
//!
//! Reading never stops at a mistake: it notes it here and goes on with what it understands. Places that no
//! output may show are noted beside them.

use std::ops::Range;

use super::diagnostic::Diagnostic;
use super::values::Flaw;

/// The mistakes found so far, and what must stay hidden.
#[derive(Debug, Default)]
pub(super) struct Mistakes {
    /// The mistakes, in the order in which they were found.
    pub list: Vec<Diagnostic>,
    /// The places of secrets.
    pub hidden: Vec<Range<usize>>,
}

impl Mistakes {
    /// Notes a mistake.
    pub fn add(&mut self, mistake: Diagnostic) {
        self.list.push(mistake);
    }

    /// Notes that the value of `name` has a flaw.
    pub fn flaw(&mut self, span: Range<usize>, name: &str, flaw: Flaw) {
        let mistake = Diagnostic::new(span, format!("{name} {}", flaw.says), flaw.label);
        self.add(Diagnostic { hint: flaw.hint, ..mistake });
    }

    /// Hides what stands at `span`.
    pub fn hide(&mut self, span: Range<usize>) {
        self.hidden.push(span);
    }
}
