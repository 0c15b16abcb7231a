//! A whole scenario.
//!
//! Every replica, step, row and connector that one part names is introduced by another part.

use std::ops::Range;
use std::sync::Arc;

use super::{
    BusSpec, ConnectorSpec, Expect, Fault, ReplicaSpec, RowSpec, Step, StoreSpec, UpstreamGiven,
    UpstreamSpec, Workload,
};
use crate::names::{Lane, Policies, Service};

/// One story: a cluster, what is done to it, and what must be true in the end.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What the story shows, in a sentence.
    pub title: String,
    /// The services whose lanes are under test, in the order of the protocol.
    pub services: Vec<Service>,
    /// The seeds that `run` tries; the end is excluded.
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
    /// The upstreams that are unreachable, or do not accept every credential, before the first boot.
    pub upstreams: Vec<UpstreamGiven>,
    /// What is done, in order.
    pub steps: Vec<Step>,
    /// What is drawn, beside the steps.
    pub workload: Option<Workload>,
    /// Faults that are armed before the run.
    pub faults: Vec<Fault>,
    /// The policies of every replica.
    pub policies: Policies,
    /// What must be true.
    pub expect: Expect,
}

impl Scenario {
    /// The lanes under test, in the order of the protocol.
    pub fn lanes(&self) -> Vec<Lane> {
        self.services.iter().flat_map(|service| service.lanes()).collect()
    }
}

/// A scenario with the name under which reports show it.
#[derive(Clone, Debug)]
pub struct NamedScenario {
    /// The path of the file, as it would stand in a command.
    pub name: String,
    /// What the file says.
    pub scenario: Arc<Scenario>,
}
