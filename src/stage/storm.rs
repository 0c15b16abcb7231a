//! The storm: plays a workload on a cluster while things go wrong, and then ends all faults.
//!
//! Each write, crash, pause, cut and reload is drawn from a stream of its own, keyed by its kind and number. The instant
//! of each is fixed at the start, counted from the end of the opening boot, and so is the instant at which all faults
//! end. Nothing here waits for anything else: so one more write changes no other.

use std::collections::BTreeSet;
use std::rc::Rc;

use reconverge_sim::{EntryKind, Key, Micros, NodeId, Stream};

use super::chance_faults::latency;
use super::cluster::Cluster;
use super::compiled::CompiledScenario;
use super::draw;
use super::ids::{replica_id, request_id, workload_write_id};
use super::keys::{self, WorkloadItem};
use super::requests;
use super::system_under_test::SystemUnderTest;
use crate::history::{Event, EventKind};
use crate::model::{Answer, RequestStep, Workload};
use crate::names::{Address, Columns, ReplicaId, Verb};

/// Puts everything that the workload draws on the agenda. Returns the instant at which all faults end.
pub fn begin<S: SystemUnderTest>(cluster: &Rc<Cluster<S>>, workload: &Workload, opened: Micros) -> Micros {
    let storm = Storm { cluster, workload, start: opened + Micros::from(workload.at) };
    // The order of these lines decides nothing: the agenda orders entries by instant and key.
    (0..workload.writes).for_each(|nth| storm.write(nth));
    (0..workload.crashes).for_each(|nth| storm.crash(nth));
    (0..workload.pauses).for_each(|nth| storm.pause(nth));
    (0..workload.cuts).for_each(|nth| storm.cut(WorkloadItem::NoticedCut, nth));
    (0..workload.zombies).for_each(|nth| storm.cut(WorkloadItem::UnnoticedCut, nth));
    (0..workload.reloads).for_each(|nth| storm.reload(nth));
    for replica in storm.late() {
        storm.boot(replica);
    }
    for nth in 0..workload.watchers {
        storm.watch(nth);
    }
    // One microsecond after the last instant that can be drawn.
    storm.start + Micros::from(workload.over) + Micros(1)
}

/// Ends all faults: chance faults are no longer active, cut links are restored, paused replicas go on, and replicas that
/// are down boot.
pub fn end_all_faults<S: SystemUnderTest>(cluster: &Rc<Cluster<S>>) {
    let environment = &cluster.environment;
    // First of all: the boots and reconnections that follow must not fail by chance.
    environment.chance_faults.deactivate();
    environment.record(Event::OUTSIDE, EventKind::FaultsEnded);
    for replica in cluster.replicas() {
        cluster.restore_link(replica);
        cluster.resume(replica);
        let key = keys::workload(WorkloadItem::FaultsEnd, replica.0.into(), 0);
        cluster.boot_if_down(replica, keys::request(key));
    }
}

/// A workload that is being put on the agenda.
struct Storm<'a, S> {
    cluster: &'a Rc<Cluster<S>>,
    workload: &'a Workload,
    start: Micros,
}

/// A fault of one replica that begins at one instant and ends at another, each with the key of its agenda entry.
struct Outage {
    replica: ReplicaId,
    begin: (Micros, Key),
    end: (Micros, Key),
}

impl<S: SystemUnderTest> Storm<'_, S> {
    fn compiled(&self) -> &CompiledScenario {
        &self.cluster.environment.compiled
    }

    fn stream(&self, key: Key) -> Stream {
        self.cluster.environment.world.stream(key)
    }

    fn draw_instant(&self, stream: &mut Stream) -> Micros {
        self.start + Micros(stream.below(Micros::from(self.workload.over).0.max(1)))
    }

    /// Draws one of the replicas that a list names.
    fn draw_replica(&self, names: &[String], stream: &mut Stream) -> ReplicaId {
        let index = usize::try_from(stream.below(names.len() as u64)).unwrap_or(0);
        replica_id(&self.compiled().header, &names[index])
    }

    /// Draws when and on which replica an item of the workload happens. The order of the draws must stay as it is: all
    /// of them come from one stream.
    fn draw_outage(&self, item: WorkloadItem, nth: u32) -> Outage {
        let key = keys::workload(item, nth, 0);
        let mut stream = self.stream(key);
        let due = self.draw_instant(&mut stream);
        let replica =
            ReplicaId(u16::try_from(stream.below(self.compiled().header.replicas.len() as u64)).unwrap_or(0));
        // A reload has no end and draws one all the same, so that all kinds draw alike.
        let over = due + latency(self.workload.down).draw(&mut stream);
        Outage { replica, begin: (due, key), end: (over, keys::workload(item, nth, 1)) }
    }

    fn write(&self, nth: u32) {
        let key = keys::workload(WorkloadItem::Write, nth, 0);
        let mut stream = self.stream(key);
        let due = self.draw_instant(&mut stream);
        let on = self.draw_replica(&self.workload.on, &mut stream);
        let names = &self.workload.names;
        let address = names[usize::try_from(stream.below(names.len() as u64)).unwrap_or(0)].clone();
        let step = draw::request(&self.workload.mix, address, &mut stream);
        let step = RequestStep { on: self.compiled().header.replica(on).to_owned(), ..step };
        let request = request_id(&workload_write_id(nth));
        self.spawn_at(due, key, async move |cluster| requests::send(&cluster, on, request, &step).await);
    }

    fn crash(&self, nth: u32) {
        let Outage { replica, begin, end } = self.draw_outage(WorkloadItem::Crash, nth);
        self.at(begin, move |cluster| cluster.crash(replica));
        self.at(end, move |cluster| cluster.boot_if_down(replica, keys::request(end.1)));
    }

    fn pause(&self, nth: u32) {
        let Outage { replica, begin, end } = self.draw_outage(WorkloadItem::Pause, nth);
        self.at(begin, move |cluster| cluster.pause(replica));
        self.at(end, move |cluster| cluster.resume(replica));
    }

    fn cut(&self, item: WorkloadItem, nth: u32) {
        let Outage { replica, begin, end } = self.draw_outage(item, nth);
        let noticed = item == WorkloadItem::NoticedCut;
        self.at(begin, move |cluster| cluster.cut_link(replica, noticed));
        self.at(end, move |cluster| cluster.restore_link(replica));
    }

    fn reload(&self, nth: u32) {
        let Outage { replica, begin: (due, key), .. } = self.draw_outage(WorkloadItem::Reload, nth);
        self.spawn_at(due, key, async move |cluster| {
            requests::reload(&cluster, replica, keys::request(key)).await;
        });
    }

    /// The late replicas that no step boots.
    fn late(&self) -> Vec<ReplicaId> {
        let scenario = &self.compiled().scenario;
        let by_step = |name: &str| {
            scenario.steps.iter().any(|step| {
                use crate::model::Action::{Boot, Restart};
                matches!(&step.action, Boot(on) | Restart(on) if on == name)
            })
        };
        let late = scenario.replicas.iter().filter(|replica| replica.late && !by_step(&replica.name));
        late.map(|replica| replica_id(&self.compiled().header, &replica.name)).collect()
    }

    /// Boots a late replica for the first time at an instant that is drawn.
    fn boot(&self, replica: ReplicaId) {
        let key = keys::workload(WorkloadItem::FirstBoot, replica.0.into(), 0);
        let due = self.draw_instant(&mut self.stream(key));
        self.at((due, key), move |cluster| cluster.boot_if_down(replica, keys::request(key)));
    }

    /// Lets each replica watch each of the types, from the begin of the workload on.
    fn watch(&self, nth: u32) {
        let is_watchable = |address: &&Address| address.lane().service().serves(Verb::Watch);
        let named = self.workload.names.iter().filter(is_watchable);
        let listings: BTreeSet<Address> = named.filter_map(Address::listing).collect();
        for replica in self.cluster.replicas() {
            for listing in &listings {
                self.watch_type(nth, replica, listing);
            }
        }
    }

    fn watch_type(&self, nth: u32, replica: ReplicaId, listing: &Address) {
        let (_, of_type) = self.cluster.environment.intern(listing);
        let key = Key { node: replica.0, ..keys::workload(WorkloadItem::Watcher, nth, of_type) };
        let step = RequestStep {
            on: self.compiled().header.replica(replica).to_owned(),
            verb: Verb::Watch,
            address: listing.clone(),
            columns: Columns::default(),
            answer: Answer::Any,
        };
        self.spawn_at(self.start, key, async move |cluster| {
            requests::send(&cluster, replica, keys::request(key), &step).await;
        });
    }

    /// Starts a task of the world at an instant.
    fn spawn_at(&self, due: Micros, key: Key, task: impl AsyncFnOnce(Rc<Cluster<S>>) + 'static) {
        self.at((due, key), move |cluster| {
            let cluster = Rc::clone(cluster);
            let world = cluster.environment.world.clone();
            world.spawn(NodeId::WORLD, key, task(cluster));
        });
    }

    /// Lets something happen at an instant.
    fn at(&self, (due, key): (Micros, Key), act: impl FnOnce(&Rc<Cluster<S>>) + 'static) {
        let cluster = Rc::clone(self.cluster);
        let placed =
            self.cluster.environment.world.schedule(EntryKind::Step, due, key, move || act(&cluster));
        placed.expect("everything that is drawn has a key of its own");
    }
}
