//! A scripted cluster: it runs nothing, and each call appends one event or a few, so that a test can say what happened in
//! the words of the protocol.
//!
//! It keeps the rows, the registries and the upstream's record, so that the views at the end agree with the events. It
//! decides nothing by itself.

#![allow(dead_code, reason = "each test file uses its own part")]

mod addresses;
mod caches;
mod calls;
mod connectors;
mod convergences;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use reconverge::history::{
    ConnectorState, Entry, Event, EventKind, FaultId, FinalRow, Header, History, Outcome, ReplicaInfo,
    RowState, Upstream, Version, View,
};
use reconverge::names::{
    Address, AddressId, Cause, Incarnation, InstanceId, Instant, Lane, LifeId, Policies, ReplicaId,
    RequestId, Revision, Sequence, Signature, Space, Work,
};
use reconverge::oracle::{Findings, Stale, judge};

use self::addresses::addresses;
pub use self::addresses::{
    CRM, ITEM, KEY, LISTING, OBJECT, ORDERS, OTHER_ITEM, OTHER_KEY, OTHER_OBJECT, RECONCILE, address,
};

/// What a write does to its row.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// Another connection; creates the row if there is none.
    Put,
    /// Another label only.
    Label,
    /// `active: false`.
    Deactivate,
    /// Deletes the row.
    Delete,
}

/// The history so far, and the state that it has led to.
pub struct ScriptedCluster {
    pub header: Header,
    pub events: Vec<Event>,
    pub registry: BTreeMap<(ReplicaId, AddressId), InstanceId>,
    pub open: BTreeSet<InstanceId>,
    pub builds: BTreeMap<(AddressId, ReplicaId), bool>,
    pub outcome: Outcome,
    pub views: Vec<View>,
    /// The lane of the signals, listings and subscriptions that are scripted next.
    pub lane: Lane,
    /// The state of each connector.
    pub states: BTreeMap<(ReplicaId, AddressId), ConnectorState>,
    /// The digests of what entries show, for tests that compare them.
    pub shown: BTreeMap<InstanceId, Signature>,
    attempted: BTreeMap<(ReplicaId, AddressId), Option<Signature>>,
    rows: BTreeMap<AddressId, Version>,
    lives: BTreeMap<ReplicaId, LifeId>,
    created: BTreeSet<RequestId>,
    opened: BTreeMap<(ReplicaId, AddressId), u32>,
    built: BTreeMap<InstanceId, Signature>,
    sequence: u64,
    clock: u64,
}

impl ScriptedCluster {
    /// Replicas a, b and c, not booted, attached at boot, with their names as node ids; the datasource lane.
    pub fn new() -> Self {
        Self::with(&[Lane::Datasource])
    }

    /// The same with these lanes. The first one is scripted first.
    pub fn with(lanes: &[Lane]) -> Self {
        let replica = |name: &str| ReplicaInfo {
            name: name.to_owned(),
            node_id: name.to_owned(),
            code: Vec::new(),
            lanes: lanes.to_vec(),
            attaches: lanes.to_vec(),
        };
        let header = Header {
            node_ids: Vec::new(),
            title: "scripted".to_owned(),
            lanes: lanes.to_vec(),
            policies: Policies::default(),
            replicas: ["a", "b", "c"].map(replica).to_vec(),
            addresses: addresses(),
            connectors: Vec::new(),
            requests: BTreeMap::new(),
            faults: Vec::new(),
            code_rows: Vec::new(),
            bound: Vec::new(),
            allowed: Cause::ALL.iter().copied().filter(|cause| cause.allowed_by_contract()).collect(),
        };
        Self {
            header,
            events: Vec::new(),
            registry: BTreeMap::new(),
            open: BTreeSet::new(),
            builds: BTreeMap::new(),
            outcome: Outcome::Quiet,
            views: Vec::new(),
            lane: lanes[0],
            states: BTreeMap::new(),
            shown: BTreeMap::new(),
            attempted: BTreeMap::new(),
            rows: BTreeMap::new(),
            lives: BTreeMap::new(),
            created: BTreeSet::new(),
            opened: BTreeMap::new(),
            built: BTreeMap::new(),
            sequence: 0,
            clock: 0,
        }
    }

    /// The row `orders` is given; a and b have booted and hold it.
    pub fn booted() -> Self {
        let mut cluster = Self::new();
        cluster.given(ORDERS);
        cluster.boot("a");
        cluster.boot("b");
        cluster
    }

    pub fn replica(&self, name: &str) -> ReplicaId {
        let at = self.header.replicas.iter().position(|replica| replica.name == name);
        ReplicaId(u16::try_from(at.expect("a, b or c")).expect("few"))
    }

    pub fn address(&self, name: &str) -> AddressId {
        let named = address(name);
        let at = self.header.addresses.iter().position(|address| *address == named);
        AddressId(u16::try_from(at.expect("an address of the scripted cluster")).expect("few"))
    }

    /// The address of the row that an entry is made from.
    pub fn row_address(&self, name: &str) -> AddressId {
        let (named, id) = (address(name), self.address(name));
        match named.space() {
            Space::Item => self.address(&format!("object:{}", named.as_str())),
            Space::Connector => {
                let declared = self.header.connectors.iter().find(|declared| declared.connector == id);
                declared.map_or(id, |declared| declared.reference)
            }
            Space::Listing | Space::Object | Space::Datasource | Space::Credential | Space::Reconcile => id,
        }
    }

    /// The request of a step. The first call adds the step to the header.
    pub fn request(&mut self, step: &str) -> RequestId {
        let known = self.header.requests.iter().find(|(_, name)| *name == step).map(|(id, _)| *id);
        known.unwrap_or_else(|| {
            let id = RequestId(1 + self.header.requests.len() as u64);
            self.header.requests.insert(id, step.to_owned());
            id
        })
    }

    pub fn signal(&mut self, step: &str, copy: u8) -> Work {
        Work::Signal { write: self.request(step), copy }
    }

    /// Lets milliseconds pass.
    pub fn wait(&mut self, ms: u64) {
        self.clock += ms * 1_000;
    }

    /// Appends an event of a replica in its present life, a millisecond after the last one. Returns its position.
    pub fn record(&mut self, on: &str, kind: EventKind) -> usize {
        let replica = self.replica(on);
        self.record_as(replica, kind)
    }

    pub fn record_as(&mut self, replica: ReplicaId, kind: EventKind) -> usize {
        self.clock += 1_000;
        let life = self.lives.get(&replica).copied().unwrap_or_default();
        self.events.push(Event { at: Instant(self.clock), replica, life, kind });
        self.events.len() - 1
    }

    pub fn record_fault(&mut self, on: &str) {
        self.header.faults.push("a fault".to_owned());
        let fault = FaultId(u16::try_from(self.header.faults.len() - 1).expect("few"));
        self.record(on, EventKind::Fault { fault });
    }

    /// Commits a version of a row, and returns it.
    pub fn commit_as(&mut self, replica: ReplicaId, step: &str, name: &str, change: Change) -> Version {
        let (request, address) = (self.request(step), self.address(name));
        self.sequence += 1;
        let number = self.sequence;
        let row = self.rows.get(&address).filter(|row| row.state != RowState::Absent);
        let (state, signature) = match (change, row) {
            (Change::Label, Some(row)) => (row.state, row.signature),
            (Change::Put | Change::Label, _) => (RowState::Active, Signature(100 + number)),
            (Change::Deactivate, _) => (RowState::Inactive, Signature(100 + number)),
            (Change::Delete, _) => (RowState::Absent, Signature(0)),
        };
        if row.is_none() {
            self.created.insert(request);
        }
        let incarnation = row.map_or(Incarnation(number), |row| row.incarnation);
        let (sequence, revision) = (Sequence(number), Revision(number));
        let (connection, content) =
            (signature, Signature(if state == RowState::Absent { 0 } else { 1_000 + number }));
        let version = Version { sequence, revision, incarnation, signature, connection, content, state };
        self.rows.insert(address, version);
        self.record_as(replica, EventKind::Committed { request, address, version });
        version
    }

    pub fn row(&self, name: &str) -> Option<Version> {
        self.rows.get(&self.row_address(name)).copied()
    }

    pub fn sequence(&self) -> Sequence {
        Sequence(self.sequence)
    }

    /// The history so far. Views, rows and the upstream's record are as the events left them.
    pub fn history(&self) -> History {
        let mut views = self.views.clone();
        for (id, _) in (0..).map(ReplicaId).zip(&self.header.replicas) {
            views.push(self.view(id, None));
        }
        let row = |(address, version): (&AddressId, &Version)| FinalRow {
            address: *address,
            version: *version,
            content: BTreeMap::new(),
        };
        let present = self.rows.iter().filter(|(_, version)| version.state != RowState::Absent);
        History {
            connections: Vec::new(),
            header: Arc::new(self.header.clone()),
            seed: 0,
            addresses: self.header.addresses.clone(),
            events: self.events.clone(),
            views,
            probes: Vec::new(),
            payloads: Vec::new(),
            lines: Vec::new(),
            rows: present.map(row).collect(),
            upstreams: self.upstreams(),
            ended: Instant(self.clock),
            outcome: self.outcome.clone(),
        }
    }

    /// What a replica holds now.
    pub fn view(&self, replica: ReplicaId, step: Option<RequestId>) -> View {
        let held = self.registry.iter().filter(|((of, _), _)| *of == replica);
        let entries = held.map(|((_, address), instance)| Entry {
            address: *address,
            instance: Some(*instance),
            code: self.header.replicas[usize::from(replica.0)].code.contains(address),
            state: self.states.get(&(replica, *address)).copied(),
            revision: None,
            shown: self.shown.get(instance).copied(),
            content: BTreeMap::new(),
        });
        let entries = entries.chain(self.idle_connectors(replica)).collect();
        View { after: self.events.len(), step, replica, entries }
    }

    fn upstreams(&self) -> Vec<Upstream> {
        let addresses = (0..).map(AddressId).zip(&self.header.addresses);
        let is_built = |space| matches!(space, Space::Object | Space::Datasource | Space::Connector);
        let addresses = addresses.filter(|(_, address)| is_built(address.space()));
        let upstream = |(address, _): (AddressId, &Address)| Upstream {
            address,
            builds: (0..3).map(|at| *self.builds.get(&(address, ReplicaId(at))).unwrap_or(&true)).collect(),
            open: self.open.iter().copied().filter(|instance| instance.address == address).collect(),
        };
        addresses.map(upstream).collect()
    }

    pub fn judge(&self) -> Findings {
        judge(&self.history())
    }

    /// The only stale entry; fails if there are more, or contradictory records.
    pub fn only_stale(&self) -> Stale {
        let findings = self.judge();
        assert_eq!(findings.inconsistent, [], "contradictory records");
        assert_eq!(findings.stale.len(), 1, "one stale entry in {findings:#?}");
        findings.stale.into_iter().next().expect("one")
    }

    /// The causes that the chances of the only stale entry are charged with, in order.
    pub fn charges(&self) -> Vec<Cause> {
        self.only_stale().chances.iter().map(|charge| charge.cause).collect()
    }
}
