//! A case: the result of one scenario under its settings, at all of its seeds.
//!
//! A seed that misses what its scenario is about is not red: it has shown nothing, so it guards nothing.

use std::collections::BTreeMap;

use crate::campaign::scenario_result::{GroupSeeds, ScenarioEnd, ScenarioResult};
use crate::campaign::tally::SweepGroup;
use crate::model::Scenario;
use crate::names::Situation;

/// The result of one scenario under its settings.
#[derive(Clone, Debug)]
pub struct Case {
    /// The scenario, by its position among the subjects.
    pub subject: usize,
    /// How many seeds were requested.
    pub requested: u64,
    /// How many were run.
    pub seeds: u64,
    /// In how many of them something does not hold.
    pub red: u64,
    /// How many of them missed what the scenario is about, and failed in nothing.
    pub missed: u64,
    /// The first red seed.
    pub first: Option<u64>,
    /// After how many seeds that one was found, itself included.
    pub found_after: Option<u64>,
    /// How many seeds are in each group of failures, and which is the first.
    pub groups: BTreeMap<SweepGroup, GroupSeeds>,
    /// The situations that the scenario is about and that occurred at no seed.
    pub missed_situations: Vec<Situation>,
    /// If it is the testbed's fault, or the replicas are not functions of their seed: which of the two.
    pub fault: Option<SweepGroup>,
    /// Whether it was stopped before its last seed.
    pub stopped: bool,
}

impl Case {
    pub(super) fn of(subject: usize, scenario: &Scenario, result: &ScenarioResult) -> Self {
        let mut groups = result.groups.clone();
        let missed = groups.remove(&SweepGroup::Miss).map_or(0, |miss| miss.count);
        let first = groups.values().map(|seeds| seeds.first).min();
        let requested = scenario.seeds.end - scenario.seeds.start;
        Self {
            subject,
            requested,
            seeds: result.seeds,
            red: result.failing.len() as u64 - missed,
            missed,
            first,
            found_after: first.map(|first| first - scenario.seeds.start + 1),
            missed_situations: result.missed_situations.clone(),
            fault: fault(result),
            stopped: result.seeds < requested && !matches!(result.end, ScenarioEnd::HarnessError(_)),
            groups,
        }
    }

    /// Whether something does not hold at some seed.
    pub fn is_red(&self) -> bool {
        self.red > 0
    }

    /// Whether every seed was run and passed, and every situation that the scenario is about occurred.
    pub fn is_green(&self) -> bool {
        self.red == 0 && self.missed == 0 && self.missed_situations.is_empty() && self.seeds == self.requested
    }
}

fn fault(result: &ScenarioResult) -> Option<SweepGroup> {
    let of_end = match &result.end {
        ScenarioEnd::Unstable(_) => Some(SweepGroup::Unstable),
        // A replica that hangs is at fault itself, not the testbed.
        ScenarioEnd::HarnessError(error) => {
            Some(SweepGroup::of_harness_error(error)).filter(|group| *group == SweepGroup::Testbed)
        }
        ScenarioEnd::Passed | ScenarioEnd::Stopped | ScenarioEnd::Failed(_) => None,
    };
    of_end.or_else(|| result.groups.contains_key(&SweepGroup::Testbed).then_some(SweepGroup::Testbed))
}
