//! The result of running a scenario at its own seeds.

use std::collections::BTreeMap;

use super::harness_error::HarnessError;
use super::recheck::Unstable;
use super::tally::SweepGroup;
use crate::names::Situation;
use crate::verdict::JudgedRun;

/// The result of running a scenario at its seeds.
#[derive(Clone, Debug)]
pub struct ScenarioResult {
    /// How many seeds were run.
    pub seeds: u64,
    /// The seeds that did not pass, in order; with a harness error, the seed at which it happened.
    pub failing: Vec<u64>,
    /// How many of those seeds are in each group, and which is the first. A seed can be in several.
    pub groups: BTreeMap<SweepGroup, GroupSeeds>,
    /// The situations that the scenario is about and that occurred at none of the seeds.
    pub missed_situations: Vec<Situation>,
    /// How it ended.
    pub end: ScenarioEnd,
}

/// The seeds of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupSeeds {
    /// How many.
    pub count: u64,
    /// The lowest.
    pub first: u64,
}

/// How the runs of a scenario ended.
#[derive(Clone, Debug)]
pub enum ScenarioEnd {
    /// Every seed passed.
    Passed,
    /// It was stopped before its last seed, and no seed up to there had failed.
    Stopped,
    /// Some seed did not pass; this is the first, run again with everything captured.
    Failed(Box<JudgedRun>),
    /// The first failing seed behaved otherwise when it was run again: it is not a function of its seed.
    Unstable(Box<Unstable>),
    /// There is no result.
    HarnessError(HarnessError),
}

impl ScenarioResult {
    /// The result before the first seed.
    pub(super) fn begin() -> Self {
        let (failing, groups, missed_situations) = (Vec::new(), BTreeMap::new(), Vec::new());
        Self { seeds: 0, failing, groups, missed_situations, end: ScenarioEnd::Passed }
    }

    /// Adds a seed that did not pass. Seeds come in order.
    pub(super) fn add_failing(&mut self, seed: u64, groups: impl IntoIterator<Item = SweepGroup>) {
        self.failing.push(seed);
        for group in groups {
            self.groups.entry(group).or_insert(GroupSeeds { count: 0, first: seed }).count += 1;
        }
    }
}
