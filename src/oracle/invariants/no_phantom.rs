//! 2, no phantom: an instance was always built from some committed version of its row.
//!
//! The version is the one that the port read for that work or, for a door that installs its own record, the one that its
//! write committed. A cached absence is built from a read as well. A build from a read that shows the row absent is the
//! matter of invariant 1.
//!
//! The upstream must have seen the connection of just that version. What an item, a listing or an object shows, whenever
//! a step looks at it, must be what was committed when it was read.

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
        // An object or a cache entry has no upstream: its install is the first that the records show of it.
        let Some((event, instance)) = convergence.opened.or(convergence.installed) else { continue };
        let breach = match index.source(convergence) {
            Source::Uncommitted(_) => Breach::BuiltUncommitted { instance, work: convergence.work },
            Source::Unread => Breach::BuiltUnread { instance, work: convergence.work },
            Source::Code | Source::Version(_) | Source::NeverExisted => continue,
        };
        findings.record_broken(index, Invariant::NoPhantom, (event, convergence.address), breach);
    }
    check_connections(index, findings);
    check_shown(index, findings);
}

/// Checks the connection that each instance was opened with.
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
            let breach = Breach::BuiltOther { instance: *instance, work: convergence.work };
            findings.record_broken(index, Invariant::NoPhantom, (event, convergence.address), breach);
        }
    }
}

/// Checks the columns that each entry shows; a wrong instance is reported once, though several views may show it.
fn check_shown(index: &Index<'_>, findings: &mut Findings) {
    let mut reported = BTreeSet::new();
    for entry in index.history.views.iter().flat_map(|view| &view.entries) {
        let (Some(shown), Some(instance)) = (entry.shown, entry.instance) else { continue };
        let Some((convergence, (event, _))) = index
            .convergence_of(instance)
            .and_then(|convergence| Some((convergence, convergence.installed?)))
        else {
            continue;
        };
        if shown::expected(index, convergence).is_some_and(|expected| expected != shown)
            && reported.insert(instance)
        {
            let breach = Breach::ShowsOther { instance, work: convergence.work };
            findings.record_broken(index, Invariant::NoPhantom, (event, convergence.address), breach);
        }
    }
}
