//! 6, code-defined instances are never touched: nothing is installed over them, and they are neither evicted
//! nor closed while their replica lives on.
//!
//! That the replica still shows the code's instance at the end is checked with what has converged.

use crate::history::EventKind;
use crate::names::Invariant;
use crate::oracle::convergence::Source;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks the changes of registries and the closes at addresses that code defines.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    if index.history.header.replicas.iter().all(|replica| replica.code.is_empty()) {
        return;
    }
    for change in &index.changes {
        let convergence = &index.convergences[change.convergence];
        if !index.is_code(convergence.replica, convergence.address) {
            continue;
        }
        let what = match change.now {
            Some(_) if index.source(convergence) == Source::Code && change.before.is_none() => continue,
            Some(_) => Breach::CodeReplaced { work: convergence.work },
            None => Breach::CodeEvicted { work: convergence.work },
        };
        findings.broke(index, Invariant::CodeUntouched, (change.event, convergence.address), what);
    }
    check_closes(index, findings);
}

fn check_closes(index: &Index<'_>, findings: &mut Findings) {
    for (at, event) in index.history.events.iter().enumerate() {
        let EventKind::CloseBegan { instance } = event.kind else { continue };
        let code =
            index.is_code(instance.replica, instance.address) && index.source_of(instance) == Source::Code;
        if code && !index.is_ending(at) {
            let what = Breach::CodeClosed { instance };
            findings.broke(index, Invariant::CodeUntouched, (at, instance.address), what);
        }
    }
}
