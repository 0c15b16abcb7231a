//! 2, no phantom: an instance was always built from some committed version of its row.
//!
//! What it was built from is what the port read for that work, or what the write whose door built it
//! committed. A build from a read that shows the row absent is left to invariant 1.

use crate::history::What;
use crate::names::Invariant;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::run::Source;

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
}
