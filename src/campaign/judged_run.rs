//! A trial: one seed, from the compiled scenario to the verdict.

use std::sync::Arc;

use crate::model::{Action, EntryExpect, Scenario};
use crate::names::Columns;
use crate::stage::Capture;
use crate::stage::CompiledScenario;
use crate::stage::Runner;
use crate::verdict::JudgedRun;

/// Runs a compiled scenario at one seed and judges it. `capture` is what to write down beside what the scenario itself
/// needs.
pub fn judged_run(
    runner: &mut Runner,
    compiled: &Arc<CompiledScenario>,
    seed: u64,
    capture: Capture,
) -> JudgedRun {
    let history = runner.run(compiled, seed, capture.and(capture_for(&compiled.scenario)));
    JudgedRun::of(&compiled.scenario, history)
}

/// What a run must write down so that the scenario's expectations can be checked.
pub fn capture_for(scenario: &Scenario) -> Capture {
    let names_columns = |entry: &EntryExpect| {
        let in_words = entry.reason.is_some() || entry.names.is_some() || entry.absent.is_some();
        in_words || entry.state.is_some() || entry.serving.is_some() || entry.columns != Columns::default()
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
