//! 10, an acknowledged write is never lost; an unreadable row never evicts.
//!
//! Acknowledged is an answer of 200 to 299: then there is a commit. That the commit's effect is in the final
//! rows is checked where rows and commits are compared; and only writes have a commit. An evict needs a read that
//! showed the row absent or inactive ([`evicts`]). A rebuild that closes first evicts as well, and is left to
//! invariant 5.

use super::evicts::{self, Fault};
use crate::names::{Invariant, Verb};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks every answer and every evict.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for request_record in index.requests.iter() {
        let Some((event, status)) = request_record.answered.filter(|(_, status)| (200..300).contains(status))
        else {
            continue;
        };
        let writes = request_record.requested.is_some() && request_record.verb.is_none_or(Verb::is_write);
        if writes && request_record.committed.is_none() {
            let what = Breach::AcknowledgedLost { request: request_record.request, status };
            findings.broke(index, Invariant::NothingLost, (event, request_record.address), what);
        }
    }
    for evict in evicts::uncalled(index) {
        let (instance, work) = (evict.instance, evict.convergence.work);
        let what = match evict.fault {
            Fault::Unread => Breach::EvictedUnread { instance, work },
            Fault::Active => Breach::EvictedActive { instance, work },
            Fault::ClosesFirst => continue,
        };
        findings.broke(index, Invariant::NothingLost, (evict.event, evict.convergence.address), what);
    }
}
