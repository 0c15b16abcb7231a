//! 10, an acknowledged write is never lost; an unreadable row never evicts.
//!
//! A status of 200 to 299 acknowledges a write: then there must be a commit. `consistent` checks that the rows at the end
//! contain it. An eviction needs a read that showed the row absent or inactive ([`evicts`]). A rebuild that closes first
//! evicts as well; that is the matter of invariant 5.

use super::evicts::{self, Fault};
use crate::names::{Invariant, Verb};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks every answer and every eviction.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for record in index.requests.iter() {
        let Some((event, status)) = record.answered.filter(|(_, status)| (200..300).contains(status)) else {
            continue;
        };
        let is_write = record.requested.is_some() && record.verb.is_none_or(Verb::is_write);
        if is_write && record.committed.is_none() {
            let breach = Breach::AcknowledgedLost { request: record.request, status };
            findings.record_broken(index, Invariant::NothingLost, (event, record.address), breach);
        }
    }
    for eviction in evicts::wrong_evictions(index) {
        let (instance, work) = (eviction.instance, eviction.convergence.work);
        let breach = match eviction.fault {
            Fault::Unread => Breach::EvictedUnread { instance, work },
            Fault::Active => Breach::EvictedActive { instance, work },
            Fault::ClosesFirst => continue,
        };
        findings.record_broken(
            index,
            Invariant::NothingLost,
            (eviction.event, eviction.convergence.address),
            breach,
        );
    }
}
