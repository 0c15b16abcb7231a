//! The environment of the replicas in one run: the simulated world, bus, store and upstreams, and the record
//! of what crossed the ports.
//!
//! It knows no replica's insides: what it records is what the world saw, and so what the oracles believe.

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
use super::keys;
use super::message::BusMessage;
use super::tables::Tables;
use super::triggers::Triggers;
use super::upstreams::Upstreams;
use crate::history::{Damage, Event, EventKind, FaultId, Loss, Payload};
use crate::names::Columns;
use crate::names::{Address, AddressId, InstanceId, Instant, LifeId, ReplicaId, RequestId, Signature, Verb};

/// An event as the trace keeps it; the trace adds the instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RecordedEvent {
    /// On which replica.
    pub replica: ReplicaId,
    /// In which of its lives.
    pub life: LifeId,
    /// What.
    pub kind: EventKind,
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
pub struct SentRequest {
    /// What.
    pub verb: Verb,
    /// Of which row.
    pub address: Address,
    /// With which columns.
    pub columns: Columns,
}

/// The environment of one run.
pub struct Environment {
    /// The simulated world.
    pub world: World<RecordedEvent>,
    /// The bus.
    pub bus: bus::Bus<BusMessage>,
    /// The shared store.
    pub tables: Rc<RefCell<Tables>>,
    /// What instances connect to.
    pub upstreams: RefCell<Upstreams>,
    /// The addresses.
    pub names: RefCell<AddressTable>,
    /// What is run.
    pub compiled: Arc<CompiledScenario>,
    /// Which armed faults have fired.
    pub armed: ArmedFaults,
    /// What else is written down.
    pub capture: Capture,
    /// The payloads that were published, if they are written down, and those that are not what they should be.
    pub payloads: RefCell<Vec<Payload>>,
    /// How many identities each replica has given out for an address that no upstream knows.
    pub identities: RefCell<BTreeMap<(ReplicaId, AddressId), u32>>,
    /// What each instance was opened with, in the order of opening.
    pub connections: RefCell<Vec<(InstanceId, Signature)>>,
    /// What clients asked of doors.
    pub asked: RefCell<BTreeMap<RequestId, SentRequest>>,
    /// What goes wrong by chance now.
    pub chance_faults: ChanceFaults,
    /// Steps that wait for an event.
    pub triggers: Triggers,
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
                names: RefCell::new(AddressTable::new(&compiled.header.addresses)),
                armed: ArmedFaults::new(&compiled),
                compiled,
                capture,
                payloads: RefCell::default(),
                identities: RefCell::default(),
                connections: RefCell::default(),
                asked: RefCell::default(),
                chance_faults: ChanceFaults::default(),
                triggers: Triggers::default(),
            }
        });
        environment.give();
        environment
    }

    /// Records an event of the present life of a replica.
    pub fn record(&self, replica: ReplicaId, kind: EventKind) {
        self.record_in(replica, life(&self.world, replica), kind);
    }

    /// Records an event of a life that may be over.
    pub fn record_in(&self, replica: ReplicaId, life: LifeId, kind: EventKind) {
        self.world.record(RecordedEvent { replica, life, kind });
        self.triggers.see(replica, &kind);
    }

    /// Records that an armed fault fired.
    pub fn record_fault(&self, replica: ReplicaId, fault: FaultId) {
        self.record(replica, EventKind::Fault { fault });
    }

    /// The index and the fingerprint of an address.
    pub fn intern(&self, address: &Address) -> (AddressId, u64) {
        self.names.borrow_mut().intern(address)
    }

    /// Now, as histories say it.
    pub fn now(&self) -> Instant {
        Instant(self.world.now().0)
    }

    fn record_delivery(&self, bus_event: BusEvent) {
        let (to, what) = match bus_event {
            BusEvent::Sent { .. } => return,
            BusEvent::Dropped { signal, to } => {
                let (lane, request) = keys::signalled(signal);
                (to, EventKind::Dropped { lane, request })
            }
            BusEvent::Arrived { signal, to, copy, damage } => {
                let damage = match damage {
                    bus::Damage { corrupt: true, .. } => Damage::Corrupt,
                    bus::Damage { misaddress: true, .. } => Damage::Misaddressed,
                    bus::Damage { .. } => Damage::None,
                };
                let (lane, request) = keys::signalled(signal);
                (to, EventKind::Arrived { lane, request, copy, damage })
            }
            BusEvent::Lost { signal, to, copy, why } => {
                let why = match why {
                    bus::Loss::Cut => Loss::Cut,
                    bus::Loss::Down => Loss::Down,
                    bus::Loss::Overflow => Loss::Overflow,
                    bus::Loss::Unsubscribed => Loss::Unsubscribed,
                };
                let (lane, request) = keys::signalled(signal);
                (to, EventKind::Lost { lane, request, copy, why })
            }
        };
        self.record(keys::replica(to), what);
    }

    fn give(&self) {
        let mut tables = self.tables.borrow_mut();
        tables.reset(&self.compiled.scenario.policies).expect("SQLite can roll back");
        for row in &self.compiled.scenario.given {
            let version = tables.give(row).expect("SQLite takes the given rows");
            let (address, _) = self.intern(&row.address);
            let what = EventKind::Committed { request: super::compiled::START, address, version };
            self.record_in(Event::OUTSIDE, LifeId(0), what);
        }
        for upstream in &self.compiled.scenario.upstreams {
            let (address, _) = self.intern(&upstream.address);
            let mut upstreams = self.upstreams.borrow_mut();
            upstreams.set_reachable(address, upstream.reachable);
            upstreams.set_accepts(address, upstream.accepts.clone());
        }
    }
}

/// The present life of a replica.
fn life(world: &World<RecordedEvent>, replica: ReplicaId) -> LifeId {
    if replica == Event::OUTSIDE { LifeId(0) } else { LifeId(world.life(keys::node(replica)).0) }
}
