//! The history of one run: ordered events under a header, and the state that was left at the end.
//!
//! This is all that oracles and reports see. What crossed a port was recorded by the port; the family's own
//! journal adds only what no port sees (received, enqueued, installed, evicted, kept). The world adds faults
//! and lives.

mod content;
mod event;
mod header;
mod state;
mod subject;

pub use crate::names::{BuildFailure, ConnectorState, Kept, Reception};
pub use content::content_digest;
pub use event::{Damage, Event, EventKind, FaultId, Loss, NodeNameId, Port, Seen};
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
    /// Every address of the run, by [`AddressId`]: the header's, then those that
    /// stray signals brought.
    pub addresses: Vec<Address>,
    /// What happened, in order.
    pub events: Vec<Event>,
    /// The registries as the replicas showed them: when a step looked, and of every replica at the end.
    pub views: Vec<View>,
    /// What readiness probes answered, in order.
    pub probes: Vec<Probe>,
    /// What was published, in order. Recorded only where somebody wants to read it, and where it is not exactly what
    /// the testbed itself would have published.
    pub payloads: Vec<Payload>,
    /// The log lines of the replicas, in order. Recorded only where somebody wants to read them.
    pub lines: Vec<Line>,
    /// The rows at the end, read on the store's own connection.
    pub rows: Vec<FinalRow>,
    /// The upstream's own record at the end, for each address that it knows.
    pub upstreams: Vec<Upstream>,
    /// What each instance was opened with, as the upstream saw it, in the order of opening: to be compared with
    /// [`Version::connection`].
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

    /// An address as people read it; `?` for one that the run never came to know.
    pub fn described(&self, id: AddressId) -> impl std::fmt::Display {
        let known = self.addresses.get(usize::from(id.0)).cloned();
        std::fmt::from_fn(move |f| match &known {
            Some(address) => address.fmt(f),
            None => f.pad("?"),
        })
    }

    /// The lane that knows an address.
    pub fn lane(&self, id: AddressId) -> Option<Lane> {
        self.addresses.get(usize::from(id.0)).map(Address::lane)
    }
}
