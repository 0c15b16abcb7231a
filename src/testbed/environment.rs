//! The environment of the replicas in one run: the simulated world, bus, store and upstreams, and the record
//! of what crossed the ports.
//!
//! It knows no replica's insides: what it records is what the world saw, and so what the oracles believe.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use reconverge_sim::bus::{self, BusConfig, Happening, Order};
use reconverge_sim::{Key, Latency, Micros, World};

use super::armed::Armed;
use super::keys;
use super::letter::Letter;
use super::names::Names;
use super::plan::Plan;
use super::tables::Tables;
use super::upstream::Upstreams;
use crate::history::{Damage, Event, FaultId, Loss, Payload, What};
use crate::names::{Address, AddressId, Instant, LifeId, ReplicaId};
use crate::scenario::Span;

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
    /// The payloads that were published, if they are written down.
    pub payloads: RefCell<Vec<Payload>>,
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
        let observer = world.clone();
        let bus = bus::Bus::new(world, config, move |happening| record_delivery(&observer, happening));
        let environment = Rc::new(Self {
            world: world.clone(),
            bus,
            tables,
            upstreams: RefCell::default(),
            names: RefCell::new(Names::new(&plan.header.addresses)),
            armed: Armed::new(&plan),
            plan,
            capture,
            payloads: RefCell::default(),
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
    }

    /// Records that an armed fault fired.
    pub fn record_fault(&self, replica: ReplicaId, fault: FaultId) {
        self.record(replica, What::Fault { fault });
    }

    /// The index and the fingerprint of an address.
    pub fn intern(&self, address: &Address) -> (AddressId, u64) {
        self.names.borrow_mut().intern(address)
    }

    /// Both ways of a call that takes as long as `span` says.
    pub fn latency(&self, key: Key, span: Span) -> (Micros, Micros) {
        let range = range(span);
        let mut stream = self.world.stream(key);
        (range.draw(&mut stream), range.draw(&mut stream))
    }

    /// Now, as histories say it.
    pub fn now(&self) -> Instant {
        Instant(self.world.now().0)
    }

    fn give(&self) {
        let mut tables = self.tables.borrow_mut();
        tables.reset(&self.plan.scenario.policies).expect("SQLite can roll back");
        for row in &self.plan.scenario.given {
            let version = tables.give(row).expect("SQLite takes the given rows");
            let (address, _) = self.intern(&Address::from(row.name.as_str()));
            let what = What::Committed { request: super::plan::START, address, version };
            self.record_in(Event::OUTSIDE, LifeId(0), what);
        }
    }
}

/// A range of durations as the simulator draws from it.
pub fn range(span: Span) -> Latency {
    Latency { lo: Micros::from(span.min), hi: Micros::from(span.max) }
}

/// The present life of a replica.
fn life(world: &World<Happened>, replica: ReplicaId) -> LifeId {
    if replica == Event::OUTSIDE { LifeId(0) } else { LifeId(world.life(keys::node(replica)).0) }
}

fn record_delivery(world: &World<Happened>, happening: Happening) {
    let (to, what) = match happening {
        Happening::Sent { .. } => return,
        Happening::Dropped { signal, to } => (to, What::Dropped { request: keys::request(signal) }),
        Happening::Arrived { signal, to, copy, damage } => {
            let damage = match damage {
                bus::Damage { corrupt: true, .. } => Damage::Corrupt,
                bus::Damage { misaddress: true, .. } => Damage::Misaddressed,
                bus::Damage { .. } => Damage::None,
            };
            (to, What::Arrived { request: keys::request(signal), copy, damage })
        }
        Happening::Lost { signal, to, copy, why } => {
            let why = match why {
                bus::Loss::Cut => Loss::Cut,
                bus::Loss::Down => Loss::Down,
                bus::Loss::Overflow => Loss::Overflow,
                bus::Loss::Unsubscribed => Loss::Unsubscribed,
            };
            (to, What::Lost { request: keys::request(signal), copy, why })
        }
    };
    let replica = keys::replica(to);
    world.record(Happened { replica, life: life(world, replica), what });
}
