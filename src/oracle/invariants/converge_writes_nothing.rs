//! 12, a convergence never writes to the store: every transaction belongs to a request of a client at the door.
//!
//! A transaction belongs to a request if the life that the client had sent the request to also sent the transaction, for
//! the first time, and before it answered. Any other transaction must be that of a convergence.

use crate::history::EventKind;
use crate::names::{AddressId, Invariant};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::request_record::RequestRecord;

/// Checks every transaction and every commit.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for &at in &index.writes {
        let kind = index.event(at).kind;
        let (EventKind::WriteSent { request } | EventKind::Committed { request, .. }) = kind else {
            continue;
        };
        let committed = if let EventKind::Committed { address, .. } = kind { Some(address) } else { None };
        let record = index.requests.get(request);
        if !record.is_some_and(|record| is_of_door(index, at, record, committed.is_none())) {
            let known = committed.or(record.map(|record| record.address));
            let address = known.unwrap_or(AddressId(u16::MAX));
            let breach = Breach::WroteUnasked { request };
            findings.record_broken(index, Invariant::ConvergeWritesNothing, (at, address), breach);
        }
    }
}

/// Whether a transaction that was sent, or committed, by an event belongs to a request.
fn is_of_door(index: &Index<'_>, at: usize, record: &RequestRecord, is_sending: bool) -> bool {
    let Some(requested) = record.requested.filter(|requested| *requested < at) else { return false };
    let (event, asked) = (index.event(at), index.event(requested));
    let is_first_and_unanswered =
        record.sent == Some(at) && record.answered.is_none_or(|(answered, _)| answered > at);
    (event.replica, event.life) == (asked.replica, asked.life) && (!is_sending || is_first_and_unanswered)
}
