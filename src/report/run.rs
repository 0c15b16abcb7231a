//! The report of running scenarios: a line for each, then what failed; and the same as JSON.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};

use super::phrase::{TIMELINE_LINES_MAX, count_of, failing_of, painted, put, replay_command};
use super::{json as report_json, phrase, text};
use crate::campaign::{ScenarioEnd, ScenarioResult};
use crate::model::NamedScenario;
use crate::stage::{CompiledScenario, digest};

/// The word for how a scenario ended.
fn word(result: &ScenarioResult) -> &'static str {
    if let ScenarioEnd::Stopped = result.end { "stopped" } else { phrase::word(result.conclusion()) }
}

/// The line of a scenario. `width`: the length of the longest name.
pub fn line(named: &NamedScenario, result: &ScenarioResult, width: usize) -> String {
    let word = painted(word(result));
    let seeds = failing_of(result.failing.len() as u64, result.seeds);
    format!("{word}  {:width$}  {seeds:>14}  {}\n", named.name, named.scenario.title)
}

/// Everything about a scenario that did not pass; nothing about one that did.
pub fn failure(named: &NamedScenario, result: &ScenarioResult, policies: &[(String, String)]) -> String {
    let (seed, found) = match &result.end {
        ScenarioEnd::Passed | ScenarioEnd::Stopped => return missed(named, result),
        ScenarioEnd::Failed(run) => (run.history.seed, text::run(run, false, Some(TIMELINE_LINES_MAX))),
        ScenarioEnd::Unstable(unstable) => {
            let differs = text::difference(unstable);
            (unstable.second_run.history.seed, format!("  not a function of its seed: {differs}\n"))
        }
        ScenarioEnd::HarnessError(error) => {
            let seed = result.failing.first().copied().unwrap_or(named.scenario.seeds.start);
            let header = CompiledScenario::new(Arc::clone(&named.scenario)).header;
            (seed, format!("  {}\n", error.described(&header)))
        }
    };
    let mut text = String::new();
    put(
        &mut text,
        &format!("\n{}  {}, seed {seed}: {}", painted(word(result)), named.name, named.scenario.title),
    );
    text.push_str(&found);
    put(&mut text, &format!("\n  replay: {}", replay_command(&named.name, seed, policies)));
    text
}

/// The situations that a scenario is about and that never occurred.
fn missed(named: &NamedScenario, result: &ScenarioResult) -> String {
    let mut text = String::new();
    if !result.missed_situations.is_empty() {
        put(&mut text, &format!("\n{}  {}: {}", painted(word(result)), named.name, named.scenario.title));
    }
    for situation in &result.missed_situations {
        put(&mut text, &format!("  {situation} never occurred: {}", situation.meaning()));
    }
    text
}

/// How many scenarios passed, and what became of the others.
pub fn summary(results: &[ScenarioResult], skipped: usize) -> String {
    let count = |wanted: &[&str]| results.iter().filter(|result| wanted.contains(&word(result))).count();
    let scenarios = count_of(results.len() as u64, "scenario");
    let mut text = format!("\n{scenarios}: {} passed", count(&["pass"]));
    for (wanted, outcome) in [(&["FAIL"][..], "failed"), (&["miss"], "missed"), (&["FAULT"], "at fault")] {
        if count(wanted) > 0 {
            write!(text, ", {} {outcome}", count(wanted)).expect("a string takes any text");
        }
    }
    if count(&["stopped"]) > 0 {
        write!(text, "; interrupted, {} not run to the end", count(&["stopped"]))
            .expect("a string takes any text");
    }
    if skipped > 0 {
        write!(text, "; {skipped} left out, whose lane lacks a policy").expect("a string takes any text");
    }
    text.push('\n');
    text
}

/// The result of every scenario, for machines. `skipped`: how many were left out, because their lanes lack a policy.
pub fn value(scenarios: &[NamedScenario], results: &[ScenarioResult], skipped: usize) -> Value {
    let values = scenarios.iter().zip(results).map(|(NamedScenario { name, scenario }, result)| {
        let first = match &result.end {
            ScenarioEnd::Passed | ScenarioEnd::Stopped => Value::Null,
            ScenarioEnd::Failed(run) => report_json::judged_run(run, &digest(&run.history).to_string()),
            ScenarioEnd::Unstable(unstable) => {
                json!({ "seed": unstable.second_run.history.seed, "differs_at_event": unstable.event })
            }
            ScenarioEnd::HarnessError(error) => {
                let header = CompiledScenario::new(Arc::clone(scenario)).header;
                json!({ "seed": result.failing.first(), "harness_error": error.described(&header).to_string() })
            }
        };
        json!({
            "name": name,
            "title": scenario.title,
            "result": word(result).to_lowercase(),
            "seeds": result.seeds,
            "failing": result.failing,
            "unseen": result.missed_situations.iter().map(|situation| situation.name()).collect::<Vec<_>>(),
            "first": first,
        })
    });
    json!({ "scenarios": values.collect::<Vec<_>>(), "left_out": skipped })
}
