//! One run as a timeline, with rows against registries and an explanation; and the same for machines.

use serde_json::json;

use super::{json as report_json, text};
use crate::stage::digest;
use crate::verdict::JudgedRun;

/// Everything about one run, for people.
pub fn text(name: &str, trial: &JudgedRun, all: bool) -> String {
    let JudgedRun { history, verdict, .. } = trial;
    format!(
        "{} at seed {}: {}\n{}\n{}\n  digest {}\n",
        name,
        history.seed,
        verdict.status,
        history.header.title,
        text::run(trial, all, None),
        digest(history),
    )
}

/// Everything about one run, for machines.
pub fn value(trial: &JudgedRun) -> String {
    let mut value = report_json::judged_run(trial, &digest(&trial.history).to_string());
    value["title"] = json!(trial.history.header.title);
    value["state"] = report_json::state(&trial.history);
    value["events"] = report_json::events(&trial.history);
    format!("{value:#}\n")
}
