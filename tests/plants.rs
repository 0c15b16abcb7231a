//! Planted replicas for what no policy can break: each is caught in a real run.

use std::rc::Rc;
use std::sync::Arc;

use reconverge::family::lanes::datasource::Request;
use reconverge::family::{Options, Readiness, Replica};
use reconverge::names::{Cause, Invariant, RequestId};
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
}

struct Planted<P> {
    inner: Rc<Replica<SimHost>>,
    plant: std::marker::PhantomData<P>,
}

impl<P: Plant> Member for Planted<P> {
    async fn boot(host: SimHost, mut options: Options) -> Rc<Self> {
        P::disguise(&mut options);
        Rc::new(Self { inner: Replica::boot(host, options).await, plant: std::marker::PhantomData })
    }

    fn serve(&self, request: Request) -> impl Future<Output = u16> {
        self.inner.serve(request)
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

    async fn shut_down(&self, request: RequestId) {
        if P::SHUTS_DOWN {
            self.inner.shut_down(request).await;
        }
    }

    fn ready(&self) -> Readiness {
        self.inner.ready()
    }

    fn view(&self, see: &mut dyn FnMut(Seen<'_>)) {
        Member::view(&*self.inner, see);
    }
}

/// What the oracles find in a story that is played by such replicas, and by the family's own.
fn found<P: Plant>(story: &str) -> [Findings; 2] {
    let scenario = parse("inline", story.as_bytes()).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let plan = Arc::new(Plan::new(Arc::new(scenario)));
    let mut worker = Worker::new(Arc::default()).expect("SQLite opens");
    let planted = worker.run_with::<Planted<P>>(&plan, 0, Capture::default());
    let own = worker.run(&plan, 0, Capture::default());
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
