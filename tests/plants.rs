//! Planted replicas for what no policy can break: each is caught in a real run.

use std::rc::Rc;
use std::sync::Arc;

use reconverge::family::lanes::datasource::{Change, Request};
use reconverge::family::ports::{Bus, Envelope, Store};
use reconverge::family::transaction::Transaction;
use reconverge::family::{Options, Readiness, Replica};
use reconverge::names::{Address, Cause, Correlation, Invariant, Lane, RequestId, WallTime, Work};
use reconverge::oracle::Findings;
use reconverge::scenario::parse;
use reconverge::testbed::{Capture, Member, Plan, Seen, SimHost, Worker};
use reconverge::verdict::Trial;

/// What a planted replica does otherwise than the family's.
trait Plant: 'static {
    /// Changes what it boots with.
    fn disguise(_options: &mut Options) {}
    /// Whether it shuts down as it is told to.
    const SHUTS_DOWN: bool = true;
    /// Whether it shows what its code defines.
    const SHOWS_CODE: bool = true;
    /// What it does before it reloads.
    async fn before_reload(_host: &SimHost, _request: RequestId) {}
    /// What it does before it serves a request.
    async fn before_serving(_host: &SimHost, _request: &Request) {}
}

struct Planted<P> {
    host: SimHost,
    inner: Rc<Replica<SimHost>>,
    plant: std::marker::PhantomData<P>,
}

impl<P: Plant> Member for Planted<P> {
    async fn boot(host: SimHost, mut options: Options) -> Rc<Self> {
        P::disguise(&mut options);
        let inner = Replica::boot(host.clone(), options).await;
        Rc::new(Self { host, inner, plant: std::marker::PhantomData })
    }

    async fn serve(&self, request: Request) -> u16 {
        P::before_serving(&self.host, &request).await;
        self.inner.serve(request).await
    }

    fn attach(&self, node: Option<&str>, request: RequestId) -> impl Future<Output = ()> {
        self.inner.attach(node, request)
    }

    fn detach(&self) {
        self.inner.detach();
    }

    async fn reload(&self, request: RequestId) {
        P::before_reload(&self.host, request).await;
        self.inner.reload(request).await;
    }

    async fn shut_down(&self, request: RequestId) {
        if P::SHUTS_DOWN {
            self.inner.shut_down(request).await;
        }
    }

    fn ready(&self) -> Readiness {
        self.inner.ready()
    }

    fn view(&self, see: &mut dyn FnMut(Seen<'_>)) {
        Member::view(&*self.inner, &mut |seen| {
            if P::SHOWS_CODE || !seen.code {
                see(seen);
            }
        });
    }
}

/// What the oracles find in a story that is played by such replicas, and by the family's own.
fn found<P: Plant>(story: &str) -> [Findings; 2] {
    let scenario = parse("inline", story.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let plan = Arc::new(Plan::new(Arc::new(scenario)));
    let mut worker = Worker::new(Arc::default()).expect("SQLite opens");
    let planted = worker.run_with::<Planted<P>>(&plan, 0, Capture::ALL);
    let own = worker.run(&plan, 0, Capture::ALL);
    [planted, own].map(|history| Trial::of(&plan.scenario, history).findings)
}

#[test]
fn a_receiver_that_takes_another_for_itself_is_found_out() {
    /// Believes that it is `a`, whoever it is.
    struct Impostor;
    impl Plant for Impostor {
        fn disguise(options: &mut Options) {
            options.node = "a".to_owned();
        }
    }
    let story = r#"
        title    = "b is told of a delete"
        lane     = "datasource"
        replicas = ["a", "b"]
        given    = [{ name = "orders" }]
        steps    = [{ on = "a", delete = "orders" }]
    "#;
    let [planted, own] = found::<Impostor>(story);
    assert_eq!(planted.stale.iter().map(|stale| stale.cause).collect::<Vec<_>>(), [Some(Cause::Filtered)]);
    assert!(own.is_clean(), "{own:?}");
}

#[test]
fn a_shutdown_that_closes_nothing_is_found_out() {
    /// Says that it has shut down, and has done nothing.
    struct Sleeper;
    impl Plant for Sleeper {
        const SHUTS_DOWN: bool = false;
    }
    let story = r#"
        title    = "b is shut down"
        lane     = "datasource"
        replicas = ["a", "b"]
        given    = [{ name = "orders" }]
        steps    = [{ shutdown = "b" }]
    "#;
    let [planted, own] = found::<Sleeper>(story);
    assert_eq!(planted.broken.iter().map(|broken| broken.invariant).collect::<Vec<_>>(), [Invariant::NoLeak]);
    assert!(own.is_clean(), "{own:?}");
}

/// The invariants that the planted replicas break; the family's own must break none.
#[track_caller]
fn broken<P: Plant>(story: &str) -> Vec<Invariant> {
    let [planted, own] = found::<P>(story);
    assert!(own.is_clean(), "{own:?}");
    planted.broken.iter().map(|broken| broken.invariant).collect()
}

#[test]
fn a_registry_that_loses_what_code_defines_is_found_out() {
    struct Forgetful;
    impl Plant for Forgetful {
        const SHOWS_CODE: bool = false;
    }
    let story = r#"
        title = "code defines core"
        lane  = "datasource"
        [replicas]
        a = { code = ["core"] }
    "#;
    assert!(broken::<Forgetful>(story).contains(&Invariant::CodeUntouched));
}

#[test]
fn a_signal_that_carries_a_value_is_found_out() {
    /// Tells its peers the new host, before the door tells them the name.
    struct Chatterbox;
    impl Plant for Chatterbox {
        async fn before_serving(host: &SimHost, request: &Request) {
            let lane = Lane::Datasource;
            let payload = r#"{"originNode":"a","name":"orders","host":"db2"}"#.into();
            let partition_key = lane.partition_key("orders");
            let told = host.publish(Envelope { id: request.id, lane, partition_key, payload }).await;
            assert!(told.is_ok());
        }
    }
    let story = r#"
        title    = "orders moves"
        lane     = "datasource"
        replicas = ["a", "b"]
        given    = [{ name = "orders" }]
        steps    = [{ on = "a", update = "orders", config = { host = "db2" } }]
    "#;
    assert!(broken::<Chatterbox>(story).contains(&Invariant::AddressOnly));
}

#[test]
fn a_convergence_that_writes_is_found_out() {
    /// Deletes a row when it is told to reload.
    struct Meddler;
    impl Plant for Meddler {
        async fn before_reload(host: &SimHost, request: RequestId) {
            let address = Address::from("orders");
            let (preconditions, change, written_at) = (&[][..], Change::Delete, WallTime(0));
            let transaction = Transaction { address, preconditions, change, written_at };
            let done = host.write(Correlation::of(Work::Reload(request)), transaction).await;
            assert!(done.is_ok());
        }
    }
    let story = r#"
        title    = "b reloads"
        lane     = "datasource"
        replicas = ["a", "b"]
        given    = [{ name = "orders" }]
        steps    = [{ reload = "b" }]
    "#;
    assert!(broken::<Meddler>(story).contains(&Invariant::ConvergeWritesNothing));
}
