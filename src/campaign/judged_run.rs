//! One seed, from the compiled scenario to the verdict.

use std::sync::Arc;

use crate::model::{Action, EntryExpect, Scenario};
use crate::names::Columns;
use crate::stage::{Capture, CompiledScenario, Runner};
use crate::verdict::JudgedRun;

/// Runs a scenario at one seed and judges the run. `capture` is what to capture beside what the scenario itself needs.
pub fn judged_run(
    runner: &mut Runner,
    compiled: &Arc<CompiledScenario>,
    seed: u64,
    capture: Capture,
) -> JudgedRun {
    let history = runner.run(compiled, seed, capture.and(capture_for(&compiled.scenario)));
    JudgedRun::of(&compiled.scenario, history)
}

/// What a run must capture so that the scenario's expectations can be checked.
pub fn capture_for(scenario: &Scenario) -> Capture {
    let names_columns = |entry: &EntryExpect| {
        let in_words = entry.reason.is_some() || entry.names.is_some() || entry.absent.is_some();
        in_words || entry.state.is_some() || entry.serving.is_some() || entry.columns != Columns::default()
    };
    let looks = scenario.steps.iter().any(|step| {
        let Action::Look(entry) = &step.action else { return false };
        names_columns(entry)
    });
    Capture {
        content: looks || scenario.expect.entries.iter().any(names_columns),
        payloads: scenario.expect.payloads.is_some(),
        lines: !scenario.expect.log.is_empty(),
    }
}
