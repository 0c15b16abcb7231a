//! The compiled scenario: a scenario made ready to run, the same for every seed and shared by all threads.
//!
//! Names become indices, steps become requests, and the header of every history is made once. What a seed decides is
//! left out.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use super::fault_site::ArmedFault;
use super::ids::{address_id, request_id, workload_write_id};
use crate::history::{ConnectorInfo, Header, ReplicaInfo};
use crate::model::{
    Action, ClusterSpec, DeliveryEffect, FaultKind, ReplicaSpec, RowSpec, Scenario, Step, Trigger,
};
use crate::names::{Address, AddressId, Cause, Lane, NameRule, RequestId, RowOf, Service};

/// A scenario made ready to run.
#[derive(Debug)]
pub struct CompiledScenario {
    /// What was compiled.
    pub scenario: Arc<Scenario>,
    /// The header of every history of it.
    pub header: Arc<Header>,
    /// The request of each step, by the step's position.
    pub requests: Vec<RequestId>,
    /// The faults that are armed before each run.
    pub(super) armed_faults: Arc<[ArmedFault]>,
}

impl CompiledScenario {
    /// Makes a scenario ready to run.
    pub fn new(scenario: Arc<Scenario>) -> Self {
        let requests: Vec<RequestId> = scenario.steps.iter().map(|step| request_id(&step.id)).collect();
        let header = Arc::new(header(&scenario, &requests));
        let armed_faults = scenario.faults.iter().map(|fault| ArmedFault::new(fault, &header)).collect();
        Self { scenario, header, requests, armed_faults }
    }

    /// Each step with its request.
    pub fn steps(&self) -> impl Iterator<Item = (RequestId, &Step)> {
        self.requests.iter().copied().zip(&self.scenario.steps)
    }
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
    // What a scenario forbids goes before what it or the contract allows.
    let mut allowed: BTreeSet<Cause> =
        Cause::ALL.iter().copied().filter(|cause| cause.allowed_by_contract()).collect();
    allowed.extend(&scenario.expect.allow);
    allowed.retain(|cause| !scenario.expect.forbid.contains(cause));
    let mut request_names: BTreeMap<RequestId, String> =
        requests.iter().copied().zip(scenario.steps.iter().map(|step| step.id.clone())).collect();
    assert_eq!(request_names.len(), requests.len(), "step ids are unique and so are their hashes");
    let writes = (0..scenario.workload.as_ref().map_or(0, |workload| workload.writes)).map(workload_write_id);
    request_names.extend(writes.map(|id| (request_id(&id), id)));
    Header {
        node_ids: node_ids(scenario),
        title: scenario.title.clone(),
        lanes: scenario.lanes(),
        connectors: connectors.collect(),
        policies: scenario.policies,
        replicas: replicas.collect(),
        requests: request_names,
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
    let attached = scenario.steps.iter().filter_map(|step| {
        let Action::Attach { node_id, .. } = &step.action else { return None };
        node_id.as_ref()
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

/// The addresses that stand in the scenario itself.
fn mentioned(scenario: &Scenario) -> impl Iterator<Item = Address> {
    let given = scenario.given.iter().map(|row| row.address.clone());
    let declared = scenario.connectors.iter().flat_map(|it| [it.name.clone(), it.reference.clone()]);
    let upstreams = scenario.upstreams.iter().map(|upstream| upstream.address.clone());
    let code = scenario.replicas.iter().flat_map(|replica| replica.code.iter().cloned());
    let expected = scenario.expect.entries.iter().map(|entry| entry.address.clone());
    let steps = scenario.steps.iter().filter_map(|step| address_of_action(&step.action)).cloned();
    let faults = scenario.faults.iter().flat_map(|fault| addresses_of_fault(scenario, &fault.kind));
    let awaited = scenario.steps.iter().filter_map(|step| {
        let Some(Trigger::Read { address, .. } | Trigger::Build { address, .. }) = &step.when else {
            return None;
        };
        Some(address.clone())
    });
    let drawn = scenario.workload.iter().flat_map(|workload| workload.names.iter().cloned());
    let named = given.chain(declared).chain(upstreams).chain(drawn).chain(code).chain(expected);
    named.chain(steps).chain(awaited).chain(faults)
}

fn address_of_action(action: &Action) -> Option<&Address> {
    match action {
        Action::Request(request) => Some(&request.address),
        Action::Signal(signal) => Some(&signal.address),
        Action::Upstream { address, .. } | Action::Accepts { address, .. } => Some(address),
        Action::Look(entry) => Some(&entry.address),
        Action::Settle
        | Action::Sleep(_)
        | Action::Boot(_)
        | Action::Crash(_)
        | Action::Restart(_)
        | Action::Shutdown(_)
        | Action::Pause(_)
        | Action::Resume(_)
        | Action::Reload(_)
        | Action::Attach { .. }
        | Action::Detach(_)
        | Action::Cut { .. }
        | Action::Heal(_)
        | Action::Ready { .. } => None,
    }
}

fn addresses_of_fault(scenario: &Scenario, kind: &FaultKind) -> Vec<Address> {
    match kind {
        FaultKind::Read { address, .. } | FaultKind::Build { address, .. } => vec![address.clone()],
        // The wrong name can be a row of each service whose signal is delivered.
        FaultKind::Delivery { effect: DeliveryEffect::Misaddress(name), .. } => {
            scenario.services.iter().map(|service| Address::new(service.rows(), name)).collect()
        }
        FaultKind::Delivery { .. }
        | FaultKind::PublishError { .. }
        | FaultKind::Subscription { .. }
        | FaultKind::List { .. }
        | FaultKind::Write { .. }
        | FaultKind::AnswerLost { .. }
        | FaultKind::CountError { .. }
        | FaultKind::Crash { .. } => Vec::new(),
    }
}
