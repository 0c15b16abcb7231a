//! What a storm finds when one guard of the family is removed, and that it finds nothing at the same seeds when none
//! is.

use std::sync::Arc;

use reconverge::campaign::judged_run;
use reconverge::names::{Cause, Invariant};
use reconverge::reading::{parse, shipped};
use reconverge::stage::{Capture, CompiledScenario, Runner};
use reconverge::verdict::{Failure, Group, Status};

/// In how many seeds something must be found; each is found much earlier.
const SEEDS_MAX: u64 = 1_000;

/// A shipped scenario, compiled, under a policy if one is given.
fn compiled(name: &str, policy: Option<(&str, &str)>) -> Arc<CompiledScenario> {
    let (_, text) = shipped::all().iter().find(|(shipped, _)| *shipped == name).expect("it is shipped");
    let mut scenario = parse(name, text.as_bytes()).expect("it is right");
    if let Some((policy, value)) = policy {
        scenario.policies.set(&scenario.lanes(), policy, value).expect("the lane has it");
    }
    Arc::new(CompiledScenario::new(Arc::new(scenario)))
}

/// The policy is found out by this group, in one of the first seeds; none of those fails under the defaults.
#[track_caller]
fn finds(name: &str, policy: &str, value: &str, group: Group) {
    let mut runner = Runner::new(Arc::default()).expect("SQLite opens");
    let (ablated, default) = (compiled(name, Some((policy, value))), compiled(name, None));
    for seed in 0..SEEDS_MAX {
        let verdict = judged_run(&mut runner, &default, seed, Capture::default()).verdict;
        assert_eq!(verdict.status, Status::Pass, "{name} at seed {seed}");
        let verdict = judged_run(&mut runner, &ablated, seed, Capture::default()).verdict;
        if verdict.failures.iter().map(Failure::group).any(|found| found == group) {
            return;
        }
    }
    panic!("{policy}={value} on {name}: {group} was not found in {SEEDS_MAX} seeds");
}

fn stale(cause: Cause) -> Group {
    Group::Stale(Some(cause))
}

#[test]
fn listing_before_subscribing_misses_writes_at_boot() {
    finds("late-boot", "boot", "list-then-subscribe", stale(Cause::MissedAtBoot));
}

#[test]
fn installing_what_is_in_hand_overtakes() {
    finds("storm", "own-write", "in-hand", stale(Cause::Overtaken));
}

#[test]
fn concurrent_convergences_overtake() {
    finds("storm", "queue", "concurrent", stale(Cause::Overtaken));
}

#[test]
fn dropping_while_busy_swallows() {
    finds("storm", "queue", "drop-if-busy", stale(Cause::Swallowed));
}

#[test]
fn publishing_before_the_commit_makes_reads_stale() {
    finds("storm", "publish", "before-commit", stale(Cause::StaleRead));
}

#[test]
fn publishing_before_the_commit_breaks_invariant_8() {
    finds("storm", "publish", "before-commit", Group::Invariant(Invariant::RefusedSilent));
}

#[test]
fn taking_unreadable_for_gone_breaks_invariant_10() {
    finds("all-weathers", "read-error", "treat-as-gone", Group::Invariant(Invariant::NothingLost));
}

#[test]
fn closing_first_breaks_invariant_5() {
    finds("storm", "rebuild", "close-then-build", Group::Invariant(Invariant::NoGap));
}

#[test]
fn always_rebuilding_breaks_invariant_4() {
    finds("storm", "unchanged", "always-rebuild", Group::Invariant(Invariant::NoChurn));
}

#[test]
fn accepting_own_signals_breaks_invariant_9() {
    finds("storm", "loopback", "accept-own", Group::Invariant(Invariant::NoEcho));
}

#[test]
fn deciding_from_memory_breaks_invariant_13() {
    finds("storm", "door-reads", "registry", Group::Invariant(Invariant::DoorAnswersRows));
}

#[test]
fn a_door_that_never_publishes_is_named() {
    finds("storm", "publish", "never", stale(Cause::NotPublished));
}

#[test]
fn a_row_created_anew_under_its_old_name_is_ignored() {
    finds("storm", "recreate", "same-name-same-row", stale(Cause::Ignored));
}
