//! What is known of a run before it begins: the scenario in the form that oracles and reports need.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::{Address, AddressId, Cause, Lane, Policies, ReplicaId, RequestId};

/// The header of a history: the same for every seed of a scenario.
#[derive(Clone, Debug)]
pub struct Header {
    /// The scenario's title.
    pub title: String,
    /// The lanes under test.
    pub lanes: Vec<Lane>,
    /// The policies of the replicas.
    pub policies: Policies,
    /// The replicas, by [`ReplicaId`].
    pub replicas: Vec<ReplicaInfo>,
    /// Every node id that some replica has at some time, by [`NodeNameId`](super::NodeNameId), sorted.
    pub node_ids: Vec<String>,
    /// The addresses that the scenario names, by [`AddressId`], sorted.
    pub addresses: Vec<Address>,
    /// The connectors that code declares on every replica.
    pub connectors: Vec<ConnectorInfo>,
    /// The id of the step that caused each request.
    pub requests: BTreeMap<RequestId, String>,
    /// Descriptions of the armed faults, by [`FaultId`](super::FaultId).
    pub faults: Vec<String>,
    /// The addresses whose given row is marked as defined by code.
    pub code_rows: Vec<AddressId>,
    /// The addresses whose given row has objects bound to it.
    pub bound: Vec<AddressId>,
    /// The causes that this scenario allows for a stale entry.
    pub allowed: BTreeSet<Cause>,
}

/// A replica as the scenario describes it.
#[derive(Clone, Debug)]
pub struct ReplicaInfo {
    /// Its name in the scenario.
    pub name: String,
    /// The node id that it puts on its signals. A scenario may give two replicas the same one, which is a fault.
    pub node_id: String,
    /// The addresses that its code defines.
    pub code: Vec<AddressId>,
    /// Its lanes: those of the scenario, without the lanes of a service that it lacks.
    pub lanes: Vec<Lane>,
    /// Those of its lanes that attach to the bus at boot. The others attach later, or have no seam or no bus.
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
    /// The name of a replica; `outside` for an id that the scenario does not have.
    pub fn replica(&self, id: ReplicaId) -> &str {
        self.replicas.get(usize::from(id.0)).map_or("outside", |replica| &replica.name)
    }

    /// The step that caused a request; `start` for the first boot of the replicas, `#drawn` for what a workload does
    /// to a replica.
    pub fn request(&self, id: RequestId) -> &str {
        let unnamed = if id.0 == 0 { "start" } else { "#drawn" };
        self.requests.get(&id).map_or(unnamed, String::as_str)
    }
}
