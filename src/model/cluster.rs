//! The cluster of a scenario: its replicas, how long the bus and each port call take, and what goes wrong by chance.
//!
//! For every value holds: the ends of a span are in order, and probabilities lie within 0 and 1.

use std::time::Duration;

use crate::names::{Address, Lane, Secret, Service};

/// A replica of the cluster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplicaSpec {
    /// Its name, unique in the cluster.
    pub name: String,
    /// The node id in its signals. It is the name, unless the file says otherwise; two replicas may have the same.
    pub node_id: String,
    /// Whether a step boots it, instead of the opening boot.
    pub late: bool,
    /// Whether its lanes are attached to the bus at boot.
    pub attach: bool,
    /// Its cluster service.
    pub cluster: ClusterSpec,
    /// The services that it lacks.
    pub absent: Vec<Service>,
    /// The lanes whose service has no convergence seam, so that the bridge cannot attach them.
    pub bare: Vec<Lane>,
    /// The rows that its code defines.
    pub code: Vec<Address>,
    /// How far its wall clock is ahead, in microseconds; negative if it is behind.
    pub clock_skew_us: i64,
}

/// The cluster service of a replica.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClusterSpec {
    /// A bus across processes.
    #[default]
    Bus,
    /// A bus within one process.
    Memory,
    /// None at all.
    None,
}

/// A connector that code declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectorSpec {
    /// Its name.
    pub name: Address,
    /// The kind of API.
    pub provider: String,
    /// Its settings, as canonical JSON with sorted keys.
    pub config: String,
    /// The reference of its credential.
    pub reference: Address,
}

/// The state of an upstream before the first boot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpstreamGiven {
    /// The datasource or the connector that connects to it.
    pub address: Address,
    /// Whether it can be reached.
    pub reachable: bool,
    /// The credentials that it accepts; `None` for any.
    pub accepts: Option<Vec<Secret>>,
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
    /// How long each copy of a message is on its way.
    pub delay: Span,
    /// How long publishing and subscribing take, each way.
    pub latency: Span,
    /// The probability that a delivery is dropped.
    pub drop: f64,
    /// The probability that a delivery arrives twice.
    pub duplicate: f64,
    /// The probability that a copy arrives corrupt.
    pub corrupt: f64,
    /// The probability that a copy arrives with another name.
    pub misaddress: f64,
    /// The probability that publishing a signal fails.
    pub publish_error: f64,
    /// Whether each replica receives in the order of publishing.
    pub fifo: bool,
    /// How many messages the inbox of a replica holds; `None` for any number.
    pub capacity: Option<usize>,
}

/// How the store behaves where no armed fault says otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StoreSpec {
    /// How long a call takes, before and after the moment it acts.
    pub latency: Span,
    /// The probability that a read or a listing fails.
    pub read_error: f64,
    /// The probability that a transaction fails.
    pub write_error: f64,
    /// The probability that a transaction commits and its answer gets lost.
    pub lose_answer: f64,
    /// How far a read replica lags behind, where reads come from one.
    pub lag: Span,
}

/// How the upstreams behave where no armed fault says otherwise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UpstreamSpec {
    /// How long a call takes, before and after the moment it acts.
    pub latency: Span,
    /// The probability that a build fails.
    pub build_error: f64,
}
