//! The storm: plays a workload on a cluster, then heals everything.
//!
//! Every write, crash, pause, cut and reload is drawn from a stream of its own, keyed by the kind and the number
//! of the thing. Its instant is fixed from the start, counted from the end of the opening boot, and so is the
//! instant of healing: nothing here waits for anything else, so that one more write changes no other.

use std::collections::BTreeSet;
use std::rc::Rc;

use reconverge_sim::bus::Notice;
use reconverge_sim::{EntryKind, Key, Micros, NodeId, Stream};

use super::chance_faults::range;
use super::cluster::Cluster;
use super::compiled::{CompiledScenario, replica_id, request_id};
use super::draw;
use super::keys::{self, Drawn};
use super::script;
use super::system_under_test::SystemUnderTest;
use crate::history::{Event, EventKind};
use crate::model::{Answer, RequestStep, Workload};
use crate::names::Columns;
use crate::names::{Address, ReplicaId, RequestId, Verb};

/// The id of a workload's write: no step can have it, for no step's id has a `#`.
pub fn write_id(nth: u32) -> String {
    format!("write#{nth}")
}

/// Puts everything that the workload draws on the agenda. Returns the instant at which everything heals.
pub fn begin<M: SystemUnderTest>(cluster: &Rc<Cluster<M>>, workload: &Workload, opened: Micros) -> Micros {
    let storm = Storm { cluster, workload, start: opened + Micros::from(workload.at) };
    for nth in 0..workload.writes {
        storm.write(nth);
    }
    for (drawn, count) in [
        (Drawn::Crash, workload.crashes),
        (Drawn::Pause, workload.pauses),
        (Drawn::Cut, workload.cuts),
        (Drawn::Zombie, workload.zombies),
        (Drawn::Reload, workload.reloads),
    ] {
        for nth in 0..count {
            storm.mishap(drawn, nth);
        }
    }
    for replica in storm.late() {
        storm.boot(replica);
    }
    for nth in 0..workload.watchers {
        storm.watch(nth);
    }
    // After the last instant that is drawn.
    storm.start + Micros::from(workload.over) + Micros(1)
}

/// Heals everything: chances become nil, links are whole, who stands still goes on, who is down boots.
pub fn heal<M: SystemUnderTest>(cluster: &Rc<Cluster<M>>) {
    let environment = &cluster.environment;
    environment.chance_faults.heal();
    environment.record(Event::OUTSIDE, EventKind::FaultsEnded);
    for replica in cluster.replicas() {
        mend(cluster, replica);
        resume(cluster, replica);
        cluster.boot_if_down(replica, reboot(keys::drawn(Drawn::Heal, replica.0.into(), 0)));
    }
}

/// What a storm is made from.
struct Storm<'a, M> {
    cluster: &'a Rc<Cluster<M>>,
    workload: &'a Workload,
    start: Micros,
}

impl<M: SystemUnderTest> Storm<'_, M> {
    fn compiled(&self) -> &CompiledScenario {
        &self.cluster.environment.compiled
    }

    fn stream(&self, key: Key) -> Stream {
        self.cluster.environment.world.stream(key)
    }

    fn instant(&self, stream: &mut Stream) -> Micros {
        self.start + Micros(stream.below(Micros::from(self.workload.over).0.max(1)))
    }

    /// Draws one of the replicas that a list names.
    fn one_of(&self, names: &[String], stream: &mut Stream) -> ReplicaId {
        let index = usize::try_from(stream.below(names.len() as u64)).unwrap_or(0);
        replica_id(&self.compiled().header, &names[index])
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

    fn write(&self, nth: u32) {
        let key = keys::drawn(Drawn::Write, nth, 0);
        let mut stream = self.stream(key);
        let due = self.instant(&mut stream);
        let on = self.one_of(&self.workload.on, &mut stream);
        let names = &self.workload.names;
        let address = names[usize::try_from(stream.below(names.len() as u64)).unwrap_or(0)].clone();
        let step = draw::request(&self.workload.mix, address, &mut stream);
        let step = RequestStep { on: self.compiled().header.replica(on).to_owned(), ..step };
        let request = request_id(&write_id(nth));
        self.at(due, key, move |cluster| {
            let cluster = Rc::clone(cluster);
            let world = cluster.environment.world.clone();
            world.spawn(NodeId::WORLD, key, async move { script::send(&cluster, on, request, &step).await });
        });
    }

    fn mishap(&self, drawn: Drawn, nth: u32) {
        let key = keys::drawn(drawn, nth, 0);
        let mut stream = self.stream(key);
        let due = self.instant(&mut stream);
        let replica =
            ReplicaId(u16::try_from(stream.below(self.compiled().header.replicas.len() as u64)).unwrap_or(0));
        let over = due + range(self.workload.down).draw(&mut stream);
        let end = keys::drawn(drawn, nth, 1);
        match drawn {
            Drawn::Crash => {
                self.at(due, key, move |cluster| cluster.crash(replica));
                self.at(over, end, move |cluster| cluster.boot_if_down(replica, reboot(end)));
            }
            Drawn::Pause => {
                self.at(due, key, move |cluster| pause(cluster, replica));
                self.at(over, end, move |cluster| resume(cluster, replica));
            }
            Drawn::Cut | Drawn::Zombie => {
                let noticed = drawn == Drawn::Cut;
                self.at(due, key, move |cluster| cut(cluster, replica, noticed));
                self.at(over, end, move |cluster| mend(cluster, replica));
            }
            Drawn::Reload => self.at(due, key, move |cluster| {
                let cluster = Rc::clone(cluster);
                let world = cluster.environment.world.clone();
                let reload = async move { script::reload(&cluster, replica, reboot(key)).await };
                world.spawn(NodeId::WORLD, key, reload);
            }),
            Drawn::Write | Drawn::Boot | Drawn::Heal | Drawn::Watch => {}
        }
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
        let key = Key { node: replica.0, ..keys::drawn(Drawn::Watch, nth, of_type) };
        let step = RequestStep {
            on: self.compiled().header.replica(replica).to_owned(),
            verb: Verb::Watch,
            address: listing.clone(),
            columns: Columns::default(),
            answer: Answer::Any,
        };
        self.at(self.start, key, move |cluster| {
            let cluster = Rc::clone(cluster);
            let world = cluster.environment.world.clone();
            world.spawn(NodeId::WORLD, key, async move {
                script::send(&cluster, replica, reboot(key), &step).await;
            });
        });
    }

    fn boot(&self, replica: ReplicaId) {
        let key = keys::drawn(Drawn::Boot, replica.0.into(), 0);
        let due = self.instant(&mut self.stream(key));
        self.at(due, key, move |cluster| cluster.boot_if_down(replica, reboot(key)));
    }

    /// Lets something happen at an instant.
    fn at(&self, due: Micros, key: Key, act: impl FnOnce(&Rc<Cluster<M>>) + 'static) {
        let cluster = Rc::clone(self.cluster);
        let placed =
            self.cluster.environment.world.schedule(EntryKind::Step, due, key, move || act(&cluster));
        placed.expect("everything that is drawn has a key of its own");
    }
}

/// The request that stands for something that the workload does to a replica.
pub fn reboot(key: Key) -> RequestId {
    RequestId(key.mixed().max(1))
}

/// Stops a replica that is up.
pub fn pause<M: SystemUnderTest>(cluster: &Rc<Cluster<M>>, replica: ReplicaId) {
    let world = &cluster.environment.world;
    if world.is_up(keys::node(replica)) && !world.is_paused(keys::node(replica)) {
        world.pause(keys::node(replica));
        cluster.environment.record(replica, EventKind::Paused);
        cluster.ended();
    }
}

/// Lets a replica go on that stands still.
pub fn resume<M: SystemUnderTest>(cluster: &Rc<Cluster<M>>, replica: ReplicaId) {
    let world = &cluster.environment.world;
    if world.is_paused(keys::node(replica)) {
        cluster.environment.record(replica, EventKind::Resumed);
        world.resume(keys::node(replica));
    }
}

/// Cuts a replica's link.
pub fn cut<M: SystemUnderTest>(cluster: &Rc<Cluster<M>>, replica: ReplicaId, noticed: bool) {
    let notice = if noticed { Notice::Noticed } else { Notice::Unnoticed };
    cluster.environment.bus.cut(keys::node(replica), notice);
    cluster.environment.record(replica, EventKind::Cut { noticed });
}

/// Makes a replica's link whole that is cut.
pub fn mend<M: SystemUnderTest>(cluster: &Rc<Cluster<M>>, replica: ReplicaId) {
    let bus = &cluster.environment.bus;
    if bus.is_cut(keys::node(replica)) {
        cluster.environment.record(replica, EventKind::Healed);
        bus.heal(keys::node(replica));
    }
}
