//! What each value of a policy changes: every file in `scenarios/guards` is green as it stands, and red in the
//! intended way under the values that it is named after. Where a value is a second line of defence, it repairs what
//! another one breaks.

mod guards;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use reconverge::campaign::judged_run;
use reconverge::model::{Scenario, Span};
use reconverge::names::{Policies, PolicyInfo};
use reconverge::reading::{parse, shipped};
use reconverge::stage::{Capture, CompiledScenario, Runner};
use reconverge::verdict::Failure;

use guards::Red::{self, Answer, Breaks, Entry, Stale};
use guards::{REPAIRS, files};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/guards")
}

fn scenario(file: &str) -> Scenario {
    let path = folder().join(file).with_extension("toml");
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    parse(file, &bytes).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

/// What is red in a scenario, which must be the same at all of its seeds.
fn reds(scenario: Scenario) -> BTreeSet<Red> {
    let mut runner = Runner::new(Arc::default()).expect("SQLite opens");
    let seeds = scenario.seeds.clone();
    let compiled = Arc::new(CompiledScenario::new(Arc::new(scenario)));
    let mut at = |seed| {
        let verdict = judged_run(&mut runner, &compiled, seed, Capture::ALL).verdict;
        assert_eq!(verdict.misses, [], "seed {seed}");
        verdict.failures.iter().map(red).collect::<BTreeSet<_>>()
    };
    let first = at(seeds.start);
    for seed in seeds {
        assert_eq!(at(seed), first, "seed {seed}");
    }
    first
}

fn red(failure: &Failure) -> Red {
    match failure {
        Failure::Stale(stale) | Failure::OtherCause { stale, .. } | Failure::Theorem(stale) => {
            Stale(stale.cause.expect("it had a chance"))
        }
        Failure::Broken(broken) => Breaks(broken.invariant),
        Failure::Entry { .. } | Failure::NotStale { .. } => Entry,
        Failure::Answer { .. } => Answer,
        Failure::Outcome(_)
        | Failure::Backstop(_)
        | Failure::NotBroken(_)
        | Failure::Inconsistent(_)
        | Failure::Ready { .. }
        | Failure::Signals { .. }
        | Failure::Payload { .. }
        | Failure::Log { .. } => panic!("no guard fails in this way: {failure:?}"),
    }
}

/// A file with values over what it says.
fn with(file: &str, values: &[(&str, &str)]) -> Scenario {
    let mut scenario = scenario(file);
    for (policy, value) in values {
        scenario.policies.set(&scenario.lanes(), policy, value).expect("the lane has it");
    }
    scenario
}

#[test]
fn every_file_is_green_under_the_defaults() {
    for (file, _, _) in files() {
        assert_eq!(scenario(file).policies, Policies::default(), "{file} sets no policy");
        assert_eq!(reds(scenario(file)), BTreeSet::new(), "{file}");
    }
}

#[test]
fn every_file_is_red_under_the_values_that_it_guards_against() {
    let differing = files().filter_map(|(file, values, expected)| {
        let (expected, reds) = (expected.iter().copied().collect(), reds(with(file, values)));
        (reds != expected).then_some((file, reds))
    });
    assert_eq!(differing.collect::<Vec<_>>(), []);
}

#[test]
fn where_a_file_guards_against_two_values_it_takes_both() {
    for (file, values, _) in files().filter(|(_, values, _)| values.len() > 1) {
        for value in *values {
            assert_eq!(reds(with(file, &[*value])), BTreeSet::new(), "{file} with {value:?}");
        }
    }
}

#[test]
fn a_second_line_of_defence_repairs() {
    for (file, policy, value) in REPAIRS {
        let (_, values, _) = files().find(|(listed, _, _)| listed == file).expect("it is listed");
        let values: Vec<_> = values.iter().copied().chain([(*policy, *value)]).collect();
        assert_eq!(reds(with(file, &values)), BTreeSet::new(), "{file} with {values:?}");
    }
}

#[test]
fn every_file_is_listed() {
    let shipped = shipped::all().iter().filter_map(|(name, _)| name.strip_prefix("guards/"));
    let listed = files().map(|(file, _, _)| *file);
    assert_eq!(shipped.collect::<BTreeSet<_>>(), listed.collect());
}

#[test]
fn every_value_is_in_the_document() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/policies.md");
    let document = std::fs::read_to_string(path).expect("the document");
    for lane in reconverge::names::Lane::ALL {
        for policy in PolicyInfo::of(&[*lane]) {
            assert!(document.contains(&format!("## `{}`", policy.name)), "{}", policy.name);
            for value in policy.values {
                assert!(document.contains(&format!("| `{value}` |")), "{} = {value}", policy.name);
            }
        }
    }
}

#[test]
fn under_no_value_do_records_contradict_each_other() {
    let mut runner = Runner::new(Arc::default()).expect("SQLite opens");
    for (name, text) in shipped::all() {
        let shipped = parse(name, text.as_bytes()).expect("it is right");
        for policy in PolicyInfo::of(&shipped.lanes()) {
            for value in policy.values {
                let mut scenario = shipped.clone();
                scenario.store.lag = Span { min: Duration::ZERO, max: Duration::from_millis(5) };
                scenario.policies.set(&scenario.lanes(), policy.name, value).expect("the lane has it");
                let seed = scenario.seeds.start;
                let compiled = Arc::new(CompiledScenario::new(Arc::new(scenario)));
                let verdict = judged_run(&mut runner, &compiled, seed, Capture::default()).verdict;
                let is_fault =
                    |failure: &&Failure| matches!(failure, Failure::Inconsistent(_) | Failure::Outcome(_));
                let fault = verdict.failures.iter().find(is_fault);
                assert_eq!(fault, None, "{name} with {} = {value}", policy.name);
            }
        }
    }
}
