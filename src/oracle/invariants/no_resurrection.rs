//! 1, no resurrection: no install comes from a read that shows the row absent, nor from one that a read
//! begun later had already overtaken.
//!
//! A later read has overtaken when its convergence ended with its result in force: installed, evicted,
//! unchanged or nothing to hold. One whose build failed stored nothing and overtakes nobody. What a door
//! installs from its hand has no read and is left to the invariants 2 and 3.

use crate::history::{Kept, Seen};
use crate::names::Invariant;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::run::{End, Run};

/// Checks every install.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for store in &index.stores {
        let (run, Some(instance)) = (&index.runs[store.run], store.now) else { continue };
        if index.is_by_hand(run) {
            continue;
        }
        let shown = (store.event, run.address);
        if run.read.is_some_and(|read| read.seen == Seen::Absent) {
            let what = Breach::InstalledFromAbsent { instance, work: run.work };
            findings.broke(index, Invariant::NoResurrection, shown, what);
        }
        if let Some(by) = overtaker(index, run, store.event) {
            let what = Breach::InstalledOvertaken { instance, work: run.work, by: by.work };
            findings.broke(index, Invariant::NoResurrection, shown, what);
        }
    }
}

/// A run of the same entry whose read began later, and which was done before this install.
fn overtaker<'i>(index: &'i Index<'_>, run: &Run, installed: usize) -> Option<&'i Run> {
    let (began, _) = run.read_began?;
    let mut others = index.runs_of(run.replica, run.address).filter(|other| other.life == run.life);
    others.find(|other| {
        let later = other.read_began.is_some_and(|(other_began, _)| other_began > began);
        later && other.ended.is_some_and(|(ended, end)| ended < installed && is_in_force(end))
    })
}

fn is_in_force(end: End) -> bool {
    match end {
        End::Installed(_) | End::Evicted(_) => true,
        End::Kept(why) => matches!(why, Kept::Unchanged | Kept::NothingHeld),
    }
}
