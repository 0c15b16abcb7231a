//! 5, no gap: no *rebuild* closes the old instance before the new one serves, or although the build then fails.
//!
//! An eviction after a read that shows the row absent or inactive is no gap, whether the eviction or the close comes
//! first; nor is a close at the end of a life. An eviction after a read that shows the row active is a gap if the same
//! convergence then builds ([`evicts`]).

use super::evicts::{self, Fault};
use crate::history::{EventKind, Kept, RowState};
use crate::names::{InstanceId, Invariant, Work};
use crate::oracle::convergence::{Convergence, End, RegistryChange};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks every close of an instance that its registry still holds, and every eviction that begins a rebuild.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    check_evicts(index, findings);
    for (at, event) in index.history.events.iter().enumerate() {
        let EventKind::CloseBegan { instance } = event.kind else { continue };
        if let Some(work) = rebuild_of(index, instance, at).filter(|_| !index.is_shutting_down(at)) {
            let breach = Breach::ClosedFirst { instance, work };
            findings.record_broken(index, Invariant::NoGap, (at, instance.address), breach);
        }
    }
}

/// Checks every eviction that begins a rebuild.
fn check_evicts(index: &Index<'_>, findings: &mut Findings) {
    let evictions = evicts::wrong_evictions(index);
    for eviction in evictions.filter(|eviction| eviction.fault == Fault::ClosesFirst) {
        let (instance, convergence) = (eviction.instance, eviction.convergence);
        let breach = Breach::ClosedFirst { instance, work: convergence.work };
        findings.record_broken(index, Invariant::NoGap, (eviction.event, convergence.address), breach);
    }
}

/// The work of the rebuild for which an instance is being closed; `None` if the registry does not hold the instance, or
/// no rebuild closes it.
fn rebuild_of(index: &Index<'_>, instance: InstanceId, closed: usize) -> Option<Work> {
    let life = index.event(closed).life;
    let of_entry = |change: &&RegistryChange| {
        let convergence = &index.convergences[change.convergence];
        (convergence.replica, convergence.address, convergence.life)
            == (instance.replica, instance.address, life)
    };
    let (earlier, later) =
        index.changes.split_at(index.changes.partition_point(|change| change.event < closed));
    if earlier.iter().rev().find(of_entry)?.instance != Some(instance) {
        return None;
    }
    // The next change of the entry tells a rebuild, which installs, from an eviction. Without one the build may have
    // failed.
    if let Some(change) = later.iter().find(of_entry) {
        return change.instance.map(|_| index.convergences[change.convergence].work);
    }
    let mut convergences = index
        .convergences_of(instance.replica, instance.address)
        .filter(|convergence| convergence.life == life);
    convergences
        .find(|convergence| failed_to_rebuild(index, convergence, closed))
        .map(|convergence| convergence.work)
}

/// Whether a convergence had seen an active row before a close, and ended after it without an install.
fn failed_to_rebuild(index: &Index<'_>, convergence: &Convergence, closed: usize) -> bool {
    let known = if index.installs_own_write(convergence) {
        Some(convergence.first)
    } else {
        convergence.read.map(|read| read.event)
    };
    let ended = convergence.ended.filter(|(ended, end)| *ended > closed && *end != End::Kept(Kept::ShutDown));
    let active = index.source(convergence).version().is_some_and(|version| version.state == RowState::Active);
    known.is_some_and(|known| known < closed) && ended.is_some() && active
}
