//! The reference ablations (`docs/protocol.md`, section 7): which reference scenarios turn red when one guard of the
//! family is removed. Counted is what `[expect]` says; an invariant or a theorem that breaks beside it is not.

use std::collections::BTreeSet;
use std::sync::Arc;

use reconverge::campaign::judged_run;
use reconverge::reading::{parse, shipped};
use reconverge::stage::{Capture, CompiledScenario, Runner};
use reconverge::verdict::{Failure, JudgedRun, Status};

/// The numbers of the reference scenarios of a folder that do not pass under a policy, at any of their seeds.
fn red(folder: &str, count: u32, policy: &str, value: &str) -> BTreeSet<u32> {
    let mut runner = Runner::new(Arc::default()).expect("SQLite opens");
    let mut red = BTreeSet::new();
    for (number, text) in reference(folder, count) {
        let mut scenario = parse("shipped", text.as_bytes()).expect("it is right");
        scenario.policies.set(&scenario.lanes(), policy, value).expect("the lane has the policy");
        let seeds = scenario.seeds.clone();
        let compiled = Arc::new(CompiledScenario::new(Arc::new(scenario)));
        for seed in seeds {
            if is_red(&judged_run(&mut runner, &compiled, seed, Capture::default())) {
                red.insert(number);
            }
        }
    }
    red
}

/// Whether a run is not what `[expect]` says.
fn is_red(run: &JudgedRun) -> bool {
    let is_beside = |failure: &Failure| {
        matches!(failure, Failure::Broken(_) | Failure::Theorem(_) | Failure::Backstop(_))
    };
    match run.verdict.status {
        Status::Pass => false,
        Status::Miss | Status::Fault => true,
        Status::Fail => run.verdict.failures.iter().any(|failure| !is_beside(failure)),
    }
}

/// The reference scenarios of a folder by number.
fn reference(folder: &str, count: u32) -> Vec<(u32, &'static str)> {
    let numbered = shipped::all().iter().filter_map(|(name, text)| {
        let file = name.strip_prefix(folder)?.strip_prefix('/')?;
        Some((file.split('-').next()?.parse().ok()?, *text))
    });
    let numbered: Vec<_> = numbered.collect();
    let numbers: Vec<u32> = numbered.iter().map(|(number, _)| *number).collect();
    assert_eq!(numbers, (1..=count).collect::<Vec<_>>(), "{folder}");
    numbered
}

fn red_datasource(policy: &str, value: &str) -> BTreeSet<u32> {
    red("datasource", 21, policy, value)
}

fn red_credential(policy: &str, value: &str) -> BTreeSet<u32> {
    red("credential", 5, policy, value)
}

#[test]
fn forty_scenarios_carry_the_numbers_of_the_reference() {
    let folders = [("datasource", 21), ("credential", 5), ("bridge/datasource", 8), ("bridge/credential", 6)];
    let count: usize = folders.iter().map(|(folder, count)| reference(folder, *count).len()).sum();
    assert_eq!(count, 40);
}

#[test]
fn nothing_is_red_under_the_defaults() {
    assert_eq!(red_datasource("publish", "after-commit"), BTreeSet::new());
    assert_eq!(red_credential("publish", "after-commit"), BTreeSet::new());
}

#[test]
fn without_publish_in_delete_exactly_two_datasource_scenarios_are_red() {
    assert_eq!(red_datasource("publish", "never-on-delete"), BTreeSet::from([1, 7]));
}

#[test]
fn without_publish_in_set_all_credential_scenarios_but_the_control_are_red() {
    assert_eq!(red_credential("publish", "never-on-put"), BTreeSet::from([1, 2, 4, 5]));
}

#[test]
fn without_publish_in_clear_exactly_two_credential_scenarios_are_red() {
    assert_eq!(red_credential("publish", "never-on-delete"), BTreeSet::from([2, 4]));
}

#[test]
fn without_the_loopback_guard_exactly_one_credential_scenario_is_red() {
    assert_eq!(red_credential("loopback", "accept-own"), BTreeSet::from([5]));
}

#[test]
fn without_the_loopback_guard_the_datasource_scenarios_that_count_reads_or_lines_are_red() {
    assert!(red_datasource("loopback", "accept-own").contains(&17));
}
