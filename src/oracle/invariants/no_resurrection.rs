//! 1, no resurrection: no install comes from a read that shows the row absent, nor from one that a read
//! begun later had already overtaken.
//!
//! A later read has overtaken when its convergence ended with its result in force: installed, evicted,
//! unchanged or nothing to hold. One whose build failed stored nothing and overtakes nobody. What a door
//! installs from its hand has no read and is left to the invariants 2 and 3.
//!
//! A cache holds absences as well, so that a read of an absent row may fill it; it has been overtaken by a fill
//! whose read began later.

use crate::history::{Kept, Seen};
use crate::names::Invariant;
use crate::oracle::convergence::{Convergence, End, RegistryChange};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks every install.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for change in &index.changes {
        let (convergence, Some(instance)) = (&index.convergences[change.convergence], change.now) else {
            continue;
        };
        if index.is_by_hand(convergence) {
            continue;
        }
        let shown = (change.event, convergence.address);
        let cached = index.layout.is_cached(convergence.address);
        if !cached && convergence.read.is_some_and(|read| read.seen == Seen::Absent) {
            let what = Breach::InstalledFromAbsent { instance, work: convergence.work };
            findings.broke(index, Invariant::NoResurrection, shown, what);
        }
        let by = if cached {
            later_fill(index, convergence, change)
        } else {
            overtaker(index, convergence, change.event)
        };
        if let Some(by) = by {
            let what = Breach::InstalledOvertaken { instance, work: convergence.work, by: by.work };
            findings.broke(index, Invariant::NoResurrection, shown, what);
        }
    }
}

/// A run of the same entry whose read began later, and which was done before this install.
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

/// A fill of the same entry whose read began later, and which was stored before this one.
fn later_fill<'i>(
    index: &'i Index<'_>,
    convergence: &Convergence,
    change: &RegistryChange,
) -> Option<&'i Convergence> {
    let (began, _) = convergence.read_began?;
    let fills = index.changes_from(change.before).filter(|change| change.now.is_some());
    let mut fills = fills.map(|change| &index.convergences[change.convergence]);
    fills.find(|fill| fill.read_began.is_some_and(|(other, _)| other > began))
}

fn is_in_force(end: End) -> bool {
    match end {
        End::Installed(_) | End::Evicted(_) => true,
        End::Kept(why) => matches!(why, Kept::Unchanged | Kept::NothingHeld | Kept::NoReference),
    }
}
