//! The cluster of a scenario: its replicas, and how long the bus and each port call take.
//!
//! Holds for every value: a span's ends are in order, probabilities are within 0 and 1.

use std::time::Duration;

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
