//! 1, no resurrection: no install comes from a read that shows the row absent, nor from a read that another read begun
//! later has already overtaken.
//!
//! A later read has overtaken an earlier one when its convergence ended with its result in force: installed, evicted,
//! unchanged or nothing to hold. A convergence whose build failed has stored nothing and overtakes no other. A door that
//! installs its own record has no read; the invariants 2 and 3 check such installs.
//!
//! A cache holds absences as well, so a read of an absent row may fill it. A fill is overtaken by another fill whose
//! read began later.

use crate::history::{Kept, ReadResult};
use crate::names::Invariant;
use crate::oracle::convergence::{Convergence, End, RegistryChange};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks every install.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for change in &index.changes {
        let (convergence, Some(instance)) = (&index.convergences[change.convergence], change.instance) else {
            continue;
        };
        if index.installs_own_write(convergence) {
            continue;
        }
        let shown = (change.event, convergence.address);
        let is_cached = index.layout.is_cached(convergence.address);
        if !is_cached && convergence.read.is_some_and(|read| read.result == ReadResult::Absent) {
            let breach = Breach::InstalledFromAbsent { instance, work: convergence.work };
            findings.record_broken(index, Invariant::NoResurrection, shown, breach);
        }
        let by = if is_cached {
            later_fill(index, convergence, change)
        } else {
            overtaker(index, convergence, change.event)
        };
        if let Some(by) = by {
            let breach = Breach::InstalledOvertaken { instance, work: convergence.work, by: by.work };
            findings.record_broken(index, Invariant::NoResurrection, shown, breach);
        }
    }
}

/// A convergence of the same entry whose read began later, and whose result was in force before this install.
fn overtaker<'i>(
    index: &'i Index<'_>,
    convergence: &Convergence,
    installed: usize,
) -> Option<&'i Convergence> {
    let (began, _) = convergence.read_began?;
    let mut others = index
        .convergences_of(convergence.replica, convergence.address)
        .filter(|other| other.life == convergence.life);
    others.find(|other| {
        let later = other.read_began.is_some_and(|(other_began, _)| other_began > began);
        later && other.ended.is_some_and(|(ended, end)| ended < installed && is_in_force(end))
    })
}

/// A fill of the same entry whose read began later, and which was stored before this install.
fn later_fill<'i>(
    index: &'i Index<'_>,
    convergence: &Convergence,
    change: &RegistryChange,
) -> Option<&'i Convergence> {
    let (began, _) = convergence.read_began?;
    let fills = index.changes_from(change.previous).filter(|change| change.instance.is_some());
    let mut fills = fills.map(|change| &index.convergences[change.convergence]);
    fills.find(|fill| fill.read_began.is_some_and(|(other, _)| other > began))
}

/// Whether a convergence that ended like this has put into force what it read.
fn is_in_force(end: End) -> bool {
    match end {
        End::Installed(_) | End::Evicted(_) => true,
        End::Kept(why) => matches!(why, Kept::Unchanged | Kept::NothingHeld | Kept::NoReference),
    }
}
