//! The tally of a sweep: the results of many seeds of one scenario, in a space that does not grow with their number.
//!
//! Each group of failures has a representative: the seed with the fewest events, and among several such the lowest.
//! Invariant: tallies of parts can be merged in any order with the same result.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::harness_error::HarnessError;
use super::recheck::Unstable;
use crate::oracle::Situations;
use crate::verdict::{Failure, Group, JudgedRun, Status};

/// A group of seeds that did not pass. A seed can belong to several.
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
    pub(super) fn of(run: &JudgedRun) -> BTreeSet<Self> {
        if run.history.outcome.is_of_the_testbed() {
            return [Self::Testbed].into();
        }
        if run.verdict.status == Status::Miss {
            return [Self::Miss].into();
        }
        run.verdict.failures.iter().map(Failure::group).map(Self::Failure).collect()
    }

    /// The group of a seed that has no history.
    pub(super) fn of_harness_error(error: &HarnessError) -> Self {
        match error {
            HarnessError::Hung { replica: Some(_), .. } => Self::Hung,
            HarnessError::Hung { replica: None, .. }
            | HarnessError::WorkerDied
            | HarnessError::StoreNotOpened(_) => Self::Testbed,
        }
    }
}

/// What a report can show of a representative.
#[derive(Clone, Debug)]
pub enum RepresentativeRun {
    /// Its second run, with everything captured.
    JudgedRun(Arc<JudgedRun>),
    /// How its two runs differ.
    Unstable(Arc<Unstable>),
    /// Why there is no run.
    HarnessError(HarnessError),
}

/// The seed that stands for a group in reports.
#[derive(Clone, Debug)]
pub struct Representative {
    /// How many events its run has; 0 if there is no run.
    pub events: usize,
    /// The seed.
    pub seed: u64,
    /// What there is to show.
    pub run: RepresentativeRun,
}

impl Representative {
    /// Whether this one stands for a group to which both belong.
    pub fn is_preferred_to(&self, other: &Self) -> bool {
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
    /// The one with the fewest events, and among several such the lowest.
    pub representative: Representative,
}

/// The results of many seeds. A seed that is not in any group has passed.
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
    /// The groups of those that did not pass.
    pub groups: BTreeMap<SweepGroup, GroupTally>,
}

impl SweepTally {
    /// How many seeds failed.
    pub fn failed(&self) -> u64 {
        self.seeds - self.passed - self.missed
    }

    /// Adds a run with the groups that it belongs to, each with its representative so far.
    pub(super) fn add(&mut self, run: &JudgedRun, groups: Vec<(SweepGroup, Representative)>) {
        self.events += run.history.events.len() as u64;
        self.situations += run.situations;
        self.add_seed(run.history.seed, groups);
    }

    /// Adds a seed, which may have no run.
    pub(super) fn add_seed(&mut self, seed: u64, groups: Vec<(SweepGroup, Representative)>) {
        self.seeds += 1;
        match groups[..] {
            [] => self.passed += 1,
            [(SweepGroup::Miss, _)] => self.missed += 1,
            // What is neither passed nor missed has failed, in however many groups.
            _ => {}
        }
        for (group, representative) in groups {
            self.add_to_group(group, GroupTally { count: 1, first: seed, representative });
        }
    }

    /// Adds the tally of other seeds.
    pub fn merge(&mut self, other: Self) {
        let Self { seeds, passed, missed, events, situations, groups } = other;
        self.seeds += seeds;
        self.passed += passed;
        self.missed += missed;
        self.events += events;
        self.situations += situations;
        for (group, other) in groups {
            self.add_to_group(group, other);
        }
    }

    fn add_to_group(&mut self, group: SweepGroup, other: GroupTally) {
        let Some(mine) = self.groups.get_mut(&group) else {
            self.groups.insert(group, other);
            return;
        };
        mine.count += other.count;
        mine.first = mine.first.min(other.first);
        if other.representative.is_preferred_to(&mine.representative) {
            mine.representative = other.representative;
        }
    }
}
