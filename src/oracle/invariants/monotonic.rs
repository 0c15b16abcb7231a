//! 3, monotonic: within one life of a replica and one incarnation of a row, revisions never go back.
//!
//! The revisions are those of the versions that the ports read or committed. They are compared by the order of their
//! commits, because a policy may let revisions start again with each row. An eviction counts with the revision of the
//! tombstone. A listing shows many rows and has no revision; a connector has the revision of its reference's row. A
//! convergence that changed nothing does not count.

use crate::names::Invariant;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Compares every registry change with those before it.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for change in &index.changes {
        let Some(previous) = change.previous else { continue };
        let convergence = &index.convergences[change.convergence];
        // When a cache drops an entry it has read nothing, so it has no version.
        if index.layout.is_cached(convergence.address) && change.instance.is_none() {
            continue;
        }
        let Some(now) = index.source(convergence).version() else { continue };
        let mut earlier = index.changes_from(Some(previous));
        let higher = earlier.find_map(|change| {
            let version = index.source(&index.convergences[change.convergence]).version()?;
            let is_newer = version.incarnation == now.incarnation && version.sequence > now.sequence;
            is_newer.then_some(version.revision)
        });
        if let Some(from) = higher {
            let breach = Breach::WentBack { work: convergence.work, from, to: now.revision };
            findings.record_broken(index, Invariant::Monotonic, (change.event, convergence.address), breach);
        }
    }
}
