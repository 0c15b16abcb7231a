//! 3, monotonic: within one life of a replica and one incarnation of a row, revisions never go back.
//!
//! The revisions are those of the versions that the ports read or committed, in the order of the commits that
//! made them: what revisions count may be a policy. An eviction stores the tombstone's. A listing is of many rows and
//! has no revision; a connector has that of its reference's row. That a convergence found nothing changed is not counted.

use crate::names::Invariant;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Compares every change of a registry with those before it.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for change in &index.changes {
        let Some(before) = change.before else { continue };
        let convergence = &index.convergences[change.convergence];
        // What a cache drops it does not store.
        if index.layout.is_cached(convergence.address) && change.now.is_none() {
            continue;
        }
        let Some(now) = index.source(convergence).version() else { continue };
        let mut earlier = index.changes_from(Some(before));
        let higher = earlier.find_map(|change| {
            let version = index.source(&index.convergences[change.convergence]).version()?;
            let back = version.incarnation == now.incarnation && version.sequence > now.sequence;
            back.then_some(version.revision)
        });
        if let Some(from) = higher {
            let what = Breach::WentBack { work: convergence.work, from, to: now.revision };
            findings.broke(index, Invariant::Monotonic, (change.event, convergence.address), what);
        }
    }
}
