//! T1, T2, T3 and every invariant hold under the default policies, whatever is drawn.

use std::cell::{Cell, RefCell};
use std::sync::Arc;
use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use reconverge::campaign::judged_run;
use reconverge::model::{Action, Scenario, Step};
use reconverge::report::text;
use reconverge::stage::{Capture, CompiledScenario, Runner};
use reconverge::verdict::{JudgedRun, Status};

use crate::strategies::{Faults, cases, scenario};

/// Runs so many drawn scenarios at a drawn seed each; none may fail. `each` is given every judged run.
fn hold(count: u32, faults: Faults, each: impl Fn(&JudgedRun)) {
    hold_after(count, faults, |scenario| scenario, each);
}

/// The same with scenarios that are changed first.
fn hold_after(count: u32, faults: Faults, change: impl Fn(Scenario) -> Scenario, each: impl Fn(&JudgedRun)) {
    let runner = RefCell::new(Runner::new(Arc::default()).expect("SQLite opens"));
    let strategy = (scenario(faults), any::<u64>());
    let result = TestRunner::new(cases(count)).run(&strategy, |(scenario, seed)| {
        let judged = run(&mut runner.borrow_mut(), change(scenario), seed);
        each(&judged);
        let passed = matches!(judged.verdict.status, Status::Pass);
        prop_assert!(passed, "seed {seed}\n{}", text::run(&judged, true, None));
        Ok(())
    });
    result.unwrap_or_else(|failure| panic!("{failure}"));
}

fn run(runner: &mut Runner, scenario: Scenario, seed: u64) -> JudgedRun {
    let compiled = Arc::new(CompiledScenario::new(Arc::new(scenario)));
    judged_run(runner, &compiled, seed, Capture::default())
}

#[test]
fn no_chance_lost_means_converged() {
    let tested = Cell::new(0);
    hold(600, Faults::Harmless, |run| {
        if run.findings.assumptions {
            tested.set(tested.get() + 1);
            assert!(run.findings.stale.is_empty(), "{}", text::run(run, true, None));
        }
    });
    assert!(tested.get() > 300, "T1 was put to the test {} times", tested.get());
}

#[test]
fn every_staleness_is_accounted_for_and_no_invariant_breaks() {
    let stale = Cell::new(0);
    hold(1_200, Faults::All, |run| {
        if !run.findings.stale.is_empty() {
            stale.set(stale.get() + 1);
        }
    });
    assert!(stale.get() > 100, "T3 was put to the test {} times", stale.get());
}

/// Lets every replica reload when all faults have ended, the upstreams accept again, and every write has landed or failed.
fn with_reloads(mut scenario: Scenario) -> Scenario {
    let over = scenario.workload.as_ref().map_or(Duration::ZERO, |workload| workload.over);
    for (nth, upstream) in scenario.upstreams.iter().enumerate() {
        let action = Action::Accepts { address: upstream.address.clone(), accepts: None };
        let at = Some(over + Duration::from_mins(2));
        scenario.steps.push(Step { id: format!("accepts-{nth}"), at, when: None, wait: false, action });
    }
    for (nth, replica) in scenario.replicas.iter().enumerate() {
        let at = Some(over + Duration::from_mins(2));
        let action = Action::Reload(replica.name.clone());
        scenario.steps.push(Step { id: format!("backstop-{nth}"), at, when: None, wait: false, action });
    }
    scenario
}

#[test]
fn whatever_was_lost_a_reload_brings_it_back() {
    let backstopped = Cell::new(0);
    hold_after(600, Faults::All, with_reloads, |run| {
        let count = run.findings.backstopped.len();
        backstopped.set(backstopped.get() + count);
        let due = run.findings.judged.len() * run.history.header.lanes.len();
        assert_eq!(count, due, "{}", text::run(run, true, None));
        assert!(run.findings.stale.is_empty(), "{}", text::run(run, true, None));
    });
    assert!(backstopped.get() > 1_000, "T2 was put to the test {} times", backstopped.get());
}
