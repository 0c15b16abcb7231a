//! 2, no phantom: an instance was always built from some committed version of its row.
//!
//! What it was built from is what the port read for that work, or what the write whose door built it
//! committed. A cached absence is built from a read as well.
//! What it was opened with, as the upstream saw it, is the connection of just that version; what an item, a listing or an
//! object shows, whenever somebody looks, is what was committed when it was read. A build from a read that shows the row absent is left to invariant 1.

use std::collections::BTreeSet;

use crate::history::RowState;
use crate::names::Invariant;
use crate::oracle::convergence::Source;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::shown;

/// Checks every instance that was opened or, where nothing is opened, installed.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for convergence in &index.convergences {
        // What has no upstream is seen first when it is installed.
        let Some((event, instance)) = convergence.opened.or(convergence.installed) else { continue };
        let what = match index.source(convergence) {
            Source::Uncommitted(_) => Breach::BuiltUncommitted { instance, work: convergence.work },
            Source::Unread => Breach::BuiltUnread { instance, work: convergence.work },
            Source::Code | Source::Version(_) | Source::Never => continue,
        };
        findings.broke(index, Invariant::NoPhantom, (event, convergence.address), what);
    }
    check_connections(index, findings);
    check_shown(index, findings);
}

/// Checks what each instance was opened with.
fn check_connections(index: &Index<'_>, findings: &mut Findings) {
    for (instance, connection) in &index.history.connections {
        let convergence = index.convergence_of(*instance);
        let Some((convergence, (event, _))) =
            convergence.and_then(|convergence| Some((convergence, convergence.opened?)))
        else {
            continue;
        };
        let version = index.source(convergence).version().filter(|version| version.state != RowState::Absent);
        if version.is_some_and(|version| version.connection != *connection) {
            let what = Breach::BuiltOther { instance: *instance, work: convergence.work };
            findings.broke(index, Invariant::NoPhantom, (event, convergence.address), what);
        }
    }
}

/// Checks what each entry shows, once for each instance.
fn check_shown(index: &Index<'_>, findings: &mut Findings) {
    let mut found = BTreeSet::new();
    for entry in index.history.views.iter().flat_map(|view| &view.entries) {
        let (Some(shown), Some(instance)) = (entry.shown, entry.instance) else { continue };
        let Some((convergence, (event, _))) = index
            .convergence_of(instance)
            .and_then(|convergence| Some((convergence, convergence.installed?)))
        else {
            continue;
        };
        if shown::due(index, convergence).is_some_and(|due| due != shown) && found.insert(instance) {
            let what = Breach::ShowsOther { instance, work: convergence.work };
            findings.broke(index, Invariant::NoPhantom, (event, convergence.address), what);
        }
    }
}
