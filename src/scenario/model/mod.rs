//! The typed scenario: what a scenario file says, after every mistake has been found.
//!
//! Each type stands for one table or array element of the file. Names of replicas, steps and rows are text
//! here, already checked against each other; the testbed turns them into indices.

mod cluster;
mod expect;
mod fault;
mod fault_text;
mod rows;
mod step;
mod workload;

use std::ops::Range;

pub use cluster::{BusSpec, ReplicaSpec, Span, StoreSpec, UpstreamSpec};
pub use expect::{EntryExpect, Expect, LineExpect, PayloadExpect, StaleMode};
pub use fault::{Call, CallEffect, DeliveryEffect, Fault, FaultKind, Moment};
pub use rows::{Fields, RowSpec};
pub use step::{Action, Answer, SignalStep, Step, Trigger, WriteStep};
pub use workload::{Mix, Workload};

use crate::names::{Lane, Policies};

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
    /// How the store behaves.
    pub store: StoreSpec,
    /// How the upstreams behave.
    pub upstream: UpstreamSpec,
    /// The rows before the first boot.
    pub given: Vec<RowSpec>,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// What is done by chance beside the steps.
    pub workload: Option<Workload>,
    /// Faults that are armed before the run.
    pub faults: Vec<Fault>,
    /// The policies of every replica.
    pub policies: Policies,
    /// What must be true.
    pub expect: Expect,
}
