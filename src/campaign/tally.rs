//! What many seeds of one scenario came to, in a space that does not grow with their number.
//!
//! Tallies of parts are merged in any order with the same result. Of each group the seed with the fewest events
//! is kept, then the lowest.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::recheck::Unstable;
use super::watchdog::HarnessError;
use crate::oracle::Situations;
use crate::verdict::{Failure, Group, JudgedRun, Status};

/// Where a seed that did not pass belongs. It can belong to several groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SweepGroup {
    /// It behaved otherwise when it was run again.
    Unstable,
    /// The testbed itself is at fault.
    Testbed,
    /// A poll of a replica did not return.
    Hung,
    /// Something does not hold.
    Failure(Group),
    /// What the scenario is about did not happen.
    Miss,
}

impl SweepGroup {
    /// The groups of a run that did not pass, each once.
    pub(super) fn of(trial: &JudgedRun) -> BTreeSet<Self> {
        if trial.history.outcome.is_of_the_testbed() {
            return [Self::Testbed].into();
        }
        if trial.verdict.status == Status::Miss {
            return [Self::Miss].into();
        }
        trial.verdict.failures.iter().map(Failure::group).map(Self::Failure).collect()
    }

    /// The group of a seed that there is no run of.
    pub(super) fn of_harness_error(harness_error: &HarnessError) -> Self {
        match harness_error {
            HarnessError::Hung { replica: Some(_), .. } => Self::Hung,
            HarnessError::Hung { replica: None, .. } | HarnessError::Broken(_) => Self::Testbed,
        }
    }
}

/// What is kept of a seed.
#[derive(Clone, Debug)]
pub enum RepresentativeRun {
    /// Its second run, with everything written down.
    JudgedRun(Arc<JudgedRun>),
    /// How its two runs differ.
    Unstable(Arc<Unstable>),
    /// Why there is no run.
    HarnessError(HarnessError),
}

/// A seed that is kept.
#[derive(Clone, Debug)]
pub struct Representative {
    /// How many events it has.
    pub events: usize,
    /// The seed.
    pub seed: u64,
    /// What is kept of it.
    pub run: RepresentativeRun,
}

impl Representative {
    /// Whether this one is to be kept and not the other.
    pub fn is_before(&self, other: &Self) -> bool {
        (self.events, self.seed) < (other.events, other.seed)
    }
}

/// The seeds of one group.
#[derive(Clone, Debug)]
pub struct GroupTally {
    /// How many.
    pub count: u64,
    /// The lowest.
    pub first: u64,
    /// The one with the fewest events, then the lowest.
    pub kept: Representative,
}

/// What many seeds came to. A seed that is not in any group has passed.
#[derive(Clone, Debug, Default)]
pub struct SweepTally {
    /// How many seeds were run.
    pub seeds: u64,
    /// How many of them passed.
    pub passed: u64,
    /// How many of them missed what the scenario is about, and failed in nothing.
    pub missed: u64,
    /// How many events they have.
    pub events: u64,
    /// How often each situation occurred in all of them.
    pub situations: Situations,
    /// Those that did not pass.
    pub groups: BTreeMap<SweepGroup, GroupTally>,
}

impl SweepTally {
    /// How many seeds failed.
    pub fn failed(&self) -> u64 {
        self.seeds - self.passed - self.missed
    }

    /// Adds a finished run, and with each group that it belongs to the seed that is kept of the group so far.
    pub(super) fn add(&mut self, trial: &JudgedRun, groups: Vec<(SweepGroup, Representative)>) {
        self.events += trial.history.events.len() as u64;
        self.situations += trial.situations;
        self.add_seed(trial.history.seed, groups);
    }

    /// Adds a seed, of which there may be no run.
    pub(super) fn add_seed(&mut self, seed: u64, groups: Vec<(SweepGroup, Representative)>) {
        self.seeds += 1;
        match groups[..] {
            [] => self.passed += 1,
            [(SweepGroup::Miss, _)] => self.missed += 1,
            _ => {}
        }
        for (group, kept) in groups {
            self.add_grouped(group, GroupTally { count: 1, first: seed, kept });
        }
    }

    /// Adds what other seeds came to.
    pub fn merge(&mut self, other: Self) {
        let Self { seeds, passed, missed, events, situations, groups } = other;
        self.seeds += seeds;
        self.passed += passed;
        self.missed += missed;
        self.events += events;
        self.situations += situations;
        for (group, grouped) in groups {
            self.add_grouped(group, grouped);
        }
    }

    fn add_grouped(&mut self, group: SweepGroup, other: GroupTally) {
        let Some(mine) = self.groups.get_mut(&group) else {
            self.groups.insert(group, other);
            return;
        };
        mine.count += other.count;
        mine.first = mine.first.min(other.first);
        if other.kept.is_before(&mine.kept) {
            mine.kept = other.kept;
        }
    }
}
