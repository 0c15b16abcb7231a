//! What a result means for whoever asked: the one scale that texts and exit codes are taken from.

use super::ablate::{Ablation, GuardStatus};
use super::pool::{ScenarioEnd, ScenarioResult};
use super::sweep::SweepResult;
use super::tally::SweepGroup;
use super::watchdog::HarnessError;
use crate::model::Scenario;
use crate::verdict::{JudgedRun, Status, missed_situations};

/// How a campaign ended, the better first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Conclusion {
    /// Everything holds.
    Held,
    /// Nothing is wrong, but the scenario never came to what it is about.
    Missed,
    /// Something does not hold.
    Violated,
    /// The testbed itself is at fault, or a replica is no function of its seed.
    Fault,
}

impl ScenarioResult {
    /// What it means. A scenario that was stopped early holds as far as it came.
    pub fn conclusion(&self) -> Conclusion {
        match &self.end {
            ScenarioEnd::Passed if !self.unseen.is_empty() => Conclusion::Missed,
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
            Self::Hung { replica: None, .. } | Self::Broken(_) => Conclusion::Fault,
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
    /// What it means: its worst group, or a situation that none of its seeds came to.
    pub fn conclusion(&self, scenario: &Scenario) -> Conclusion {
        let worst = self.tally.groups.keys().map(|group| group.conclusion()).max();
        let is_seen = missed_situations(scenario, &self.tally.situations).is_empty();
        let seen = if is_seen { Conclusion::Held } else { Conclusion::Missed };
        worst.map_or(seen, |worst| worst.max(seen))
    }
}

impl Ablation {
    /// What it means. `is_whole`: all shipped scenarios were ablated, so that what the list of exemptions says must
    /// hold.
    pub fn conclusion(&self, is_whole: bool) -> Conclusion {
        if self.cases().any(|case| case.fault.is_some()) {
            return Conclusion::Fault;
        }
        let is_red_before = self.baseline.iter().any(|case| !case.is_green() && !case.stopped);
        let is_bad = |standing| match standing {
            GuardStatus::Unguarded => true,
            GuardStatus::Stale => is_whole,
            GuardStatus::Noticed | GuardStatus::Listed | GuardStatus::Aside | GuardStatus::Unknown => false,
        };
        let has_bad_value = self.rows.iter().any(|row| is_bad(row.standing()));
        let has_idle_pair = self.pairs.iter().any(|pair| pair.makes_a_difference() == Some(false));
        if is_red_before || has_bad_value || has_idle_pair { Conclusion::Violated } else { Conclusion::Held }
    }
}
