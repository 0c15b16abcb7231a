//! A trial: one seed, from the plan to the verdict.

use std::sync::Arc;

use super::environment::Capture;
use super::plan::Plan;
use super::worker::Worker;
use crate::history::History;
use crate::oracle::{Findings, judge};
use crate::scenario::{Action, EntryExpect, Fields, Scenario};
use crate::verdict::{Verdict, weigh};

/// One seed of a plan, run and judged.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What happened.
    pub history: History,
    /// What the oracles found.
    pub findings: Findings,
    /// What that means, held against what the scenario expects.
    pub verdict: Verdict,
}

/// Runs a plan at one seed and judges it. `capture` is what to write down beside what the scenario itself
/// needs.
pub fn trial(worker: &mut Worker, plan: &Arc<Plan>, seed: u64, capture: Capture) -> Trial {
    let history = worker.run(plan, seed, capture.and(capture_for(&plan.scenario)));
    weighed(plan, history)
}

/// Judges a history of a plan.
pub(super) fn weighed(plan: &Plan, history: History) -> Trial {
    let findings = judge(&history);
    let verdict = weigh(&plan.scenario, &history, &findings);
    Trial { history, findings, verdict }
}

/// What a run must write down so that the scenario's expectations can be checked.
pub fn capture_for(scenario: &Scenario) -> Capture {
    let names_columns = |entry: &EntryExpect| entry.fields != Fields::default();
    let looks = scenario.steps.iter().any(|step| match &step.action {
        Action::Look(entry) => names_columns(entry),
        _ => false,
    });
    Capture {
        content: looks || scenario.expect.entries.iter().any(names_columns),
        payloads: scenario.expect.payloads.is_some(),
        lines: !scenario.expect.log.is_empty(),
    }
}
