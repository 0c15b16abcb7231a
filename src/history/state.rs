//! States that a history holds beside its events: row versions, registries, the end of the run.

use std::collections::BTreeMap;

use crate::names::{
    AddressId, ConnectorState, Incarnation, InstanceId, Instant, ReplicaId, RequestId, Revision, Sequence,
    Signature,
};

/// One committed version of a row, or its tombstone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    /// The commit that made it.
    pub sequence: Sequence,
    /// The revision that it carries; a tombstone has one too.
    pub revision: Revision,
    /// Which row it is.
    pub incarnation: Incarnation,
    /// A digest of the effective connection, of `active` and of the incarnation, taken by the testbed from
    /// the stored columns, never by the family's own function. 0 for a tombstone.
    pub signature: Signature,
    /// A digest of the effective connection alone: what an instance of this version must be opened with. 0 for a
    /// tombstone.
    pub connection: Signature,
    /// A digest of all its columns but a secret, by [`content_digest`](super::content_digest). 0 for a tombstone.
    pub content: Signature,
    /// What a replica should hold for it.
    pub state: RowState,
}

/// Whether a row calls for an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowState {
    /// There is a row, and it is active: an instance is due.
    Active,
    /// There is a row with `active: false`: no instance is due.
    Inactive,
    /// There is no row.
    Absent,
}

/// A row at the end of the run.
#[derive(Clone, Debug)]
pub struct FinalRow {
    /// Its address.
    pub address: AddressId,
    /// Its version.
    pub version: Version,
    /// Its columns as text, without secrets, for people. Empty unless somebody wants to read them.
    pub content: BTreeMap<&'static str, String>,
}

/// A replica's registry at one moment.
#[derive(Clone, Debug)]
pub struct View {
    /// How many events had happened.
    pub after: usize,
    /// The step that looked; `None` for the view at the end.
    pub step: Option<RequestId>,
    /// Whose registry.
    pub replica: ReplicaId,
    /// What it holds, by address.
    pub entries: Vec<Entry>,
}

/// What a registry holds for an address.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The address.
    pub address: AddressId,
    /// The live instance; a connector may have none.
    pub instance: Option<InstanceId>,
    /// Whether code defined it.
    pub code: bool,
    /// What a connector is at.
    pub state: Option<ConnectorState>,
    /// The revision of the row that it was built from, where the replica knows it.
    pub revision: Option<Revision>,
    /// A digest of what it shows, by [`content_digest`](super::content_digest): of an item, a listing and an object.
    pub shown: Option<Signature>,
    /// What it was built with as text, without secrets. Empty unless somebody wants to read it.
    pub content: BTreeMap<&'static str, String>,
}

/// What a readiness probe answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The step that asked.
    pub step: RequestId,
    /// Whom.
    pub replica: ReplicaId,
    /// 200, or 503.
    pub status: u16,
    /// The datasources that the answer names, sorted.
    pub names: Vec<String>,
}

/// A message as it was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payload {
    /// Whose signal it is.
    pub request: RequestId,
    /// The replica that published it.
    pub replica: ReplicaId,
    /// The channel.
    pub channel: &'static str,
    /// The partition key.
    pub partition_key: String,
    /// The payload, as text.
    pub text: String,
}

/// A log line of a replica.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When.
    pub at: Instant,
    /// Whose.
    pub replica: ReplicaId,
    /// `error`, `warn`, `info` or `debug`.
    pub level: &'static str,
    /// The message.
    pub text: String,
}

/// What the upstream says of an address at the end; of a schema object, which has none, what its row says.
#[derive(Clone, Debug)]
pub struct Upstream {
    /// The address.
    pub address: AddressId,
    /// Whether a build for each replica, by index, would succeed now.
    pub builds: Vec<bool>,
    /// The instances that are open, sorted.
    pub open: Vec<InstanceId>,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The script was done, and the cluster was quiet.
    Quiet,
    /// A replica panicked, which is a fault of the system under test.
    Panicked {
        /// The replica; `None` for the testbed itself.
        replica: Option<ReplicaId>,
        /// When.
        at: Instant,
        /// The panic's message.
        message: String,
    },
    /// Something waits, and nothing is left that could wake it.
    Deadlock {
        /// The replicas that wait.
        replicas: Vec<ReplicaId>,
        /// When.
        at: Instant,
    },
    /// The run passed one of its bounds.
    Endless {
        /// The replica that was busy last; `None` for the testbed itself.
        replica: Option<ReplicaId>,
        /// When.
        at: Instant,
        /// Which bound.
        bound: &'static str,
    },
}

impl Outcome {
    /// Whether the testbed itself is at fault, and no replica and no script.
    pub fn is_of_the_testbed(&self) -> bool {
        matches!(self, Self::Panicked { replica: None, .. })
    }
}
