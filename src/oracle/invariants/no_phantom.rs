//! 2, no phantom: an instance was always built from some committed version of its row.
//!
//! What it was built from is what the port read for that work, or what the write whose door built it
//! committed. What it was opened with, as the upstream saw it, is the connection of just that version. A build from a read that shows the row absent is left to invariant 1.

use crate::history::{RowState, What};
use crate::names::Invariant;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::run::{Run, Source};

/// Checks every instance that was opened.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for run in &index.runs {
        let Some((event, instance)) = run.opened else { continue };
        let what = match index.source(run) {
            Source::Uncommitted(_) => Breach::BuiltUncommitted { instance, work: run.work },
            Source::Unread => Breach::BuiltUnread { instance, work: run.work },
            Source::Code | Source::Version(_) | Source::Never => continue,
        };
        debug_assert!(matches!(index.event(event).what, What::Opened { .. }));
        findings.broke(index, Invariant::NoPhantom, (event, run.address), what);
    }
    check_connections(index, findings);
}

/// Checks what each instance was opened with.
fn check_connections(index: &Index<'_>, findings: &mut Findings) {
    for (instance, connection) in &index.history.connections {
        let opened = |run: &&Run| run.opened.is_some_and(|(_, opened)| opened == *instance);
        let run = index.runs_of(instance.replica, instance.address).find(opened);
        let Some((run, (event, _))) = run.and_then(|run| Some((run, run.opened?))) else { continue };
        let version = index.source(run).version().filter(|version| version.state != RowState::Absent);
        if version.is_some_and(|version| version.connection != *connection) {
            let what = Breach::BuiltOther { instance: *instance, work: run.work };
            findings.broke(index, Invariant::NoPhantom, (event, run.address), what);
        }
    }
}
