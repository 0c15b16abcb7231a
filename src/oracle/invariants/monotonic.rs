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
    for store in &index.stores {
        let Some(before) = store.before else { continue };
        let run = &index.runs[store.run];
        // What a cache drops it does not store.
        if index.places.is_cached(run.address) && store.now.is_none() {
            continue;
        }
        let Some(now) = index.source(run).version() else { continue };
        let mut earlier = index.stores_from(Some(before));
        let higher = earlier.find_map(|store| {
            let version = index.source(&index.runs[store.run]).version()?;
            let back = version.incarnation == now.incarnation && version.sequence > now.sequence;
            back.then_some(version.revision)
        });
        if let Some(from) = higher {
            let what = Breach::WentBack { work: run.work, from, to: now.revision };
            findings.broke(index, Invariant::Monotonic, (store.event, run.address), what);
        }
    }
}
