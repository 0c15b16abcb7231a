//! No secret's value is in a payload, a log line, a report or a snapshot: every shipped scenario is played with values
//! that can be found wherever they turn up, and everything that anybody may read is searched for them.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use reconverge::campaign::judged_run;
use reconverge::model::{Action, Scenario};
use reconverge::names::Secret;
use reconverge::reading::{parse, shipped};
use reconverge::report::{json, text};
use reconverge::stage::{Capture, CompiledScenario, Runner};

/// What every value of a played scenario begins with.
const NEEDLE: &str = "Needle7Q";

/// The values of a workload.
const DRAWN: &[&str] = &["secret 0", "secret 1", "secret 2", "secret 3"];

/// Puts values that can be found in the place of those of the file; equal ones stay equal.
fn with_needles(scenario: &mut Scenario) {
    let needle = |secret: &mut Secret| *secret = Secret::from(&*format!("{NEEDLE}{}", secret.expose()));
    let of_rows = scenario.given.iter_mut().filter_map(|row| row.columns.secret.as_mut());
    of_rows.for_each(needle);
    let accepted = scenario.upstreams.iter_mut().filter_map(|upstream| upstream.accepts.as_mut());
    accepted.flatten().for_each(needle);
    for step in &mut scenario.steps {
        if let Action::Request(request) = &mut step.action {
            request.columns.secret.iter_mut().for_each(needle);
        }
        if let Action::Accepts { accepts: Some(accepts), .. } = &mut step.action {
            accepts.iter_mut().for_each(needle);
        }
    }
}

#[test]
fn no_secret_is_in_anything_that_can_be_read() {
    let mut runner = Runner::new(Arc::default()).expect("SQLite opens");
    let mut with_secrets = 0;
    for (name, source) in shipped::all() {
        let mut scenario = parse(name, source.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        with_needles(&mut scenario);
        let has_secrets = format!("{:?}", scenario.given).contains("***");
        with_secrets += usize::from(has_secrets);
        let compiled = Arc::new(CompiledScenario::new(Arc::new(scenario)));
        for seed in compiled.scenario.seeds.clone().take(3) {
            let run = judged_run(&mut runner, &compiled, seed, Capture::ALL);
            let (history, verdict) = (&run.history, &run.verdict);
            let texts = [
                text::run(&run, true, None),
                json::judged_run(&run, "").to_string(),
                json::state(history).to_string(),
                json::events(history).to_string(),
                format!("{:?} {:?} {:?}", history.payloads, history.lines, verdict),
                format!("{history:?}"),
            ];
            for text in texts {
                assert!(!text.contains(NEEDLE), "{name} at seed {seed} shows a secret");
                let drawn = DRAWN.iter().find(|drawn| text.contains(**drawn));
                assert_eq!(drawn, None, "{name} at seed {seed} shows a secret of its workload");
            }
        }
    }
    assert!(with_secrets > 5, "{with_secrets} scenarios are given secrets");
}

#[test]
fn no_snapshot_shows_a_secret_of_a_shipped_scenario() {
    let shown = snapshots(Path::new("tests"));
    let mut searched = 0;
    for (name, source) in shipped::all() {
        for secret in secrets(source) {
            searched += 1;
            assert!(secret.len() > 9, "a secret of {name} is too short to differ from other text");
            let showing = shown.iter().find(|(_, text)| text.contains(secret));
            assert!(showing.is_none(), "{secret} of {name} is in {:?}", showing.map(|(path, _)| path));
        }
    }
    assert!(searched > 40, "{searched} values were searched for");
}

#[test]
fn the_values_of_every_key_that_holds_secrets_are_found() {
    let source = r#"
        given = [{ name = "KEY", secret = "one" }]
        upstreams = { crm = { accepts = ["two", "three"] } }
        steps = [{ accepts = "crm", secrets = ["four"] }, { put = "KEY", secret    = "five" }]
    "#;
    let mut found = secrets(source);
    found.sort_unstable();
    assert_eq!(found, ["five", "four", "one", "three", "two"]);
}

/// The values that a file gives to keys that hold secrets: one, or a list of them.
fn secrets(source: &str) -> Vec<&str> {
    let given = |key| {
        let after = source.match_indices(key).map(|(at, key)| source[at + key.len()..].trim_start());
        after.filter_map(|rest| rest.strip_prefix('=')).map(str::trim_start)
    };
    let one = given("secret").filter_map(|rest| rest.strip_prefix('"')?.split('"').next());
    let lists = ["secrets", "accepts"].into_iter().flat_map(given);
    let lists = lists.filter_map(|rest| rest.strip_prefix('[')?.split(']').next());
    one.chain(lists.flat_map(|list| list.split('"').skip(1).step_by(2))).collect()
}

/// Every snapshot below a folder, with its path.
fn snapshots(folder: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("it can be read") {
        let path = entry.expect("it can be read").path();
        if path.is_dir() {
            found.extend(snapshots(&path));
        } else if path.extension().is_some_and(|extension| extension == "snap") {
            found.push((path.display().to_string(), fs::read_to_string(&path).expect("it can be read")));
        }
    }
    found
}
