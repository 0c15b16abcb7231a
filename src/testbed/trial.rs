//! A trial: one seed, from the plan to the verdict.

use std::sync::Arc;

use super::environment::Capture;
use super::plan::Plan;
use super::worker::Worker;
use crate::scenario::{Action, EntryExpect, Fields, Scenario};
use crate::verdict::Trial;

/// Runs a plan at one seed and judges it. `capture` is what to write down beside what the scenario itself
/// needs.
pub fn trial(worker: &mut Worker, plan: &Arc<Plan>, seed: u64, capture: Capture) -> Trial {
    let history = worker.run(plan, seed, capture.and(capture_for(&plan.scenario)));
    Trial::of(&plan.scenario, history)
}

/// What a run must write down so that the scenario's expectations can be checked.
pub fn capture_for(scenario: &Scenario) -> Capture {
    let names_columns = |entry: &EntryExpect| {
        let in_words = entry.reason.is_some() || entry.names.is_some() || entry.absent.is_some();
        in_words || entry.state.is_some() || entry.serving.is_some() || entry.fields != Fields::default()
    };
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
