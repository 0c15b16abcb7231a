//! 5, no gap: no *rebuild* closes the old instance before the new one serves, nor when the build then fails.
//!
//! An evict after a read that shows the row absent or inactive is no gap, whichever of evicting and closing
//! comes first; nor is the end of a life. One after a read that shows it active is, if the same run then builds
//! ([`evicts`]).

use super::evicts::{self, Fault};
use crate::history::{EventKind, Kept, RowState};
use crate::names::{InstanceId, Invariant, Work};
use crate::oracle::convergence::{Convergence, End, RegistryChange};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks every close of an instance that its registry still holds, and evicts that begin a rebuild.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    check_evicts(index, findings);
    for (at, event) in index.history.events.iter().enumerate() {
        let EventKind::CloseBegan { instance } = event.kind else { continue };
        if let Some(work) = rebuild_of(index, instance, at).filter(|_| !index.is_ending(at)) {
            let what = Breach::ClosedFirst { instance, work };
            findings.broke(index, Invariant::NoGap, (at, instance.address), what);
        }
    }
}

/// Checks every evict that begins a rebuild.
fn check_evicts(index: &Index<'_>, findings: &mut Findings) {
    for evict in evicts::uncalled(index).filter(|evict| evict.fault == Fault::ClosesFirst) {
        let what = Breach::ClosedFirst { instance: evict.instance, work: evict.convergence.work };
        findings.broke(index, Invariant::NoGap, (evict.event, evict.convergence.address), what);
    }
}

/// The rebuild for which a held instance is being closed, if it is one.
fn rebuild_of(index: &Index<'_>, instance: InstanceId, closed: usize) -> Option<Work> {
    let life = index.event(closed).life;
    let of_entry = |change: &&RegistryChange| {
        let convergence = &index.convergences[change.convergence];
        (convergence.replica, convergence.address, convergence.life)
            == (instance.replica, instance.address, life)
    };
    let (earlier, later) =
        index.changes.split_at(index.changes.partition_point(|change| change.event < closed));
    if earlier.iter().rev().find(of_entry)?.now != Some(instance) {
        return None;
    }
    if let Some(change) = later.iter().find(of_entry) {
        return change.now.map(|_| index.convergences[change.convergence].work);
    }
    let mut convergences = index
        .convergences_of(instance.replica, instance.address)
        .filter(|convergence| convergence.life == life);
    convergences
        .find(|convergence| failed_around(index, convergence, closed))
        .map(|convergence| convergence.work)
}

/// Whether a run had seen an active row, closed something, and then kept nothing better.
fn failed_around(index: &Index<'_>, convergence: &Convergence, closed: usize) -> bool {
    let known = if index.is_by_hand(convergence) {
        Some(convergence.first)
    } else {
        convergence.read.map(|read| read.event)
    };
    let ended = convergence.ended.filter(|(ended, end)| *ended > closed && *end != End::Kept(Kept::ShutDown));
    let active = index.source(convergence).version().is_some_and(|version| version.state == RowState::Active);
    known.is_some_and(|known| known < closed) && ended.is_some() && active
}
