//! The environment of the replicas in one run: the simulated world, bus, store and upstreams, and the record of what
//! crossed the ports.
//!
//! It knows nothing of the inside of a replica. It records what the world saw, and the oracles judge by that.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use reconverge_sim::World;
use reconverge_sim::bus::{self, BusConfig, BusEvent, Order};

use super::address_table::AddressTable;
use super::armed_faults::ArmedFaults;
use super::chance_faults::ChanceFaults;
use super::compiled::CompiledScenario;
use super::ids::START;
use super::keys;
use super::message::BusMessage;
use super::tables::Tables;
use super::triggers::Triggers;
use super::upstreams::Upstreams;
use crate::history::{Damage, Event, EventKind, FaultId, Loss, Payload};
use crate::names::{Address, AddressId, Columns, InstanceId, LifeId, ReplicaId, RequestId, Signature, Verb};

/// An event as the trace keeps it; the trace adds the instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordedEvent {
    pub replica: ReplicaId,
    pub life: LifeId,
    pub kind: EventKind,
}

/// What a run records for readers beside its events. Capturing more never changes an event.
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

    /// What at least one of the two captures.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            content: self.content || other.content,
            payloads: self.payloads || other.payloads,
            lines: self.lines || other.lines,
        }
    }
}

/// A request as a client sent it to a door.
#[derive(Clone, Debug)]
pub struct SentRequest {
    pub verb: Verb,
    pub address: Address,
    pub columns: Columns,
}

pub struct Environment {
    pub world: World<RecordedEvent>,
    pub bus: bus::Bus<BusMessage>,
    pub tables: Rc<RefCell<Tables>>,
    pub upstreams: RefCell<Upstreams>,
    pub addresses: RefCell<AddressTable>,
    /// What is run.
    pub compiled: Arc<CompiledScenario>,
    pub armed_faults: ArmedFaults,
    pub chance_faults: ChanceFaults,
    pub triggers: Triggers,
    pub capture: Capture,
    /// The published payloads: all of them if they are captured, else only those that are not what they should be.
    pub payloads: RefCell<Vec<Payload>>,
    /// How many identities each replica has given out for an address that no upstream knows.
    pub identities: RefCell<BTreeMap<(ReplicaId, AddressId), u32>>,
    /// What each instance was opened with, in the order of opening.
    pub connections: RefCell<Vec<(InstanceId, Signature)>>,
    pub sent_requests: RefCell<BTreeMap<RequestId, SentRequest>>,
}

impl Environment {
    /// The environment at the start: a store with the given rows, and a bus without subscribers.
    ///
    /// # Panics
    /// If SQLite fails, which is a fault of the testbed.
    pub fn new(
        world: &World<RecordedEvent>,
        compiled: Arc<CompiledScenario>,
        tables: Rc<RefCell<Tables>>,
        capture: Capture,
    ) -> Rc<Self> {
        let spec = &compiled.scenario.bus;
        let order = if spec.fifo { Order::Fifo } else { Order::Any };
        let config = BusConfig { order, capacity: spec.capacity };
        let environment = Rc::new_cyclic(|environment: &Weak<Self>| {
            // The bus is a part of the environment, so it holds no more than a weak reference to it.
            let observer = Weak::clone(environment);
            let bus = bus::Bus::new(world, config, move |bus_event| {
                if let Some(environment) = observer.upgrade() {
                    environment.record_delivery(bus_event);
                }
            });
            Self {
                world: world.clone(),
                bus,
                tables,
                upstreams: RefCell::default(),
                addresses: RefCell::new(AddressTable::new(&compiled.header.addresses)),
                armed_faults: ArmedFaults::new(&compiled.armed_faults),
                chance_faults: ChanceFaults::new(&compiled.scenario, world.seed()),
                triggers: Triggers::default(),
                compiled,
                capture,
                payloads: RefCell::default(),
                identities: RefCell::default(),
                connections: RefCell::default(),
                sent_requests: RefCell::default(),
            }
        });
        environment.insert_given_rows();
        environment.set_given_upstreams();
        environment
    }

    /// Records an event of the present life of a replica.
    pub fn record(&self, replica: ReplicaId, kind: EventKind) {
        self.record_in(replica, life(&self.world, replica), kind);
    }

    /// Records an event of a life that may be over.
    pub fn record_in(&self, replica: ReplicaId, life: LifeId, kind: EventKind) {
        self.world.record(RecordedEvent { replica, life, kind });
        self.triggers.fire(replica, &kind);
    }

    /// Records that an armed fault fired.
    pub fn record_fault(&self, replica: ReplicaId, fault: FaultId) {
        self.record(replica, EventKind::Fault { fault });
    }

    /// The index and the fingerprint of an address.
    pub fn intern(&self, address: &Address) -> (AddressId, u64) {
        self.addresses.borrow_mut().intern(address)
    }

    fn record_delivery(&self, bus_event: BusEvent) {
        let (to, kind) = match bus_event {
            BusEvent::Sent { .. } => return,
            BusEvent::Dropped { signal, to } => {
                let (lane, request) = keys::lane_and_request(signal);
                (to, EventKind::Dropped { lane, request })
            }
            BusEvent::Arrived { signal, to, copy, damage } => {
                let damage = match damage {
                    bus::Damage { corrupt: true, .. } => Damage::Corrupt,
                    bus::Damage { misaddress: true, .. } => Damage::Misaddressed,
                    bus::Damage { .. } => Damage::None,
                };
                let (lane, request) = keys::lane_and_request(signal);
                (to, EventKind::Arrived { lane, request, copy, damage })
            }
            BusEvent::Lost { signal, to, copy, why } => {
                let why = match why {
                    bus::Loss::Cut => Loss::Cut,
                    bus::Loss::Down => Loss::Down,
                    bus::Loss::Overflow => Loss::Overflow,
                    bus::Loss::Unsubscribed => Loss::Unsubscribed,
                };
                let (lane, request) = keys::lane_and_request(signal);
                (to, EventKind::Lost { lane, request, copy, why })
            }
        };
        self.record(keys::replica(to), kind);
    }

    /// Empties the store and inserts the rows that the scenario gives, each recorded as a commit.
    fn insert_given_rows(&self) {
        let mut tables = self.tables.borrow_mut();
        tables.reset(&self.compiled.scenario.policies).expect("SQLite can roll back");
        for row in &self.compiled.scenario.given {
            let version = tables.give(row).expect("SQLite takes the given rows");
            let (address, _) = self.intern(&row.address);
            let commit = EventKind::Committed { request: START, address, version };
            self.record_in(Event::OUTSIDE, LifeId(0), commit);
        }
    }

    fn set_given_upstreams(&self) {
        let mut upstreams = self.upstreams.borrow_mut();
        for upstream in &self.compiled.scenario.upstreams {
            let (address, _) = self.intern(&upstream.address);
            upstreams.set_reachable(address, upstream.reachable);
            upstreams.set_accepts(address, upstream.accepts.clone());
        }
    }
}

/// The present life of a replica.
fn life(world: &World<RecordedEvent>, replica: ReplicaId) -> LifeId {
    // What is outside of the cluster has no lives.
    if replica == Event::OUTSIDE { LifeId(0) } else { LifeId(world.life(keys::node(replica)).0) }
}
