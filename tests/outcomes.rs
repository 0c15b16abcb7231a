//! A replica that panics, waits for ever, runs for ever or never returns is an outcome that names the seed and
//! the replica; the other scenarios of the same run are not touched by it.

mod planted;

use std::future::{pending, poll_fn};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;
use std::time::Duration;

use planted::{Plant, Planted};
use reconverge::campaign::{HarnessError, Pool, ScenarioEnd, ScenarioResult};
use reconverge::family::Replica;
use reconverge::history::Outcome;
use reconverge::names::ReplicaId;
use reconverge::reading::parse;
use reconverge::stage::{CompiledScenario, SimHost};
use reconverge::verdict::Status;

/// Two scenarios: one that writes on `b` at seeds 5 and 6, and one that writes nothing.
fn scenarios() -> [Arc<CompiledScenario>; 2] {
    let writing = r#"
        title    = "a write on b"
        lane     = "datasource"
        seeds    = "5..7"
        replicas = ["a", "b"]
        steps    = [{ on = "b", create = "orders" }]
    "#;
    let idle = r#"
        title    = "nothing is written"
        lane     = "datasource"
        seeds    = "0..2"
        replicas = ["a", "b"]
    "#;
    [writing, idle].map(|text| {
        let scenario = parse("inline", text.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
        Arc::new(CompiledScenario::new(Arc::new(scenario)))
    })
}

/// Runs both scenarios with planted replicas; the idle one must pass whatever becomes of the other.
fn run_planted<P: Plant>() -> ScenarioResult {
    run_with_poll_max::<P>(Pool::default().poll_max)
}

/// The same with another bound on a poll.
fn run_with_poll_max<P: Plant>(poll_max: Duration) -> ScenarioResult {
    let pool = Pool { jobs: 1, poll_max, ..Pool::default() };
    let [writing, idle] = scenarios();
    let mut results = pool.run_all_with::<Planted<P>>(&[writing, idle], |_, _| ());
    let idle = results.pop().expect("there are two scenarios");
    assert!(matches!(idle.end, ScenarioEnd::Passed), "{:?}", idle.end);
    results.pop().expect("there are two scenarios")
}

fn outcome(result: &ScenarioResult) -> (u64, Outcome) {
    assert_eq!(result.failing, [5, 6]);
    let ScenarioEnd::Failed(run) = &result.end else { panic!("{:?}", result.end) };
    assert_eq!(run.verdict.status, Status::Fault);
    (run.history.seed, run.history.outcome.clone())
}

const B: ReplicaId = ReplicaId(1);

#[test]
fn a_panic_names_seed_and_replica() {
    struct Panic;
    impl Plant for Panic {
        async fn before_serving(_: &Replica<SimHost>) {
            panic!("the planted panic");
        }
    }
    let (seed, outcome) = outcome(&run_planted::<Panic>());
    let Outcome::Panicked { replica, message, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!((seed, replica, message.as_str()), (5, Some(B), "the planted panic"));
}

#[test]
fn a_deadlock_names_seed_and_replica() {
    struct Wait;
    impl Plant for Wait {
        async fn before_serving(_: &Replica<SimHost>) {
            pending::<()>().await;
        }
    }
    let (seed, outcome) = outcome(&run_planted::<Wait>());
    let Outcome::Deadlock { replicas, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(seed, 5);
    assert!(replicas.contains(&B), "{replicas:?}");
}

#[test]
fn a_run_without_end_names_seed_and_replica() {
    struct Spin;
    impl Plant for Spin {
        async fn before_serving(_: &Replica<SimHost>) {
            poll_fn(|context| {
                context.waker().wake_by_ref();
                Poll::<()>::Pending
            })
            .await;
        }
    }
    let (seed, outcome) = outcome(&run_planted::<Spin>());
    let Outcome::Endless { replica, bound, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!((seed, replica, bound), (5, Some(B), "polls at one instant"));
}

#[test]
fn a_poll_that_does_not_return_names_seed_and_replica() {
    struct Hang;
    impl Plant for Hang {
        async fn before_serving(_: &Replica<SimHost>) {
            loop {
                std::hint::spin_loop();
            }
        }
    }
    let result = run_with_poll_max::<Hang>(Duration::from_millis(500));
    let ScenarioEnd::HarnessError(HarnessError::Hung { seed, replica }) = result.end else {
        panic!("{:?}", result.end)
    };
    assert_eq!((seed, replica), (5, Some(B)));
}

#[test]
fn a_replica_that_is_no_function_of_its_seed_is_found_out() {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    struct Remember;
    impl Plant for Remember {
        /// Waits for ever in the first call of the process, and panics in all others.
        async fn before_serving(_: &Replica<SimHost>) {
            if CALLS.fetch_add(1, Ordering::Relaxed) == 0 {
                pending::<()>().await;
            }
            panic!("not the first call");
        }
    }
    let result = run_planted::<Remember>();
    let ScenarioEnd::Unstable(unstable) = result.end else { panic!("{:?}", result.end) };
    assert_eq!(unstable.second_run.history.seed, 5);
}
