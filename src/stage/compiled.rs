//! The compiled scenario: a scenario made ready to run, the same for every seed.
//!
//! Names become indices and steps become requests. A request's id is a hash of its step's id, so that
//! removing a step renames no other: every random choice is keyed by what it is about.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::armed_faults::ArmedFault;
use super::storm::write_id;
use crate::history::{ConnectorInfo, Header, NodeNameId, ReplicaInfo};
use crate::model::{
    Action, ClusterSpec, DeliveryEffect, FaultKind, ReplicaSpec, RowSpec, Scenario, Step, Trigger,
};
use crate::names::{
    Address, AddressId, Cause, Lane, NameRule, ReplicaId, RequestId, RowOf, Service, short_hash,
};

/// The request that stands for the start of a run: the boot of every replica that is not late.
pub const START: RequestId = RequestId(0);

/// A scenario made ready to run.
#[derive(Debug)]
pub struct CompiledScenario {
    /// What was planned.
    pub scenario: Arc<Scenario>,
    /// The header of every history of it.
    pub header: Arc<Header>,
    /// The request of each step, by the step's position.
    pub requests: Vec<RequestId>,
    /// The faults that are armed before each run.
    pub(super) armed: Vec<ArmedFault>,
}

impl CompiledScenario {
    /// Makes a scenario ready to run.
    pub fn new(scenario: Arc<Scenario>) -> Self {
        let requests: Vec<RequestId> = scenario.steps.iter().map(|step| request_id(&step.id)).collect();
        let header = Arc::new(header(&scenario, &requests));
        let armed = scenario.faults.iter().map(|fault| ArmedFault::new(fault, &header)).collect();
        Self { scenario, header, requests, armed }
    }

    /// Each step with its request.
    pub fn steps(&self) -> impl Iterator<Item = (RequestId, &Step)> {
        self.requests.iter().copied().zip(&self.scenario.steps)
    }
}

/// The replica of that name, which the parser has found to exist.
pub fn replica_id(header: &Header, name: &str) -> ReplicaId {
    let index = header.replicas.iter().position(|replica| replica.name == name);
    let index = index.expect("the parser refuses unknown replicas");
    ReplicaId(u16::try_from(index).expect("the parser bounds the number of replicas"))
}

/// The node id of that name, which some replica has.
pub fn node_name_id(header: &Header, node_id: &str) -> NodeNameId {
    let index = header.node_ids.iter().position(|known| known == node_id);
    let index = index.expect("the header lists every node id");
    NodeNameId(u16::try_from(index).expect("the parser bounds the steps"))
}

/// The index of an address, if the scenario mentions it.
pub fn address_id(addresses: &[Address], address: &Address) -> Option<AddressId> {
    let index = addresses.binary_search(address).ok()?;
    u16::try_from(index).ok().map(AddressId)
}

/// The request of the step with that id. Never [`START`].
pub fn request_id(step: &str) -> RequestId {
    RequestId(short_hash(blake3::hash(step.as_bytes()).as_bytes()).max(1))
}

fn header(scenario: &Scenario, requests: &[RequestId]) -> Header {
    let addresses: Vec<Address> = addresses(scenario).into_iter().collect();
    let connectors = scenario.connectors.iter().filter_map(|declared| {
        let connector = address_id(&addresses, &declared.name)?;
        Some(ConnectorInfo { connector, reference: address_id(&addresses, &declared.reference)? })
    });
    let replicas = scenario.replicas.iter().map(|replica| ReplicaInfo {
        name: replica.name.clone(),
        node_id: replica.node_id.clone(),
        code: replica.code.iter().filter_map(|address| address_id(&addresses, address)).collect(),
        lanes: lanes_of(scenario, replica).collect(),
        attaches: lanes_of(scenario, replica).filter(|lane| is_attached(replica, *lane)).collect(),
    });
    let mut allowed: BTreeSet<Cause> =
        Cause::ALL.iter().copied().filter(|cause| cause.allowed_by_contract()).collect();
    allowed.extend(&scenario.expect.allow);
    allowed.retain(|cause| !scenario.expect.forbid.contains(cause));
    let mut named: BTreeMap<RequestId, String> =
        requests.iter().copied().zip(scenario.steps.iter().map(|step| step.id.clone())).collect();
    assert_eq!(named.len(), requests.len(), "step ids are unique and so are their hashes");
    let writes = (0..scenario.workload.as_ref().map_or(0, |workload| workload.writes)).map(write_id);
    named.extend(writes.map(|id| (request_id(&id), id)));
    Header {
        node_ids: node_ids(scenario),
        title: scenario.title.clone(),
        lanes: scenario.lanes(),
        connectors: connectors.collect(),
        policies: scenario.policies,
        replicas: replicas.collect(),
        requests: named,
        faults: scenario.faults.iter().map(ToString::to_string).collect(),
        code_rows: given(&addresses, scenario, |row| row.origin_code),
        bound: given(&addresses, scenario, |row| !row.bound.is_empty()),
        allowed,
        addresses,
    }
}

/// The addresses of the given rows of some kind.
fn given(addresses: &[Address], scenario: &Scenario, is: impl Fn(&RowSpec) -> bool) -> Vec<AddressId> {
    let rows = scenario.given.iter().filter(|row| is(row));
    rows.filter_map(|row| address_id(addresses, &row.address)).collect()
}

/// Every node id that a replica has at one time or another.
fn node_ids(scenario: &Scenario) -> Vec<String> {
    let own = scenario.replicas.iter().map(|replica| &replica.node_id);
    let attached = scenario.steps.iter().filter_map(|step| match &step.action {
        Action::Attach { node_id, .. } => node_id.as_ref(),
        _ => None,
    });
    own.chain(attached).cloned().collect::<BTreeSet<_>>().into_iter().collect()
}

/// The lanes that a replica has.
fn lanes_of(scenario: &Scenario, replica: &ReplicaSpec) -> impl Iterator<Item = Lane> {
    scenario.lanes().into_iter().filter(|lane| !replica.absent.contains(&lane.service()))
}

/// Whether a lane of a replica attaches to the bus at boot.
fn is_attached(replica: &ReplicaSpec, lane: Lane) -> bool {
    replica.attach && replica.cluster == ClusterSpec::Bus && !replica.bare.contains(&lane)
}

/// Every address that the scenario mentions, and what is held or cached for its rows.
fn addresses(scenario: &Scenario) -> BTreeSet<Address> {
    let mut all: BTreeSet<Address> = mentioned(scenario).collect();
    // Whoever names a cached item names its row too, and whoever names a row names what caches hold of it.
    let rows = all.iter().filter_map(|address| match address.space().row() {
        RowOf::Same => Some(address.clone()),
        RowOf::In(rows) => Some(address.of(rows)),
        RowOf::TypeIn(_) | RowOf::Reference | RowOf::All => None,
    });
    let rows: Vec<Address> = rows.collect();
    all.extend(rows.iter().flat_map(Address::cached));
    all.extend(rows);
    all.extend(scenario.services.iter().flat_map(|service| queues(*service)));
    all
}

/// The queues of a service that have an address of their own.
fn queues(service: Service) -> impl Iterator<Item = Address> {
    service.spaces().iter().filter_map(|space| match space.names() {
        NameRule::Only(name) => Some(Address::new(*space, name)),
        NameRule::Plain { .. }
        | NameRule::Typed
        | NameRule::Type
        | NameRule::Reference
        | NameRule::Hyphenated => None,
    })
}

fn mentioned(scenario: &Scenario) -> impl Iterator<Item = Address> {
    let given = scenario.given.iter().map(|row| row.address.clone());
    let declared = scenario.connectors.iter().flat_map(|it| [it.name.clone(), it.reference.clone()]);
    let upstreams = scenario.upstreams.iter().map(|upstream| upstream.address.clone());
    let code = scenario.replicas.iter().flat_map(|replica| replica.code.iter().cloned());
    let expected = scenario.expect.entries.iter().map(|entry| entry.address.clone());
    let steps = scenario.steps.iter().filter_map(|step| match &step.action {
        Action::Request(request) => Some(request.address.clone()),
        Action::Signal(signal) => Some(signal.address.clone()),
        Action::Upstream { address, .. } | Action::Accepts { address, .. } => Some(address.clone()),
        Action::Look(entry) => Some(entry.address.clone()),
        _ => None,
    });
    let faults = scenario.faults.iter().flat_map(|fault| match &fault.kind {
        FaultKind::Read { address, .. } | FaultKind::Build { address, .. } => vec![address.clone()],
        FaultKind::Delivery { effect: DeliveryEffect::Misaddress(name), .. } => {
            scenario.services.iter().map(|service| Address::new(service.rows(), name)).collect()
        }
        _ => Vec::new(),
    });
    let awaited = scenario.steps.iter().filter_map(|step| match &step.when {
        Some(Trigger::Read { address, .. } | Trigger::Build { address, .. }) => Some(address.clone()),
        _ => None,
    });
    let drawn = scenario.workload.iter().flat_map(|workload| workload.names.iter().cloned());
    let named = given.chain(declared).chain(upstreams).chain(drawn).chain(code).chain(expected);
    named.chain(steps).chain(awaited).chain(faults)
}
