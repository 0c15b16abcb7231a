//! 6, code-defined instances are never touched: nothing is installed over them, and they are neither evicted
//! nor closed while their replica lives on.
//!
//! That the replica still shows the code's instance at the end is checked with what has converged.

use crate::history::What;
use crate::names::Invariant;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::run::Source;

/// Checks the changes of registries and the closes at addresses that code defines.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    if index.history.header.replicas.iter().all(|replica| replica.code.is_empty()) {
        return;
    }
    for store in &index.stores {
        let run = &index.runs[store.run];
        if !index.is_code(run.replica, run.address) {
            continue;
        }
        let what = match store.now {
            Some(_) if index.source(run) == Source::Code && store.before.is_none() => continue,
            Some(_) => Breach::CodeReplaced { work: run.work },
            None => Breach::CodeEvicted { work: run.work },
        };
        findings.broke(index, Invariant::CodeUntouched, (store.event, run.address), what);
    }
    check_closes(index, findings);
}

fn check_closes(index: &Index<'_>, findings: &mut Findings) {
    for (at, event) in index.history.events.iter().enumerate() {
        let What::CloseBegan { instance } = event.what else { continue };
        let code =
            index.is_code(instance.replica, instance.address) && index.source_of(instance) == Source::Code;
        if code && !index.is_ending(at) {
            let what = Breach::CodeClosed { instance };
            findings.broke(index, Invariant::CodeUntouched, (at, instance.address), what);
        }
    }
}
