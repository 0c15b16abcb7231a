//! 4, no churn: a live instance is never replaced by one of equal signature.
//!
//! The signatures are those of the versions that both instances were built from; a connector is built from the row of its
//! reference. To evict an instance and to build an equal one later is no replacement. Cache entries do not count: a cache
//! rebuilds nothing.

use crate::names::{InstanceId, Invariant, Signature};
use crate::oracle::convergence::RegistryChange;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Compares every installed instance with the one that it replaced.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for change in index.changes.iter().filter(|change| !is_cached(index, change)) {
        let (Some(new), Some(previous)) = (change.instance, change.previous) else { continue };
        let Some(old) = index.changes[previous].instance.filter(|old| *old != new) else { continue };
        let signature = signature(index, new);
        if signature.is_some() && signature == self::signature(index, old) {
            let convergence = &index.convergences[change.convergence];
            let breach = Breach::Churned { old, new, work: convergence.work };
            findings.record_broken(index, Invariant::NoChurn, (change.event, convergence.address), breach);
        }
    }
}

fn is_cached(index: &Index<'_>, change: &RegistryChange) -> bool {
    index.layout.is_cached(index.convergences[change.convergence].address)
}

fn signature(index: &Index<'_>, instance: InstanceId) -> Option<Signature> {
    index.source_of(instance).version().map(|version| version.signature)
}
