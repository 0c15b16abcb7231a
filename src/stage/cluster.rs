//! The cluster of one run: the lives of its replicas, and looks into their registries.

use std::cell::RefCell;
use std::rc::Rc;

use futures_channel::oneshot;
use reconverge_sim::EntryKind;

use super::environment::Environment;
use super::host::SimHost;
use super::keys::{self, Class};
use super::storm::reboot;
use super::system_under_test::SystemUnderTest;
use crate::family::lanes::credential::Declaration;
use crate::family::{EntryView, Options};
use crate::history::{Entry, EventKind, Probe, View, content_digest};
use crate::names::{ReplicaId, RequestId};

/// The replicas of one run.
pub struct Cluster<M> {
    /// Their environment.
    pub environment: Rc<Environment>,
    lives: RefCell<Vec<Life<M>>>,
    /// Looks into registries, in order.
    pub views: RefCell<Vec<View>>,
    /// Answers of readiness probes, in order.
    pub probes: RefCell<Vec<Probe>>,
    /// Who waits for something to end that hinders quiet.
    waiting: RefCell<Vec<oneshot::Sender<()>>>,
    /// How many requests each replica is at.
    at_work: RefCell<Vec<u32>>,
}

/// A request that a replica is at.
pub struct AtWork<M: SystemUnderTest> {
    cluster: Rc<Cluster<M>>,
    replica: ReplicaId,
}

impl<M: SystemUnderTest> Drop for AtWork<M> {
    fn drop(&mut self) {
        self.cluster.at_work.borrow_mut()[usize::from(self.replica.0)] -= 1;
        self.cluster.ended();
    }
}

/// Where a replica is in its life.
enum Life<M> {
    /// Not booted, crashed or shut down.
    Down,
    /// Booting; whoever wants to be served waits.
    Booting(Vec<oneshot::Sender<()>>),
    /// Serving.
    Serving(Rc<M>),
}

impl<M: SystemUnderTest> Cluster<M> {
    /// A cluster in which nobody has booted.
    pub fn new(environment: &Rc<Environment>) -> Rc<Self> {
        let count = environment.compiled.header.replicas.len();
        let cluster = Rc::new(Self {
            environment: Rc::clone(environment),
            lives: RefCell::new((0..count).map(|_| Life::Down).collect()),
            views: RefCell::default(),
            probes: RefCell::default(),
            waiting: RefCell::default(),
            at_work: RefCell::new(vec![0; count]),
        });
        let weak = Rc::downgrade(&cluster);
        environment.world.on_crash(move |node| {
            if let Some(cluster) = weak.upgrade() {
                cluster.died(keys::replica(node));
            }
        });
        cluster
    }

    /// Waits until the cluster is quiet: nothing is in flight or queued, no boot and no request is under way, its
    /// timers included. What belongs to replicas that stand still does not hinder quiet.
    pub async fn quiet(&self) {
        loop {
            self.environment.world.quiet().await;
            let Some(ended) = self.hindrance() else { return };
            // Whoever sends is the world's, or the run has ended.
            let _ = ended.await;
        }
    }

    /// What tells of the next end of a boot or a request, if one is under way.
    fn hindrance(&self) -> Option<oneshot::Receiver<()>> {
        let is_paused = |replica: &ReplicaId| self.environment.world.is_paused(keys::node(*replica));
        self.busy().iter().any(|replica| !is_paused(replica)).then(|| {
            let (sender, receiver) = oneshot::channel();
            self.waiting.borrow_mut().push(sender);
            receiver
        })
    }

    /// The replicas that are booting or at a request, paused or not.
    pub fn busy(&self) -> Vec<ReplicaId> {
        let (lives, at_work) = (self.lives.borrow(), self.at_work.borrow());
        let is_busy = |replica: &ReplicaId| {
            let index = usize::from(replica.0);
            matches!(lives[index], Life::Booting(_)) || at_work[index] > 0
        };
        (0..lives.len())
            .filter_map(|index| u16::try_from(index).ok())
            .map(ReplicaId)
            .filter(is_busy)
            .collect()
    }

    /// Tells whoever waits that something has ended that may have hindered quiet.
    pub fn ended(&self) {
        for waiter in self.waiting.take() {
            // Whoever waited may be gone with the run.
            let _ = waiter.send(());
        }
    }

    /// A request that a replica is at until the result is dropped.
    pub fn at_work(self: &Rc<Self>, replica: ReplicaId) -> AtWork<M> {
        self.at_work.borrow_mut()[usize::from(replica.0)] += 1;
        AtWork { cluster: Rc::clone(self), replica }
    }

    /// Every replica.
    pub fn replicas(&self) -> impl Iterator<Item = ReplicaId> + use<M> {
        let count = u16::try_from(self.lives.borrow().len()).expect("the parser bounds the replicas");
        (0..count).map(ReplicaId)
    }

    /// Begins a life of a replica that is down.
    pub fn boot(self: &Rc<Self>, replica: ReplicaId, request: RequestId) {
        let environment = &self.environment;
        let node = keys::node(replica);
        environment.world.boot(node);
        environment.record(replica, EventKind::BootBegan { request });
        self.set(replica, Life::Booting(Vec::new()));
        let host = SimHost::new(environment, replica);
        let options = self.options(replica, request);
        let cluster = Rc::clone(self);
        environment.world.spawn(node, keys::step(Class::Request, replica, request), async move {
            let member = M::boot(host, options).await;
            cluster.environment.record(replica, EventKind::Serving);
            let before = cluster.set(replica, Life::Serving(member));
            cluster.ended();
            if let Life::Booting(waiting) = before {
                for waiter in waiting {
                    // Whoever waited may have died.
                    let _ = waiter.send(());
                }
            }
        });
    }

    /// Begins a life of a replica, if it is down.
    pub fn boot_if_down(self: &Rc<Self>, replica: ReplicaId, request: RequestId) {
        if !self.environment.world.is_up(keys::node(replica)) {
            self.boot(replica, request);
        }
    }

    /// Ends the life of a replica without warning.
    pub fn crash(&self, replica: ReplicaId) {
        self.environment.world.crash(keys::node(replica));
    }

    /// The replica, once it serves; `None` if it is down, or dies before it does.
    pub async fn serving(&self, replica: ReplicaId) -> Option<Rc<M>> {
        let waiting = match &mut self.lives.borrow_mut()[usize::from(replica.0)] {
            Life::Down => return None,
            Life::Serving(member) => return Some(Rc::clone(member)),
            Life::Booting(waiting) => {
                let (sender, receiver) = oneshot::channel();
                waiting.push(sender);
                receiver
            }
        };
        waiting.await.ok()?;
        self.now_serving(replica)
    }

    /// The replica, if it serves.
    pub fn now_serving(&self, replica: ReplicaId) -> Option<Rc<M>> {
        match &self.lives.borrow()[usize::from(replica.0)] {
            Life::Serving(member) => Some(Rc::clone(member)),
            Life::Down | Life::Booting(_) => None,
        }
    }

    /// Writes down what the registry of a replica holds, if it serves. `step`: who looks, `None` at the end.
    pub fn look(&self, replica: ReplicaId, after: usize, step: Option<RequestId>) {
        let Some(member) = self.now_serving(replica) else { return };
        let environment = &self.environment;
        let mut entries = Vec::new();
        member.view(&mut |seen| {
            let space = seen.address.space();
            let (address, _) = environment.intern(seen.address);
            let EntryView { instance, code, revision, state, columns, .. } = seen;
            let (wanted, compared) = (environment.capture.content, !code && space.shows_content());
            let columns = if wanted || compared { columns() } else { Vec::new() };
            let shown = compared.then(|| content_digest(&columns));
            let content = if wanted { columns.into_iter().collect() } else { [].into() };
            entries.push(Entry { address, instance, code, state, revision, shown, content });
        });
        self.views.borrow_mut().push(View { after, step, replica, entries });
    }

    /// Asks a replica whether it is ready, and writes the answer down. Does nothing if it does not serve.
    pub fn probe(&self, replica: ReplicaId, step: RequestId) {
        let Some(member) = self.now_serving(replica) else { return };
        let readiness = member.ready();
        let (status, names) = (readiness.status, readiness.names);
        self.probes.borrow_mut().push(Probe { step, replica, status, names });
    }

    fn died(self: &Rc<Self>, replica: ReplicaId) {
        self.environment.record(replica, EventKind::Crashed);
        self.revive(replica);
        self.environment.upstreams.borrow_mut().disconnect(replica);
        // Dropped after the borrow: a replica's own drop may do anything.
        let before = self.set(replica, Life::Down);
        drop(before);
        self.ended();
    }

    /// Lets a replica that a chance crashed boot again when it has been down for as long as is drawn.
    fn revive(self: &Rc<Self>, replica: ReplicaId) {
        let environment = &self.environment;
        let Some(workload) = &environment.compiled.scenario.workload else { return };
        let Some(call) = environment.chance_faults.crashed_at(replica) else { return };
        let due = environment.world.now() + environment.down_after(call, workload.down);
        let key = keys::crash(call);
        let cluster = Rc::clone(self);
        let boot = move || cluster.boot_if_down(replica, reboot(key));
        environment
            .world
            .schedule(EntryKind::Step, due, key, boot)
            .expect("a crash at a call has a key of its own");
    }

    fn set(&self, replica: ReplicaId, life: Life<M>) -> Life<M> {
        std::mem::replace(&mut self.lives.borrow_mut()[usize::from(replica.0)], life)
    }

    fn options(&self, replica: ReplicaId, boot: RequestId) -> Options {
        let scenario = &self.environment.compiled.scenario;
        let spec = &scenario.replicas[usize::from(replica.0)];
        let declared = scenario.connectors.iter().map(|connector| Declaration {
            name: connector.name.clone(),
            provider: connector.provider.clone(),
            config: connector.config.clone(),
            reference: connector.reference.clone(),
        });
        Options {
            boot,
            node: spec.node_id.clone(),
            policies: scenario.policies,
            attach: spec.attach,
            services: scenario.services.clone(),
            absent: spec.absent.iter().copied().collect(),
            bare: spec.bare.iter().copied().collect(),
            code: spec.code.iter().cloned().collect(),
            connectors: declared.collect(),
        }
    }
}
