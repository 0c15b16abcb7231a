//! 6, code-defined instances are never touched: nothing is installed over them, and they are neither evicted nor closed
//! before the end of the replica's life.
//!
//! `converged/` checks that the replica still shows the code's instance at the end.

use crate::history::EventKind;
use crate::names::Invariant;
use crate::oracle::convergence::Source;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks the registry changes and the closes at addresses that code defines.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    if index.history.header.replicas.iter().all(|replica| replica.code.is_empty()) {
        return;
    }
    for change in &index.changes {
        let convergence = &index.convergences[change.convergence];
        if !index.is_code(convergence.replica, convergence.address) {
            continue;
        }
        let breach = match change.instance {
            // The boot installs the code's own instance, and nothing before it.
            Some(_) if index.source(convergence) == Source::Code && change.previous.is_none() => continue,
            Some(_) => Breach::CodeReplaced { work: convergence.work },
            None => Breach::CodeEvicted { work: convergence.work },
        };
        findings.record_broken(index, Invariant::CodeUntouched, (change.event, convergence.address), breach);
    }
    check_closes(index, findings);
}

fn check_closes(index: &Index<'_>, findings: &mut Findings) {
    for (at, event) in index.history.events.iter().enumerate() {
        let EventKind::CloseBegan { instance } = event.kind else { continue };
        let is_code =
            index.is_code(instance.replica, instance.address) && index.source_of(instance) == Source::Code;
        if is_code && !index.is_shutting_down(at) {
            let breach = Breach::CodeClosed { instance };
            findings.record_broken(index, Invariant::CodeUntouched, (at, instance.address), breach);
        }
    }
}
