//! A sweep goes on after failures, groups them, shows the shortest run of each group, and finds the same with any number
//! of threads. A replica that is no function of its seed is found out.

mod planted;

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use planted::{Plant, Planted};
use reconverge::campaign::{
    GroupTally, HarnessError, Pool, RepresentativeRun, Stop, SweepGroup, SweepResult,
};
use reconverge::family::Replica;
use reconverge::history::{Event, EventKind, Outcome};
use reconverge::model::Scenario;
use reconverge::names::ReplicaId;
use reconverge::reading::{parse, policy_hint, shipped};
use reconverge::stage::{Capture, CompiledScenario, Runner, START, SimHost, digest};
use reconverge::verdict::Group;

fn pool(jobs: usize) -> Pool {
    Pool { jobs, ..Pool::default() }
}

/// A scenario that fails at some seeds only: a signal that is published before its commit may be read too early.
fn storm(seeds: std::ops::Range<u64>) -> Arc<CompiledScenario> {
    let name = "datasource/stuck-pool";
    let (_, text) = shipped::all().iter().find(|(shipped, _)| *shipped == name).expect("it is shipped");
    let mut scenario = parse(name, text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let set = scenario.policies.set(&scenario.lanes(), "publish", "before-commit");
    set.unwrap_or_else(|error| panic!("{}", policy_hint(&scenario.lanes(), &error)));
    Arc::new(CompiledScenario::new(Arc::new(Scenario { seeds, ..scenario })))
}

/// A write on `b`, which is where replicas are planted.
fn writing(seeds: std::ops::Range<u64>) -> Arc<CompiledScenario> {
    let text = r#"
        title    = "a write on b"
        lane     = "datasource"
        replicas = ["a", "b"]
        steps    = [{ on = "b", create = "orders" }]
    "#;
    let scenario = parse("inline", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    Arc::new(CompiledScenario::new(Arc::new(Scenario { seeds, ..scenario })))
}

/// All that a sweep found, as text that can be compared.
fn described(result: &SweepResult) -> String {
    let tally = &result.tally;
    let mut text = format!("{} {} {} {}\n", tally.seeds, tally.passed, tally.missed, tally.events);
    for (group, GroupTally { count, first, representative }) in &tally.groups {
        let RepresentativeRun::JudgedRun(run) = &representative.run else {
            panic!("{:?}", representative.run)
        };
        let (events, seed, digest) = (representative.events, representative.seed, digest(&run.history));
        writeln!(text, "{group:?} {count} {first} {events} {seed} {digest}")
            .expect("a string takes any text");
    }
    text
}

/// The only group that a sweep found.
fn only(result: &SweepResult) -> (SweepGroup, &GroupTally) {
    let mut groups = result.tally.groups.iter();
    let (group, grouped) = groups.next().expect("something is found");
    assert!(groups.next().is_none(), "{:?}", result.tally.groups.keys());
    (*group, grouped)
}

/// Reloads as often as the simulated time says, which is a function of the seed, and at some instants never
/// answers.
struct TimeDependent;

impl Plant for TimeDependent {
    #[expect(clippy::disallowed_types, reason = "inside a run the time is a function of the seed")]
    async fn before_serving(replica: &Replica<SimHost>) {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        let now = now.expect("simulated time is after 1970").as_micros();
        for _ in 0..now % 3 {
            replica.reload(START).await;
        }
        if now.is_multiple_of(5) {
            std::future::pending::<()>().await;
        }
    }
}

#[test]
fn the_same_is_found_with_any_number_of_threads() {
    let storm = storm(0..500);
    let writing = writing(0..500);
    let both = |jobs| {
        let stale = pool(jobs).sweep(&storm, false, |_| ());
        let of_time = pool(jobs).sweep_with::<Planted<TimeDependent>>(&writing, false, |_| ());
        described(&stale) + &described(&of_time)
    };
    let one = both(1);
    assert!(one.lines().count() > 3, "something is found: {one}");
    for jobs in [2, 3, 8] {
        assert_eq!(one, both(jobs));
    }
}

#[test]
fn the_representative_of_a_group_is_its_shortest_seed_and_of_several_the_lowest() {
    let compiled = writing(0..500);
    let result = pool(2).sweep_with::<Planted<TimeDependent>>(&compiled, false, |_| ());
    let mut runner = Runner::new(Arc::default()).expect("SQLite opens");
    let runs =
        (0..500).map(|seed| runner.run_with::<Planted<TimeDependent>>(&compiled, seed, Capture::default()));
    let failing: Vec<(usize, u64)> = runs
        .filter(|history| history.outcome != Outcome::Quiet)
        .map(|history| (history.events.len(), history.seed))
        .collect();
    let (group, grouped) = only(&result);
    assert_eq!(group, SweepGroup::Failure(Group::Outcome));
    assert_eq!((grouped.count, grouped.first), (failing.len() as u64, failing[0].1));
    let shortest = *failing.iter().min().expect("some fail");
    assert_eq!((grouped.representative.events, grouped.representative.seed), shortest);
    assert_ne!(grouped.first, shortest.1, "the shortest is not simply the first");
}

#[test]
fn a_panic_at_every_seed_does_not_end_the_sweep() {
    struct Panic;
    impl Plant for Panic {
        async fn before_serving(_: &Replica<SimHost>) {
            panic!("the planted panic");
        }
    }
    let result = pool(2).sweep_with::<Planted<Panic>>(&writing(3..103), false, |_| ());
    let (group, grouped) = only(&result);
    assert_eq!((group, grouped.count, grouped.first), (SweepGroup::Failure(Group::Outcome), 100, 3));
    let RepresentativeRun::JudgedRun(run) = &grouped.representative.run else {
        panic!("{:?}", grouped.representative.run)
    };
    let Outcome::Panicked { replica, .. } = &run.history.outcome else { panic!("{run:?}") };
    assert_eq!(*replica, Some(ReplicaId(1)));
}

#[test]
fn a_poll_that_does_not_return_costs_its_seed_only() {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    struct Hang;
    impl Plant for Hang {
        /// Hangs in the fifth call of the process.
        async fn before_serving(_: &Replica<SimHost>) {
            if CALLS.fetch_add(1, Ordering::Relaxed) == 4 {
                loop {
                    std::thread::park();
                }
            }
        }
    }
    let pool = Pool { poll_max: Duration::from_millis(500), ..pool(1) };
    let result = pool.sweep_with::<Planted<Hang>>(&writing(0..100), false, |_| ());
    assert_eq!((result.tally.seeds, result.tally.passed, result.gave_up), (100, 99, false));
    let (group, grouped) = only(&result);
    assert_eq!((group, grouped.count, grouped.first), (SweepGroup::Hung, 1, 4));
    let RepresentativeRun::HarnessError(error) = &grouped.representative.run else {
        panic!("{:?}", grouped.representative.run)
    };
    assert_eq!(*error, HarnessError::Hung { seed: 4, replica: Some(ReplicaId(1)) });
}

#[test]
fn a_sweep_whose_every_run_hangs_gives_up() {
    struct Hang;
    impl Plant for Hang {
        async fn before_serving(_: &Replica<SimHost>) {
            loop {
                std::thread::park();
            }
        }
    }
    let pool = Pool { poll_max: Duration::from_millis(100), ..pool(16) };
    let result = pool.sweep_with::<Planted<Hang>>(&writing(0..1_000), false, |_| ());
    assert!(result.gave_up);
    assert!((16..=32).contains(&result.tally.seeds), "{}", result.tally.seeds);
}

/// Reloads as often as the order of a hash map says, which repeats only in the first run of a thread. That
/// breaks nothing, so that every seed passes.
struct HashOrder;

impl Plant for HashOrder {
    #[expect(clippy::disallowed_types, reason = "the order of a hash map is what is planted")]
    async fn before_serving(replica: &Replica<SimHost>) {
        let keys: std::collections::HashSet<u32> = (0..64).collect();
        let reloads = keys.into_iter().next().expect("it holds keys") % 8;
        for _ in 0..reloads {
            replica.reload(START).await;
        }
    }
}

#[test]
fn a_passing_replica_that_follows_hash_order_is_found_out_when_asked_for() {
    let compiled = writing(0..40);
    let result = pool(1).sweep_with::<Planted<HashOrder>>(&compiled, false, |_| ());
    assert_eq!(result.tally.passed, 40, "nothing is wrong with a single run");

    let result = pool(1).sweep_with::<Planted<HashOrder>>(&compiled, true, |_| ());
    let (group, grouped) = only(&result);
    assert_eq!(group, SweepGroup::Unstable);
    assert_eq!(result.tally.failed(), grouped.count);
    let RepresentativeRun::Unstable(unstable) = &grouped.representative.run else {
        panic!("{:?}", grouped.representative.run)
    };
    let again = unstable.second_run.history.events.get(unstable.event);
    assert_ne!(unstable.first_run_event.as_ref(), again);
    // The two runs part where one reloads and the other serves.
    let reloads =
        |event: Option<&Event>| matches!(event.map(|event| event.kind), Some(EventKind::ListBegan { .. }));
    assert!(
        reloads(unstable.first_run_event.as_ref()) || reloads(again),
        "{:?} {again:?}",
        unstable.first_run_event
    );
}

#[test]
fn the_family_is_a_function_of_its_seed() {
    let result = pool(2).sweep(&storm(0..200), true, |_| ());
    assert!(!result.tally.groups.contains_key(&SweepGroup::Unstable));
    assert_eq!(described(&result), described(&pool(2).sweep(&storm(0..200), false, |_| ())));
}

#[test]
fn a_failing_replica_that_is_no_function_of_its_seed_is_found_out() {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    struct Count;
    impl Plant for Count {
        async fn before_serving(_: &Replica<SimHost>) {
            panic!("call {}", CALLS.fetch_add(1, Ordering::Relaxed));
        }
    }
    let result = pool(1).sweep_with::<Planted<Count>>(&writing(0..10), false, |_| ());
    let (group, grouped) = only(&result);
    assert_eq!((group, grouped.count, grouped.first), (SweepGroup::Unstable, 10, 0));
}

#[test]
fn a_stopped_sweep_has_what_was_found_so_far() {
    let stop = Stop::default();
    let pool = Pool { stop: stop.clone(), ..pool(2) };
    let mut calls = 0;
    let result = pool.sweep(&storm(0..1_000_000), false, |tally| {
        calls += 1;
        if tally.failed() > 0 {
            stop.request();
        }
    });
    assert!(calls > 0 && !result.gave_up);
    assert!(result.tally.failed() > 0 && result.tally.seeds < result.requested, "{:?}", result.tally.seeds);
}
