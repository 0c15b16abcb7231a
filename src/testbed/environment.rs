//! The environment of the replicas in one run: the simulated world, bus, store and upstreams, and the record
//! of what crossed the ports.
//!
//! It knows no replica's insides: what it records is what the world saw, and so what the oracles believe.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use reconverge_sim::World;
use reconverge_sim::bus::{self, BusConfig, Happening, Order};

use super::armed::Armed;
use super::keys;
use super::letter::Letter;
use super::names::Names;
use super::plan::Plan;
use super::tables::Tables;
use super::triggers::Triggers;
use super::upstream::Upstreams;
use super::weather::Weather;
use crate::family::Patch;
use crate::history::{Damage, Event, FaultId, Loss, Payload, What};
use crate::names::{Address, AddressId, InstanceId, Instant, LifeId, ReplicaId, RequestId, Signature, Verb};

/// An event as the trace keeps it; the trace adds the instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Happened {
    /// On which replica.
    pub replica: ReplicaId,
    /// In which of its lives.
    pub life: LifeId,
    /// What.
    pub what: What,
}

/// What else than events a run writes down, because somebody wants to read it. Never changes an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Capture {
    /// The columns of rows and instances.
    pub content: bool,
    /// The payloads that were published.
    pub payloads: bool,
    /// The log lines of the replicas.
    pub lines: bool,
}

impl Capture {
    /// Everything.
    pub const ALL: Self = Self { content: true, payloads: true, lines: true };

    /// What both want.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            content: self.content || other.content,
            payloads: self.payloads || other.payloads,
            lines: self.lines || other.lines,
        }
    }
}

/// What a client asked of a door.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What.
    pub verb: Verb,
    /// Of which row.
    pub address: Address,
    /// With which columns.
    pub patch: Patch,
}

/// The environment of one run.
pub struct Environment {
    /// The simulated world.
    pub world: World<Happened>,
    /// The bus.
    pub bus: bus::Bus<Letter>,
    /// The shared store.
    pub tables: Rc<RefCell<Tables>>,
    /// What instances connect to.
    pub upstreams: RefCell<Upstreams>,
    /// The addresses.
    pub names: RefCell<Names>,
    /// What is run.
    pub plan: Arc<Plan>,
    /// Which armed faults have fired.
    pub armed: Armed,
    /// What else is written down.
    pub capture: Capture,
    /// The payloads that were published, if they are written down, and those that are not what they should be.
    pub payloads: RefCell<Vec<Payload>>,
    /// How many identities each replica has given out for an address that no upstream knows.
    pub identities: RefCell<BTreeMap<(ReplicaId, AddressId), u32>>,
    /// What each instance was opened with, in the order of opening.
    pub connections: RefCell<Vec<(InstanceId, Signature)>>,
    /// What clients asked of doors.
    pub asked: RefCell<BTreeMap<RequestId, Asked>>,
    /// What goes wrong by chance now.
    pub weather: Weather,
    /// Steps that wait for an event.
    pub triggers: Triggers,
}

impl Environment {
    /// The environment at the start: a store with the given rows, and a bus without subscribers.
    ///
    /// # Panics
    /// If SQLite fails, which is a fault of the testbed.
    pub fn new(
        world: &World<Happened>,
        plan: Arc<Plan>,
        tables: Rc<RefCell<Tables>>,
        capture: Capture,
    ) -> Rc<Self> {
        let spec = &plan.scenario.bus;
        let order = if spec.fifo { Order::Fifo } else { Order::Any };
        let config = BusConfig { order, capacity: spec.capacity };
        let environment = Rc::new_cyclic(|environment: &Weak<Self>| {
            let observer = Weak::clone(environment);
            let bus = bus::Bus::new(world, config, move |happening| {
                if let Some(environment) = observer.upgrade() {
                    environment.record_delivery(happening);
                }
            });
            Self {
                world: world.clone(),
                bus,
                tables,
                upstreams: RefCell::default(),
                names: RefCell::new(Names::new(&plan.header.addresses)),
                armed: Armed::new(&plan),
                plan,
                capture,
                payloads: RefCell::default(),
                identities: RefCell::default(),
                connections: RefCell::default(),
                asked: RefCell::default(),
                weather: Weather::default(),
                triggers: Triggers::default(),
            }
        });
        environment.give();
        environment
    }

    /// Records an event of the present life of a replica.
    pub fn record(&self, replica: ReplicaId, what: What) {
        self.record_in(replica, life(&self.world, replica), what);
    }

    /// Records an event of a life that may be over.
    pub fn record_in(&self, replica: ReplicaId, life: LifeId, what: What) {
        self.world.record(Happened { replica, life, what });
        self.triggers.see(replica, &what);
    }

    /// Records that an armed fault fired.
    pub fn record_fault(&self, replica: ReplicaId, fault: FaultId) {
        self.record(replica, What::Fault { fault });
    }

    /// The index and the fingerprint of an address.
    pub fn intern(&self, address: &Address) -> (AddressId, u64) {
        self.names.borrow_mut().intern(address)
    }

    /// Now, as histories say it.
    pub fn now(&self) -> Instant {
        Instant(self.world.now().0)
    }

    fn record_delivery(&self, happening: Happening) {
        let (to, what) = match happening {
            Happening::Sent { .. } => return,
            Happening::Dropped { signal, to } => {
                let (lane, request) = keys::signalled(signal);
                (to, What::Dropped { lane, request })
            }
            Happening::Arrived { signal, to, copy, damage } => {
                let damage = match damage {
                    bus::Damage { corrupt: true, .. } => Damage::Corrupt,
                    bus::Damage { misaddress: true, .. } => Damage::Misaddressed,
                    bus::Damage { .. } => Damage::None,
                };
                let (lane, request) = keys::signalled(signal);
                (to, What::Arrived { lane, request, copy, damage })
            }
            Happening::Lost { signal, to, copy, why } => {
                let why = match why {
                    bus::Loss::Cut => Loss::Cut,
                    bus::Loss::Down => Loss::Down,
                    bus::Loss::Overflow => Loss::Overflow,
                    bus::Loss::Unsubscribed => Loss::Unsubscribed,
                };
                let (lane, request) = keys::signalled(signal);
                (to, What::Lost { lane, request, copy, why })
            }
        };
        self.record(keys::replica(to), what);
    }

    fn give(&self) {
        let mut tables = self.tables.borrow_mut();
        tables.reset(&self.plan.scenario.policies).expect("SQLite can roll back");
        for row in &self.plan.scenario.given {
            let version = tables.give(row).expect("SQLite takes the given rows");
            let (address, _) = self.intern(&row.address);
            let what = What::Committed { request: super::plan::START, address, version };
            self.record_in(Event::OUTSIDE, LifeId(0), what);
        }
        for upstream in &self.plan.scenario.upstreams {
            let (address, _) = self.intern(&upstream.address);
            let mut upstreams = self.upstreams.borrow_mut();
            upstreams.set_reachable(address, upstream.reachable);
            upstreams.set_accepts(address, upstream.accepts.clone());
        }
    }
}

/// The present life of a replica.
fn life(world: &World<Happened>, replica: ReplicaId) -> LifeId {
    if replica == Event::OUTSIDE { LifeId(0) } else { LifeId(world.life(keys::node(replica)).0) }
}
