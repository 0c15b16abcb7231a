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
use std::sync::Arc;

pub use cluster::{
    BusSpec, ClusterSpec, ConnectorSpec, ReplicaSpec, Span, StoreSpec, UpstreamGiven, UpstreamSpec,
};
pub use expect::{EntryExpect, Expect, LineExpect, PayloadExpect, StaleMode};
pub use fault::{Call, CallEffect, DeliveryEffect, Fault, FaultKind, Moment};
pub use rows::RowSpec;
pub use step::{Action, Answer, RequestStep, SignalStep, Step, Trigger};
pub use workload::{Mix, Share, Workload};

use crate::names::{Lane, Policies, Service};

/// One story: a cluster, what is done to it, and what must be true in the end.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What the story shows, in a sentence.
    pub title: String,
    /// The services whose lanes are under test, in order.
    pub services: Vec<Service>,
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
    /// The connectors that code declares on every replica.
    pub connectors: Vec<ConnectorSpec>,
    /// What the upstreams are at before the first boot, where that is not reachable and accepting anything.
    pub upstreams: Vec<UpstreamGiven>,
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

impl Scenario {
    /// The lanes under test, in order.
    pub fn lanes(&self) -> Vec<Lane> {
        self.services.iter().flat_map(|service| service.lanes()).collect()
    }
}

/// A scenario with the name that it goes by.
#[derive(Clone, Debug)]
pub struct NamedScenario {
    /// The path as a command would name it.
    pub name: String,
    /// What the file says.
    pub scenario: Arc<Scenario>,
}
