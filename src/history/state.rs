//! States that a history holds beside its events: row versions, registries, the upstream's record and the outcome.

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
    /// Which row it is: a row that is deleted and created again has another incarnation.
    pub incarnation: Incarnation,
    /// A digest of the effective connection, of `active` and of the incarnation. The testbed takes it from the stored
    /// columns; it never calls the family's own function. 0 for a tombstone.
    pub signature: Signature,
    /// A digest of the effective connection alone: an instance of this version must be opened with it. 0 for a
    /// tombstone.
    pub connection: Signature,
    /// A digest of all columns except secrets, by [`content_digest`](super::content_digest). 0 for a tombstone.
    pub content: Signature,
    /// Whether a replica should hold an instance for it.
    pub state: RowState,
}

/// Whether a row calls for an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowState {
    /// There is a row, and it is active: replicas should hold an instance.
    Active,
    /// There is a row with `active: false`: replicas should hold no instance.
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
    /// Its columns as text, without secrets, for people. Empty unless the scenario or the user asks for them.
    pub content: BTreeMap<&'static str, String>,
}

/// A replica's registry at one moment.
#[derive(Clone, Debug)]
pub struct View {
    /// How many events of the history come before it.
    pub after: usize,
    /// The step that looked; `None` for the view at the end. Step 0 is the view just before the first step.
    pub step: Option<RequestId>,
    /// The replica whose registry it is.
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
    /// The state of a connector; `None` for other entries.
    pub state: Option<ConnectorState>,
    /// The revision of the row that it was built from, where the replica knows it.
    pub revision: Option<Revision>,
    /// A digest of what the entry shows, by [`content_digest`](super::content_digest). Items, listings and objects
    /// have one.
    pub shown: Option<Signature>,
    /// The columns that it was built with as text, without secrets. Empty unless the scenario or the user asks for
    /// them.
    pub content: BTreeMap<&'static str, String>,
}

/// What a readiness probe answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The step that sent the probe.
    pub step: RequestId,
    /// The replica that answered.
    pub replica: ReplicaId,
    /// The HTTP status: 200 or 503.
    pub status: u16,
    /// The datasources that the answer names, sorted.
    pub names: Vec<String>,
}

/// A message as it was published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payload {
    /// The request that the signal belongs to.
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
    /// The replica that logged it.
    pub replica: ReplicaId,
    /// `error`, `warn`, `info` or `debug`.
    pub level: &'static str,
    /// The message.
    pub text: String,
}

/// The upstream's own record of an address at the end. A schema object has no upstream: for it `builds` says whether
/// its row is well-formed.
#[derive(Clone, Debug)]
pub struct Upstream {
    /// The address.
    pub address: AddressId,
    /// Whether a build would succeed now, for each replica by index.
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
    /// Some task waits, and nothing is left that could wake it.
    Deadlock {
        /// The replicas whose tasks wait.
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
    /// Whether the fault lies in the testbed itself, not in a replica or the script.
    pub fn is_of_the_testbed(&self) -> bool {
        matches!(self, Self::Panicked { replica: None, .. })
    }
}
