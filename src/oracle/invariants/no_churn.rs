//! 4, no churn: a live instance is never replaced by one of equal signature.
//!
//! Signatures are those of the versions that both were built from. Evicting an instance and building an
//! equal one later is no replacement. A cache is filled anew and rebuilds nothing. A connector is of the version of
//! its reference's row.

use crate::names::{InstanceId, Invariant, Signature};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::run::Store;

/// Compares every install with what it replaced.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for store in index.stores.iter().filter(|store| !is_cached(index, store)) {
        let (Some(new), Some(before)) = (store.now, store.before) else { continue };
        let Some(old) = index.stores[before].now.filter(|old| *old != new) else { continue };
        let signature = signature(index, new);
        if signature.is_some() && signature == self::signature(index, old) {
            let run = &index.runs[store.run];
            let what = Breach::Churned { old, new, work: run.work };
            findings.broke(index, Invariant::NoChurn, (store.event, run.address), what);
        }
    }
}

fn is_cached(index: &Index<'_>, store: &Store) -> bool {
    index.places.is_cached(index.runs[store.run].address)
}

fn signature(index: &Index<'_>, instance: InstanceId) -> Option<Signature> {
    index.source_of(instance).version().map(|version| version.signature)
}
