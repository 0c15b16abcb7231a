//! The cluster of one run: the lives of its replicas, and looks into their registries.
//!
//! A life is one instance of the system under test. The world decides when a node is up; the cluster boots a system on
//! it, drops that system when the node crashes, and knows who is busy, which is what quiet is about.

use std::cell::RefCell;
use std::rc::Rc;

use futures_channel::oneshot;
use reconverge_sim::EntryKind;

use super::boot_options::boot_options;
use super::environment::Environment;
use super::host::SimHost;
use super::keys::{self, Class};
use super::system_under_test::SystemUnderTest;
use crate::family::EntryView;
use crate::history::{Entry, EventKind, Probe, View, content_digest};
use crate::names::{ReplicaId, RequestId};

/// The replicas of one run.
pub struct Cluster<S> {
    pub environment: Rc<Environment>,
    states: RefCell<Vec<ReplicaState<S>>>,
    /// Looks into registries, in order.
    pub views: RefCell<Vec<View>>,
    /// Answers of readiness probes, in order.
    pub probes: RefCell<Vec<Probe>>,
    /// Wake the tasks that wait in `quiet`, when a boot or a request ends or a replica is paused: each of these can make
    /// the cluster quiet.
    quiet_waiters: RefCell<Vec<oneshot::Sender<()>>>,
    /// How many requests each replica is serving.
    requests_in_service: RefCell<Vec<u32>>,
}

/// A request that a replica is serving, until this is dropped.
pub struct RequestInService<S: SystemUnderTest> {
    cluster: Rc<Cluster<S>>,
    replica: ReplicaId,
}

// Counted down by a drop and not by a call at the end, because a crash of the replica drops the task unfinished.
impl<S: SystemUnderTest> Drop for RequestInService<S> {
    fn drop(&mut self) {
        self.cluster.requests_in_service.borrow_mut()[usize::from(self.replica.0)] -= 1;
        self.cluster.wake_quiet_waiters();
    }
}

/// Where a replica is in its life.
enum ReplicaState<S> {
    /// Not booted, crashed or shut down.
    Down,
    /// Booting. The senders wake the tasks that wait until the replica serves.
    Booting(Vec<oneshot::Sender<()>>),
    Serving(Rc<S>),
}

impl<S: SystemUnderTest> Cluster<S> {
    /// A cluster in which no replica has booted.
    pub fn new(environment: &Rc<Environment>) -> Rc<Self> {
        let count = environment.compiled.header.replicas.len();
        let cluster = Rc::new(Self {
            environment: Rc::clone(environment),
            states: RefCell::new((0..count).map(|_| ReplicaState::Down).collect()),
            views: RefCell::default(),
            probes: RefCell::default(),
            quiet_waiters: RefCell::default(),
            requests_in_service: RefCell::new(vec![0; count]),
        });
        let weak = Rc::downgrade(&cluster);
        environment.world.on_crash(move |node| {
            if let Some(cluster) = weak.upgrade() {
                cluster.crashed(keys::replica(node));
            }
        });
        cluster
    }

    /// Waits until the cluster is quiet: nothing is in flight or queued, and no replica is booting or serving a
    /// request. Paused replicas do not hinder quiet.
    pub async fn quiet(&self) {
        loop {
            // The quiet of the world is not enough: a replica that waits for a timer has nothing in flight, but the
            // request that it serves is not answered yet.
            self.environment.world.quiet().await;
            let Some(change) = self.change_of_busy_replica() else { return };
            // If the sender is dropped, the run has ended.
            let _ = change.await;
        }
    }

    /// A receiver that resolves when next a boot or a request ends or a replica is paused; `None` if no replica
    /// hinders quiet.
    fn change_of_busy_replica(&self) -> Option<oneshot::Receiver<()>> {
        let is_paused = |replica: &ReplicaId| self.environment.world.is_paused(keys::node(*replica));
        self.busy().iter().any(|replica| !is_paused(replica)).then(|| {
            let (sender, receiver) = oneshot::channel();
            self.quiet_waiters.borrow_mut().push(sender);
            receiver
        })
    }

    /// The replicas that are booting or serving a request, paused or not.
    pub fn busy(&self) -> Vec<ReplicaId> {
        let (states, requests) = (self.states.borrow(), self.requests_in_service.borrow());
        let is_busy = |replica: &ReplicaId| {
            let index = usize::from(replica.0);
            matches!(states[index], ReplicaState::Booting(_)) || requests[index] > 0
        };
        (0..states.len())
            .filter_map(|index| u16::try_from(index).ok())
            .map(ReplicaId)
            .filter(is_busy)
            .collect()
    }

    /// Lets every task that waits in [`quiet`](Self::quiet) check again.
    pub fn wake_quiet_waiters(&self) {
        for waiter in self.quiet_waiters.take() {
            // The receiver is gone if the run has ended.
            let _ = waiter.send(());
        }
    }

    /// Counts a request that a replica serves until the result is dropped.
    pub fn begin_request(self: &Rc<Self>, replica: ReplicaId) -> RequestInService<S> {
        self.requests_in_service.borrow_mut()[usize::from(replica.0)] += 1;
        RequestInService { cluster: Rc::clone(self), replica }
    }

    pub fn replicas(&self) -> impl Iterator<Item = ReplicaId> + use<S> {
        let count = u16::try_from(self.states.borrow().len()).expect("the parser bounds the replicas");
        (0..count).map(ReplicaId)
    }

    /// Begins a life of a replica that is down.
    pub fn boot(self: &Rc<Self>, replica: ReplicaId, request: RequestId) {
        let environment = &self.environment;
        let node = keys::node(replica);
        environment.world.boot(node);
        environment.record(replica, EventKind::BootBegan { request });
        self.set_state(replica, ReplicaState::Booting(Vec::new()));
        // The host takes the number of the life from the world, so the node must be up by now.
        let host = SimHost::new(environment, replica);
        let options = boot_options(&environment.compiled.scenario, replica, request);
        let cluster = Rc::clone(self);
        environment.world.spawn(node, keys::step(Class::Request, replica, request), async move {
            let system = S::boot(host, options).await;
            cluster.environment.record(replica, EventKind::Serving);
            let before = cluster.set_state(replica, ReplicaState::Serving(system));
            cluster.wake_quiet_waiters();
            if let ReplicaState::Booting(waiting) = before {
                for waiter in waiting {
                    // The receiver may have died.
                    let _ = waiter.send(());
                }
            }
        });
    }

    pub fn boot_if_down(self: &Rc<Self>, replica: ReplicaId, request: RequestId) {
        if !self.environment.world.is_up(keys::node(replica)) {
            self.boot(replica, request);
        }
    }

    /// Ends the life of a replica without warning.
    pub fn crash(&self, replica: ReplicaId) {
        self.environment.world.crash(keys::node(replica));
    }

    /// The system, as soon as the replica serves; `None` if the replica is down, or dies before it serves.
    pub async fn when_serving(&self, replica: ReplicaId) -> Option<Rc<S>> {
        let served = match &mut self.states.borrow_mut()[usize::from(replica.0)] {
            ReplicaState::Down => return None,
            ReplicaState::Serving(system) => return Some(Rc::clone(system)),
            ReplicaState::Booting(waiting) => {
                let (sender, receiver) = oneshot::channel();
                waiting.push(sender);
                receiver
            }
        };
        // A crash drops the sender with the state.
        served.await.ok()?;
        self.serving(replica)
    }

    /// The system, if the replica serves now.
    pub fn serving(&self, replica: ReplicaId) -> Option<Rc<S>> {
        match &self.states.borrow()[usize::from(replica.0)] {
            ReplicaState::Serving(system) => Some(Rc::clone(system)),
            ReplicaState::Down | ReplicaState::Booting(_) => None,
        }
    }

    /// Records what the registries of a replica hold, if it serves. `after`: how many events were recorded before.
    /// `step`: the step that looks, `None` at the end of the run.
    pub fn look(&self, replica: ReplicaId, after: usize, step: Option<RequestId>) {
        let Some(system) = self.serving(replica) else { return };
        let environment = &self.environment;
        let mut entries = Vec::new();
        system.view(&mut |shown| {
            let space = shown.address.space();
            let (address, _) = environment.intern(shown.address);
            let EntryView { instance, code, revision, state, columns, .. } = shown;
            let (wanted, compared) = (environment.capture.content, !code && space.shows_content());
            let columns = if wanted || compared { columns() } else { Vec::new() };
            let shown = compared.then(|| content_digest(&columns));
            let content = if wanted { columns.into_iter().collect() } else { [].into() };
            entries.push(Entry { address, instance, code, state, revision, shown, content });
        });
        self.views.borrow_mut().push(View { after, step, replica, entries });
    }

    /// Asks a replica whether it is ready, and records the answer. Does nothing if it does not serve.
    pub fn probe(&self, replica: ReplicaId, step: RequestId) {
        let Some(system) = self.serving(replica) else { return };
        let readiness = system.ready();
        let (status, names) = (readiness.status, readiness.names);
        self.probes.borrow_mut().push(Probe { step, replica, status, names });
    }

    /// The world has ended the life of a replica.
    fn crashed(self: &Rc<Self>, replica: ReplicaId) {
        self.environment.record(replica, EventKind::Crashed);
        self.schedule_reboot(replica);
        self.environment.upstreams.borrow_mut().disconnect(replica);
        // The system is dropped after the borrow of the states has ended: its own drop may do anything.
        let before = self.set_state(replica, ReplicaState::Down);
        drop(before);
        self.wake_quiet_waiters();
    }

    /// Lets a replica that a chance crashed boot again after a downtime that is drawn.
    fn schedule_reboot(self: &Rc<Self>, replica: ReplicaId) {
        let environment = &self.environment;
        let Some(workload) = &environment.compiled.scenario.workload else { return };
        let Some(call) = environment.chance_faults.take_crash_call(replica) else { return };
        let due = environment.world.now() + environment.chance_faults.draw_downtime(call, workload.down);
        let key = keys::crash_at(call);
        let cluster = Rc::clone(self);
        let boot = move || cluster.boot_if_down(replica, keys::request(key));
        environment
            .world
            .schedule(EntryKind::Step, due, key, boot)
            .expect("a crash at a call has a key of its own");
    }

    fn set_state(&self, replica: ReplicaId, state: ReplicaState<S>) -> ReplicaState<S> {
        std::mem::replace(&mut self.states.borrow_mut()[usize::from(replica.0)], state)
    }
}
