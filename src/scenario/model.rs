//! The typed scenario: what a scenario file says, after every mistake has been found.
//!
//! Each type stands for one table or array element of the file. Names of replicas, steps and rows are text
//! here, already checked against each other; the testbed turns them into indices.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::time::Duration;

use crate::names::{Cause, Invariant, Lane, Policies, Secret, Verb};

/// One story: a cluster, what is done to it, and what must be true in the end.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What the story shows, in a sentence.
    pub title: String,
    /// The lane under test.
    pub lane: Lane,
    /// The seeds that `run` tries.
    pub seeds: Range<u64>,
    /// The replicas, in the order of the file.
    pub replicas: Vec<ReplicaSpec>,
    /// How the bus behaves.
    pub bus: BusSpec,
    /// How long a store call takes.
    pub store: CallSpec,
    /// How long an upstream call takes.
    pub upstream: CallSpec,
    /// The rows before the first boot.
    pub given: Vec<RowSpec>,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// Faults that are armed before the run.
    pub faults: Vec<Fault>,
    /// The policies of every replica.
    pub policies: Policies,
    /// What must be true.
    pub expect: Expect,
}

/// A replica of the cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplicaSpec {
    /// Its name.
    pub name: String,
    /// The node id on its signals; its name unless the file says otherwise.
    pub node_id: String,
    /// Whether it is booted by a step instead of at the start.
    pub late: bool,
    /// Whether its lane is attached to the bus at boot.
    pub attach: bool,
    /// Whether its datasource service has the seam by which a lane converges it.
    pub seam: bool,
    /// The datasources that its code defines.
    pub code: Vec<String>,
}

/// A range of durations, both ends included; equal ends draw nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The shortest.
    pub min: Duration,
    /// The longest, not below `min`.
    pub max: Duration,
}

/// How the bus behaves where no armed fault says otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BusSpec {
    /// How long each copy is on its way.
    pub delay: Span,
    /// How long publishing and subscribing take, each way.
    pub latency: Span,
    /// The probability, from 0 to 1, that a delivery is dropped.
    pub drop: f64,
    /// The probability that a delivery arrives twice.
    pub duplicate: f64,
    /// Whether each replica receives in the order of publishing.
    pub fifo: bool,
    /// How many messages a replica's inbox holds; `None` for any number.
    pub capacity: Option<usize>,
}

/// How long a port call takes, before and after the moment it acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallSpec {
    /// Each way.
    pub latency: Span,
}

/// A row that exists before the first boot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSpec {
    /// Its name.
    pub name: String,
    /// Its columns; what is left out has the default of the record.
    pub fields: Fields,
    /// Who defined it: `true` for code.
    pub origin_code: bool,
    /// The objects that are bound to it.
    pub bound: Vec<String>,
}

/// Columns of a datasource as a scenario gives or expects them; `None` where it says nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fields {
    /// What people call it. No part of the signature.
    pub label: Option<String>,
    /// The kind of server.
    pub driver: Option<String>,
    /// The settings, as canonical JSON with sorted keys.
    pub config: Option<String>,
    /// The secret in the row's own column. Never expected, only given.
    pub secret: Option<Secret>,
    /// Whether an instance is due.
    pub active: Option<bool>,
    /// The entry of the secrets table that holds the secret instead.
    pub credentials_ref: Option<String>,
}

/// One thing that is done.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its identity: given, or made from what it does; unique within the file.
    pub id: String,
    /// When it begins, counted from the end of the opening boot; `None` for right after the step before.
    pub at: Option<Duration>,
    /// Whether the next step waits until this one is done.
    pub wait: bool,
    /// What is done.
    pub action: Action,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A request at a door.
    Write(WriteStep),
    /// Wait until the cluster is quiet.
    Settle,
    /// Let time pass.
    Sleep(Duration),
    /// Begin the first life of a late replica.
    Boot(String),
    /// End a replica's life without warning.
    Crash(String),
    /// Crash, and boot again at once; a boot only, if it is down.
    Restart(String),
    /// End a replica's life in good order.
    Shutdown(String),
    /// Let a replica stand still.
    Pause(String),
    /// Let it go on.
    Resume(String),
    /// Reload the lane.
    Reload(String),
    /// Attach the lane, under `node_id` if one is given.
    Attach {
        /// The replica.
        on: String,
        /// Another node id than the replica's own.
        node_id: Option<String>,
    },
    /// Detach the lane.
    Detach(String),
    /// Cut the replica's link to the bus.
    Cut {
        /// The replica.
        on: String,
        /// Whether the replica notices, and so reconnects when the link is whole again.
        noticed: bool,
    },
    /// Make the replica's link whole again.
    Heal(String),
    /// Publish a stray signal on the lane's channel, from outside the cluster.
    Signal(SignalStep),
    /// Make the upstream of a datasource reachable or not.
    Upstream {
        /// The datasource.
        address: String,
        /// Whether it can be reached from now on.
        reachable: bool,
    },
    /// Ask a replica whether it is ready.
    Ready {
        /// Whom.
        on: String,
        /// The status that it must answer.
        status: u16,
        /// The datasources that the answer must name, sorted; `None` if the scenario does not say.
        names: Option<Vec<String>>,
    },
    /// Look into a registry and compare.
    Look(EntryExpect),
}

/// A request at a door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteStep {
    /// The replica that serves it.
    pub on: String,
    /// What is asked.
    pub verb: Verb,
    /// Of which row.
    pub address: String,
    /// The columns that are written; for `migrate`, `credentials_ref` is the reference to move to.
    pub fields: Fields,
    /// What the client must be answered.
    pub answer: Answer,
}

/// The answer that a request must get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// 200 or 201.
    Done,
    /// Exactly this status.
    Status(u16),
    /// None: the replica is down, or dies before it answers.
    None,
    /// Whatever comes.
    Any,
}

/// A stray signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignalStep {
    /// The address in the payload; of `payload` where one is given, as far as the scenario says.
    pub address: String,
    /// The node id in the payload.
    pub origin: String,
    /// The whole payload instead, as text that need not be JSON.
    pub payload: Option<String>,
}

/// A fault that is armed before the run and fires when its moment comes.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// How often it fires at most; `None` for every time.
    pub times: Option<u32>,
    /// Where and what.
    pub kind: FaultKind,
}

/// What an armed fault does, and at which moment.
#[derive(Clone, Debug, PartialEq)]
pub enum FaultKind {
    /// To the delivery of a step's signal.
    Delivery {
        /// The step.
        of: String,
        /// The receiver; `None` for every one.
        to: Option<String>,
        /// What happens to it.
        effect: DeliveryEffect,
    },
    /// Publishing a step's signal fails.
    PublishError {
        /// The step.
        of: String,
    },
    /// To a read of one row.
    Read {
        /// The row.
        address: String,
        /// The reader; `None` for every one.
        on: Option<String>,
        /// Only a read that this step caused.
        of: Option<String>,
        /// What happens to it.
        effect: CallEffect,
    },
    /// To a listing.
    List {
        /// The reader.
        on: String,
        /// What happens to it.
        effect: CallEffect,
    },
    /// To the transaction of a step.
    Write {
        /// The step.
        of: String,
        /// What happens to it.
        effect: CallEffect,
    },
    /// The transaction of a step commits, and its answer gets lost.
    AnswerLost {
        /// The step.
        of: String,
    },
    /// The objects bound to the row of a delete cannot be counted.
    CountError {
        /// The step.
        of: String,
    },
    /// To a build.
    Build {
        /// The datasource.
        address: String,
        /// The builder; `None` for every one.
        on: Option<String>,
        /// What happens to it.
        effect: CallEffect,
    },
    /// A replica crashes at one of its port calls.
    Crash {
        /// The replica.
        on: String,
        /// The moment, counted from the call.
        moment: Moment,
        /// Which call.
        call: Call,
        /// Only a call that this step caused.
        of: Option<String>,
    },
}

/// What happens to a delivery.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeliveryEffect {
    /// It is lost.
    Drop,
    /// A second copy arrives this much after the first.
    Duplicate(Duration),
    /// It takes this much longer.
    Delay(Duration),
    /// Its payload arrives unreadable.
    Corrupt,
    /// It arrives with this name instead.
    Misaddress(String),
}

/// What happens to a port call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallEffect {
    /// It fails.
    Error,
    /// It takes this much longer before it acts.
    SlowBefore(Duration),
    /// Its answer takes this much longer.
    SlowAfter(Duration),
}

/// A moment of a port call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// Instead of sending it.
    Before,
    /// After it was sent and before it acts: it still acts.
    During,
    /// Right after it acted, before the answer arrives.
    After,
}

/// A port call by which a crash is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// A transaction.
    Write,
    /// A read of one row.
    Read,
    /// A listing.
    List,
    /// Publishing a signal.
    Publish,
    /// Subscribing.
    Subscribe,
    /// Building an instance.
    Open,
    /// Closing an instance.
    Close,
}

/// What must be true.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expect {
    /// How many signals the replicas publish in all, stray ones not counted.
    pub signals: Option<usize>,
    /// What they publish, in order: each payload as canonical JSON.
    pub payloads: Option<Vec<PayloadExpect>>,
    /// Log lines that must occur.
    pub log: Vec<LineExpect>,
    /// Whether a stale entry that `[expect]` does not name is a failure, even if its cause is allowed.
    pub stale: StaleMode,
    /// Causes that account for a staleness in this scenario beside those of the contract.
    pub allow: BTreeSet<Cause>,
    /// Causes of the contract that do not account for one here.
    pub forbid: BTreeSet<Cause>,
    /// Invariants that this scenario must break.
    pub breaks: BTreeSet<Invariant>,
    /// Entries of registries at the end, in the order of the file.
    pub entries: Vec<EntryExpect>,
}

/// How a scenario takes a stale entry that it does not name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StaleMode {
    /// As a failure.
    #[default]
    None,
    /// As fine, if an allowed cause accounts for it.
    Allowed,
}

/// A payload that must be published.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PayloadExpect {
    /// The payload as canonical JSON with sorted keys.
    pub json: String,
    /// The partition key, if the scenario says.
    pub partition_key: Option<String>,
}

/// Log lines that must occur.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineExpect {
    /// The replica; `None` for any.
    pub on: Option<String>,
    /// `error`, `warn`, `info` or `debug`.
    pub level: String,
    /// A part of the message.
    pub text: String,
    /// How many; `None` for at least one.
    pub count: Option<usize>,
}

/// What a registry must hold for an address.
#[derive(Clone, Debug, PartialEq)]
pub struct EntryExpect {
    /// The replica.
    pub replica: String,
    /// The address.
    pub address: String,
    /// Whether an instance is held.
    pub held: Option<bool>,
    /// The cause for which the entry is stale; `None`: it must be converged. Only at the end.
    pub stale: Option<Cause>,
    /// Whether the instance is still the one that the replica held when the first step began.
    pub same_instance: Option<bool>,
    /// How many builds the replica has begun for the address in the whole run. Only at the end.
    pub builds: Option<usize>,
    /// How many reads of the row the replica has begun in the whole run. Only at the end.
    pub reads: Option<usize>,
    /// What the instance was built with.
    pub fields: Fields,
}

/// The columns that an expectation names, by name, as text.
impl Fields {
    /// The columns that are set, without the secret, as text.
    pub fn named(&self) -> BTreeMap<&'static str, String> {
        let mut named = BTreeMap::new();
        let text = [
            ("label", &self.label),
            ("driver", &self.driver),
            ("config", &self.config),
            ("credentials_ref", &self.credentials_ref),
        ];
        for (name, value) in text {
            if let Some(value) = value {
                named.insert(name, value.clone());
            }
        }
        if let Some(active) = self.active {
            named.insert("active", active.to_string());
        }
        named
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.kind)
    }
}
