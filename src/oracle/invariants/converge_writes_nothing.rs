//! 12, a convergence never writes to the store: every transaction is that of a client's request at the door.
//!
//! A transaction belongs to a request if it was sent by the very life of the replica that the client had asked,
//! before that had answered, and for the first time. What else writes, writes for a convergence.

use crate::history::EventKind;
use crate::names::{AddressId, Invariant, RequestId};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks every transaction, and every commit.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for &at in &index.writes {
        let event = index.event(at);
        let (EventKind::WriteSent { request } | EventKind::Committed { request, .. }) = event.kind else {
            continue;
        };
        if !is_of_door(index, at, request) {
            let address = match event.kind {
                EventKind::Committed { address, .. } => address,
                _ => index
                    .requests
                    .get(request)
                    .map_or(AddressId(u16::MAX), |request_record| request_record.address),
            };
            let what = Breach::WroteUnasked { request };
            findings.broke(index, Invariant::ConvergeWritesNothing, (at, address), what);
        }
    }
}

fn is_of_door(index: &Index<'_>, at: usize, request: RequestId) -> bool {
    let Some(request_record) = index.requests.get(request) else { return false };
    let Some(requested) = request_record.requested.filter(|requested| *requested < at) else { return false };
    let (event, asked) = (index.event(at), index.event(requested));
    let sent_once = match event.kind {
        EventKind::WriteSent { .. } => {
            request_record.sent == Some(at)
                && request_record.answered.is_none_or(|(answered, _)| answered > at)
        }
        _ => true,
    };
    (event.replica, event.life) == (asked.replica, asked.life) && sent_once
}
