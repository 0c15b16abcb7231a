//! 4, no churn: a live instance is never replaced by one of equal signature.
//!
//! Signatures are those of the versions that both were built from. Evicting an instance and building an
//! equal one later is no replacement.

use crate::names::{InstanceId, Invariant, Signature};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Compares every install with what it replaced.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for store in &index.stores {
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

fn signature(index: &Index<'_>, instance: InstanceId) -> Option<Signature> {
    index.source_of(instance).version().map(|version| version.signature)
}
