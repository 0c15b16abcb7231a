//! The conclusion of a campaign: what its result means, from good to bad.
//!
//! Texts and exit codes are taken from this one scale, so that they cannot disagree.

use super::ablate::{Ablation, GuardStatus};
use super::harness_error::HarnessError;
use super::scenario_result::{ScenarioEnd, ScenarioResult};
use super::sweep::SweepResult;
use super::tally::SweepGroup;
use crate::model::Scenario;
use crate::verdict::{JudgedRun, Status, missed_situations};

/// How a campaign ended, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Conclusion {
    /// Everything holds.
    Held,
    /// Nothing is wrong, but a situation that the scenario is about never occurred.
    Missed,
    /// Something does not hold.
    Violated,
    /// The testbed itself is at fault, or a replica is not a function of its seed.
    Fault,
}

impl ScenarioResult {
    /// What it means. A scenario that was stopped early is concluded from the seeds that were run.
    pub fn conclusion(&self) -> Conclusion {
        match &self.end {
            ScenarioEnd::Passed if !self.missed_situations.is_empty() => Conclusion::Missed,
            ScenarioEnd::Passed | ScenarioEnd::Stopped => Conclusion::Held,
            ScenarioEnd::Failed(first) => first.conclusion(),
            ScenarioEnd::HarnessError(error) => error.conclusion(),
            ScenarioEnd::Unstable(_) => Conclusion::Fault,
        }
    }
}

impl JudgedRun {
    /// What one run means.
    pub fn conclusion(&self) -> Conclusion {
        match self.verdict.status {
            Status::Pass => Conclusion::Held,
            Status::Miss => Conclusion::Missed,
            Status::Fail | Status::Fault if !self.history.outcome.is_of_the_testbed() => Conclusion::Violated,
            Status::Fail | Status::Fault => Conclusion::Fault,
        }
    }
}

impl HarnessError {
    /// A replica whose poll does not return is wrong; anything else is the testbed's own fault.
    pub fn conclusion(&self) -> Conclusion {
        match self {
            Self::Hung { replica: Some(_), .. } => Conclusion::Violated,
            Self::Hung { replica: None, .. } | Self::WorkerDied | Self::StoreNotOpened(_) => {
                Conclusion::Fault
            }
        }
    }
}

impl SweepGroup {
    /// What a seed of the group means.
    pub fn conclusion(self) -> Conclusion {
        match self {
            Self::Unstable | Self::Testbed => Conclusion::Fault,
            Self::Hung | Self::Failure(_) => Conclusion::Violated,
            Self::Miss => Conclusion::Missed,
        }
    }
}

impl SweepResult {
    /// What it means: its worst group, or a miss if a situation that the scenario is about occurred at none of its seeds.
    pub fn conclusion(&self, scenario: &Scenario) -> Conclusion {
        let worst_group = self.tally.groups.keys().map(|group| group.conclusion()).max();
        let has_occurred = missed_situations(scenario, &self.tally.situations).is_empty();
        let occurred = if has_occurred { Conclusion::Held } else { Conclusion::Missed };
        worst_group.map_or(occurred, |worst| worst.max(occurred))
    }
}

impl Ablation {
    /// What it means. `covers_all_shipped`: all shipped scenarios were ablated, so that what the list of exemptions says
    /// must hold.
    pub fn conclusion(&self, covers_all_shipped: bool) -> Conclusion {
        if self.cases().any(|case| case.fault.is_some()) {
            return Conclusion::Fault;
        }
        let is_red_unchanged = self.baseline.iter().any(|case| !case.is_green() && !case.stopped);
        let is_bad = |status| match status {
            GuardStatus::Unguarded => true,
            GuardStatus::NoticedThoughListed => covers_all_shipped,
            GuardStatus::Noticed | GuardStatus::Listed | GuardStatus::NotRequired | GuardStatus::Unknown => {
                false
            }
        };
        let has_bad_value = self.values.iter().any(|value| is_bad(value.guard_status()));
        // A pair that was not run to its end, or that no scenario has, is not idle but unknown.
        let has_idle_pair = self.pairs.iter().any(|pair| pair.makes_a_difference() == Some(false));
        if is_red_unchanged || has_bad_value || has_idle_pair {
            Conclusion::Violated
        } else {
            Conclusion::Held
        }
    }
}
