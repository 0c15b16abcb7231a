//! What describes events, and the words that the clauses share.

use super::glyph::Glyph;
use crate::history::History;
use crate::names::{AddressId, InstanceId, Lane, RequestId, Work};

/// Describes the events of one history.
pub struct EventDescriber<'a> {
    pub(super) history: &'a History,
}

/// What a line of a timeline shows of an event.
pub(super) type Description = (Glyph, String);

impl<'a> EventDescriber<'a> {
    /// A describer of the events of a history.
    pub fn new(history: &'a History) -> Self {
        Self { history }
    }

    /// What a convergence is done for.
    pub(super) fn work(&self, work: Work) -> String {
        match work {
            Work::Write(request) => format!("its own write {}", self.request(request)),
            Work::Signal { write, copy } => format!("the signal of {}{}", self.request(write), nth(copy)),
            Work::Boot(_) => "its boot".to_owned(),
            Work::Attach(request) => format!("the attach {}", self.request(request)),
            Work::Reload(request) => format!("the reload {}", self.request(request)),
            Work::Read(request) => format!("the read {}", self.request(request)),
            Work::Watch(_) => "a watcher".to_owned(),
            Work::Retry(_) => "a retry".to_owned(),
        }
    }

    pub(super) fn name(&self, address: AddressId) -> String {
        format!("`{}`", self.history.described(address))
    }

    /// Which lane, if the run has several; else nothing.
    pub(super) fn on(&self, lane: Lane) -> String {
        if self.history.header.lanes.len() > 1 { format!(" ({lane})") } else { String::new() }
    }

    pub(super) fn request(&self, request: RequestId) -> String {
        self.history.header.request(request).to_owned()
    }

    pub(super) fn instance(&self, instance: InstanceId) -> String {
        format!("`{}` #{}", self.history.described(instance.address), instance.nth)
    }
}

/// Which copy of a signal, if it is not the first.
pub(super) fn nth(copy: u8) -> String {
    if copy == 0 { String::new() } else { format!(", copy {}", copy + 1) }
}
