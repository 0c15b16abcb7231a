//! 4, no churn: a live instance is never replaced by one of equal signature.
//!
//! Signatures are those of the versions that both were built from. Evicting an instance and building an
//! equal one later is no replacement. A cache is filled anew and rebuilds nothing. A connector is of the version of
//! its reference's row.

use crate::names::{InstanceId, Invariant, Signature};
use crate::oracle::convergence::RegistryChange;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Compares every install with what it replaced.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for change in index.changes.iter().filter(|change| !is_cached(index, change)) {
        let (Some(new), Some(before)) = (change.now, change.before) else { continue };
        let Some(old) = index.changes[before].now.filter(|old| *old != new) else { continue };
        let signature = signature(index, new);
        if signature.is_some() && signature == self::signature(index, old) {
            let convergence = &index.convergences[change.convergence];
            let what = Breach::Churned { old, new, work: convergence.work };
            findings.broke(index, Invariant::NoChurn, (change.event, convergence.address), what);
        }
    }
}

fn is_cached(index: &Index<'_>, change: &RegistryChange) -> bool {
    index.layout.is_cached(index.convergences[change.convergence].address)
}

fn signature(index: &Index<'_>, instance: InstanceId) -> Option<Signature> {
    index.source_of(instance).version().map(|version| version.signature)
}
