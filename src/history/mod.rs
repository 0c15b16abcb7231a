//! The history of one run: ordered events under a header, and the state that was left at the end.
//!
//! Oracles and reports see nothing else of a run. Whatever crosses a port is recorded by that port. The family's own
//! journal adds only what no port can see: received, enqueued, invalidated, installed, evicted, kept. The world adds
//! faults and lives.
//!
//! | file | contents |
//! |---|---|
//! | `header` | what is known before the run |
//! | `event` | the kinds of event |
//! | `subject` | the address, request or lane that an event is about |
//! | `state` | row versions, registries, the upstream's record, the outcome |
//! | `content` | digests of columns |

mod content;
mod event;
mod header;
mod state;
mod subject;

pub use crate::names::{BuildFailure, ConnectorState, Kept, Reception};
pub use content::content_digest;
pub use event::{Damage, Event, EventKind, FaultId, Loss, NodeNameId, Port, ReadResult};
pub use header::{ConnectorInfo, Header, ReplicaInfo};
pub use state::{Entry, FinalRow, Line, Outcome, Payload, Probe, RowState, Upstream, Version, View};
pub use subject::Subject;

use std::fmt::Display as _;

use crate::names::{Address, AddressId, Instant, Lane};

/// One run, from the first boot to quiet.
#[derive(Clone, Debug)]
pub struct History {
    /// What was known before the run began.
    pub header: std::sync::Arc<Header>,
    /// The seed that drew what the scenario left open.
    pub seed: u64,
    /// Every address of the run, by [`AddressId`]: those of the header, then those that only a stray or corrupt
    /// signal named.
    pub addresses: Vec<Address>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The registries as the replicas showed them: for each step that looked, and of every replica at the end.
    pub views: Vec<View>,
    /// What readiness probes answered, in order.
    pub probes: Vec<Probe>,
    /// Published messages, in order. All are recorded if the scenario or the user asks for them, else only those that
    /// differ from what the testbed itself would have published.
    pub payloads: Vec<Payload>,
    /// The log lines of the replicas, in order. Empty unless the scenario or the user asks for them.
    pub lines: Vec<Line>,
    /// The rows at the end, read on the store's own connection.
    pub rows: Vec<FinalRow>,
    /// The upstream's own record at the end, for each address that it knows.
    pub upstreams: Vec<Upstream>,
    /// The connection that each instance was opened with, as the upstream saw it, in the order of opening. Oracles
    /// compare it with [`Version::connection`].
    pub connections: Vec<(crate::names::InstanceId, crate::names::Signature)>,
    /// When the run ended.
    pub ended: Instant,
    /// How the run ended.
    pub outcome: Outcome,
}

impl History {
    /// The registry of every replica at the end, in the order of the header.
    pub fn final_views(&self) -> impl Iterator<Item = &View> {
        self.views.iter().filter(|view| view.step.is_none())
    }

    /// An address of the run.
    ///
    /// # Panics
    /// If it is no address of this run.
    pub fn address(&self, id: AddressId) -> &Address {
        &self.addresses[usize::from(id.0)]
    }

    /// An address as people read it; `?` for an id that this run does not have.
    pub fn described(&self, id: AddressId) -> impl std::fmt::Display {
        let known = self.addresses.get(usize::from(id.0)).cloned();
        std::fmt::from_fn(move |f| match &known {
            Some(address) => address.fmt(f),
            None => f.pad("?"),
        })
    }

    /// The lane that an address belongs to; `None` for an id that this run does not have.
    pub fn lane(&self, id: AddressId) -> Option<Lane> {
        self.addresses.get(usize::from(id.0)).map(Address::lane)
    }
}
