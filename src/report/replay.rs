//! The report of a replay: one run as a timeline, with rows against registries and an explanation; and the same as JSON.

use serde_json::json;

use super::{json as report_json, text};
use crate::campaign::HarnessError;
use crate::history::Header;
use crate::stage::digest;
use crate::verdict::JudgedRun;

/// Everything about one run, for people. With `all` the timeline shows every event.
pub fn text(name: &str, run: &JudgedRun, all: bool) -> String {
    let JudgedRun { history, verdict, .. } = run;
    format!(
        "{} at seed {}: {}\n{}\n{}\n  digest {}\n",
        name,
        history.seed,
        verdict.status,
        history.header.title,
        text::run(run, all, None),
        digest(history),
    )
}

/// Everything about one run, for machines.
pub fn value(run: &JudgedRun) -> String {
    let mut value = report_json::judged_run(run, &digest(&run.history).to_string());
    value["title"] = json!(run.history.header.title);
    value["state"] = report_json::state(&run.history);
    value["events"] = report_json::events(&run.history);
    format!("{value:#}\n")
}

/// Why there is no run to report.
pub fn no_run(name: &str, seed: u64, error: &HarnessError, header: &Header) -> String {
    format!("error: {name} at seed {seed}: {}\n", error.described(header))
}
