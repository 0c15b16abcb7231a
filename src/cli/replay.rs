//! `reconverge replay`: one run as a timeline, with rows against registries and an explanation.

use std::sync::Arc;

use serde_json::json;

use super::input::{Mistake, load_one};
use super::run::refuse;
use super::{Exit, Format, ReplayArgs, output};
use crate::report::{json as report_json, text};
use crate::scenario::Scenario;
use crate::testbed::{Hitch, Plan, Pool, digest};
use crate::verdict::{Status, Trial};

/// Replays one seed.
pub fn replay(args: &ReplayArgs) -> Exit {
    let loaded = match load_one(&args.path, &args.policies.policies) {
        Ok(loaded) => loaded,
        Err(mistakes) => return refuse(&mistakes),
    };
    let seed = args.seed.unwrap_or(loaded.scenario.seeds.start);
    let Some(end) = seed.checked_add(1) else {
        let hint = "seeds go from 0 to 18446744073709551614";
        return refuse(&[Mistake::other(format!("--seed {seed}: the seed is too large"), hint)]);
    };
    let scenario = Scenario { seeds: seed..end, ..(*loaded.scenario).clone() };
    let plan = Arc::new(Plan::new(Arc::new(scenario)));
    match Pool::default().replay(&plan, seed) {
        Ok(trial) => {
            let text = match args.format {
                Format::Text => report(&loaded.name, &trial, args.all),
                Format::Json => value(&trial),
            };
            output::data(&text);
            match trial.verdict.status {
                Status::Pass => Exit::Held,
                Status::Fault if trial.history.outcome.is_of_the_testbed() => Exit::Fault,
                Status::Miss | Status::Fail | Status::Fault => Exit::Violated,
            }
        }
        Err(hitch) => {
            output::say(&format!("error: {} at seed {seed}: {}\n", loaded.name, hitch.told(&plan.header)));
            if matches!(hitch, Hitch::Hung { replica: Some(_), .. }) { Exit::Violated } else { Exit::Fault }
        }
    }
}

fn report(name: &str, trial: &Trial, all: bool) -> String {
    let Trial { history, verdict, .. } = trial;
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

fn value(trial: &Trial) -> String {
    let mut value = report_json::trial(trial, &digest(&trial.history).to_string());
    value["title"] = json!(trial.history.header.title);
    value["events"] = report_json::events(&trial.history);
    format!("{value:#}\n")
}
