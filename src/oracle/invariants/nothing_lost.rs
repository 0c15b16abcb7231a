//! 10, an acknowledged write is never lost; an unreadable row never evicts.
//!
//! Acknowledged is an answer of 200 to 299: then there is a commit. That the commit's effect is in the final
//! rows is checked where rows and commits are compared. An evict needs a read that showed the row absent or
//! inactive; what a door does from its hand is asked what its write left. A rebuild that closes first evicts
//! as well, and is left to invariant 5. A connector is closed by a reconcile whose read showed no row of its
//! reference. A cache may drop whatever it likes; and only writes have a commit.

use crate::history::RowState;
use crate::names::{Invariant, Rebuild, Verb};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::run::{End, Source};

/// Checks every answer and every evict.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for ask in index.asks.iter() {
        let Some((event, status)) = ask.answered.filter(|(_, status)| (200..300).contains(status)) else {
            continue;
        };
        let writes = ask.requested.is_some() && ask.verb.is_none_or(Verb::is_write);
        if writes && ask.committed.is_none() {
            let what = Breach::AcknowledgedLost { request: ask.request, status };
            findings.broke(index, Invariant::NothingLost, (event, ask.address), what);
        }
    }
    let closes_first = index.history.header.policies.rebuild == Rebuild::CloseThenBuild;
    for store in index.stores.iter().filter(|store| store.now.is_none()) {
        let run = &index.runs[store.run];
        if index.places.is_cached(run.address) {
            continue;
        }
        let Some((event, End::Evicted(instance))) = run.ended else { continue };
        let what = match index.source(run) {
            Source::Unread => Breach::EvictedUnread { instance, work: run.work },
            Source::Version(version) if version.state == RowState::Active && !closes_first => {
                Breach::EvictedActive { instance, work: run.work }
            }
            _ => continue,
        };
        findings.broke(index, Invariant::NothingLost, (event, run.address), what);
    }
}
