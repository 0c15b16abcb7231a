//! A replica that panics, waits for ever, runs for ever or never returns is an outcome that names the seed and
//! the replica; the other scenarios of the same run are not touched by it.

use std::future::{pending, poll_fn};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::task::Poll;
use std::time::Duration;

use reconverge::family::lanes::datasource::Request;
use reconverge::family::{Options, Readiness, Replica};
use reconverge::history::Outcome;
use reconverge::names::{ReplicaId, RequestId};
use reconverge::scenario::parse;
use reconverge::testbed::{Hitch, Member, Plan, Pool, Seen, SimHost, Tried, TriedEnd};
use reconverge::verdict::Status;

/// What a planted replica does with the first request that it is sent.
trait Plant: 'static {
    async fn misbehave();
}

/// A replica of the family that misbehaves when it is asked to write.
struct Planted<P> {
    inner: Rc<Replica<SimHost>>,
    plant: std::marker::PhantomData<P>,
}

impl<P: Plant> Member for Planted<P> {
    async fn boot(host: SimHost, options: Options) -> Rc<Self> {
        let inner = Replica::boot(host, options).await;
        Rc::new(Self { inner, plant: std::marker::PhantomData })
    }

    async fn serve(&self, request: Request) -> u16 {
        P::misbehave().await;
        self.inner.serve(request).await
    }

    fn attach(&self, node: Option<&str>, request: RequestId) -> impl Future<Output = ()> {
        self.inner.attach(node, request)
    }

    fn detach(&self) {
        self.inner.detach();
    }

    fn reload(&self, request: RequestId) -> impl Future<Output = ()> {
        self.inner.reload(request)
    }

    fn shut_down(&self, request: RequestId) -> impl Future<Output = ()> {
        self.inner.shut_down(request)
    }

    fn ready(&self) -> Readiness {
        self.inner.ready()
    }

    fn view(&self, see: &mut dyn FnMut(Seen<'_>)) {
        Member::view(&*self.inner, see);
    }
}

/// Two plans: one that writes on `b` at seeds 5 and 6, and one that writes nothing.
fn plans() -> [Arc<Plan>; 2] {
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
        Arc::new(Plan::new(Arc::new(scenario)))
    })
}

/// Tries both plans with planted replicas; the idle one must pass whatever becomes of the other.
fn try_planted<P: Plant>(pool: Pool) -> Tried {
    let [writing, idle] = plans();
    let mut tried = pool.try_all_with::<Planted<P>>(&[writing, idle], |_, _| ());
    let idle = tried.pop().expect("there are two plans");
    assert!(matches!(idle.end, TriedEnd::Passed), "{:?}", idle.end);
    tried.pop().expect("there are two plans")
}

fn outcome(tried: &Tried) -> (u64, Outcome) {
    assert_eq!(tried.failing, [5, 6]);
    let TriedEnd::Failed(trial) = &tried.end else { panic!("{:?}", tried.end) };
    assert_eq!(trial.verdict.status, Status::Fault);
    (trial.history.seed, trial.history.outcome.clone())
}

/// A busy machine may take its time over a backtrace; only a hang is waited for.
const PATIENT: Pool = Pool { jobs: 1, poll_max: Duration::from_secs(60) };

const B: ReplicaId = ReplicaId(1);

#[test]
fn a_panic_names_seed_and_replica() {
    struct Panic;
    impl Plant for Panic {
        async fn misbehave() {
            panic!("the planted panic");
        }
    }
    let (seed, outcome) = outcome(&try_planted::<Panic>(PATIENT));
    let Outcome::Panicked { replica, message, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!((seed, replica, message.as_str()), (5, Some(B), "the planted panic"));
}

#[test]
fn a_deadlock_names_seed_and_replica() {
    struct Wait;
    impl Plant for Wait {
        async fn misbehave() {
            pending::<()>().await;
        }
    }
    let (seed, outcome) = outcome(&try_planted::<Wait>(PATIENT));
    let Outcome::Deadlock { replicas, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!(seed, 5);
    assert!(replicas.contains(&B), "{replicas:?}");
}

#[test]
fn a_run_without_end_names_seed_and_replica() {
    struct Spin;
    impl Plant for Spin {
        async fn misbehave() {
            poll_fn(|context| {
                context.waker().wake_by_ref();
                Poll::<()>::Pending
            })
            .await;
        }
    }
    let (seed, outcome) = outcome(&try_planted::<Spin>(PATIENT));
    let Outcome::Endless { replica, bound, .. } = outcome else { panic!("{outcome:?}") };
    assert_eq!((seed, replica, bound), (5, Some(B), "polls at one instant"));
}

#[test]
fn a_poll_that_does_not_return_names_seed_and_replica() {
    struct Hang;
    impl Plant for Hang {
        async fn misbehave() {
            loop {
                std::hint::spin_loop();
            }
        }
    }
    let tried = try_planted::<Hang>(Pool { jobs: 1, poll_max: Duration::from_secs(2) });
    let TriedEnd::Hitch(Hitch::Hung { seed, replica }) = tried.end else { panic!("{:?}", tried.end) };
    assert_eq!((seed, replica), (5, Some(B)));
}

#[test]
fn a_replica_that_is_no_function_of_its_seed_is_found_out() {
    static CALLS: AtomicU32 = AtomicU32::new(0);
    struct Remember;
    impl Plant for Remember {
        /// Waits for ever in the first call of the process, and panics in all others.
        async fn misbehave() {
            if CALLS.fetch_add(1, Ordering::Relaxed) == 0 {
                pending::<()>().await;
            }
            panic!("not the first call");
        }
    }
    let tried = try_planted::<Remember>(PATIENT);
    let TriedEnd::Unstable { seed, .. } = tried.end else { panic!("{:?}", tried.end) };
    assert_eq!(seed, 5);
}
