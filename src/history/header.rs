//! What is known of a run before it begins.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::{Address, AddressId, Cause, Lane, Policies, ReplicaId, RequestId};

/// The header of a history: the same for every seed of a scenario.
#[derive(Clone, Debug)]
pub struct Header {
    /// The scenario's title.
    pub title: String,
    /// The lanes under test.
    pub lanes: Vec<Lane>,
    /// The policies that the replicas run under.
    pub policies: Policies,
    /// The replicas, by [`ReplicaId`].
    pub replicas: Vec<ReplicaInfo>,
    /// The node ids that replicas have at one time or another, by [`NodeNameId`](super::NodeNameId), sorted.
    pub node_ids: Vec<String>,
    /// The addresses that the scenario names, by [`AddressId`], sorted.
    pub addresses: Vec<Address>,
    /// The connectors that code declares on every replica.
    pub connectors: Vec<ConnectorInfo>,
    /// The id of the step that each request goes back to.
    pub requests: BTreeMap<RequestId, String>,
    /// The armed faults, by [`FaultId`](super::FaultId), as a person would say them.
    pub faults: Vec<String>,
    /// The addresses whose given row is marked as defined by code.
    pub code_rows: Vec<AddressId>,
    /// The addresses whose given row has objects bound to it.
    pub bound: Vec<AddressId>,
    /// The causes that account for a staleness.
    pub allowed: BTreeSet<Cause>,
}

/// A replica as the scenario describes it.
#[derive(Clone, Debug)]
pub struct ReplicaInfo {
    /// Its name in the scenario.
    pub name: String,
    /// The node id that it puts on its signals; two replicas may have the same by mistake.
    pub node_id: String,
    /// The addresses that its code defines.
    pub code: Vec<AddressId>,
    /// The lanes that it has: all of the scenario but those of a service that it lacks.
    pub lanes: Vec<Lane>,
    /// Those of them that attach to the bus at boot: neither held back, nor without a seam or a bus.
    pub attaches: Vec<Lane>,
}

/// A connector as code declares it.
#[derive(Clone, Copy, Debug)]
pub struct ConnectorInfo {
    /// The connector.
    pub connector: AddressId,
    /// The reference of its credential.
    pub reference: AddressId,
}

impl Header {
    /// The name of a replica; `outside` for one that the scenario does not have.
    pub fn replica(&self, id: ReplicaId) -> &str {
        self.replicas.get(usize::from(id.0)).map_or("outside", |replica| &replica.name)
    }

    /// The step that a request goes back to: `start` for the boot of every replica, `#drawn` for what a workload
    /// does to a replica.
    pub fn request(&self, id: RequestId) -> &str {
        let unnamed = if id.0 == 0 { "start" } else { "#drawn" };
        self.requests.get(&id).map_or(unnamed, String::as_str)
    }
}
