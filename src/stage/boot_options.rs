//! What a replica boots with: its part of the scenario as the options of the system under test.

use crate::family::Options;
use crate::family::lanes::credential::Declaration;
use crate::model::Scenario;
use crate::names::{ReplicaId, RequestId};

/// The options of a replica for a life that this request begins. They are the same for each of its lives.
pub fn boot_options(scenario: &Scenario, replica: ReplicaId, boot: RequestId) -> Options {
    let spec = &scenario.replicas[usize::from(replica.0)];
    let declared = scenario.connectors.iter().map(|connector| Declaration {
        name: connector.name.clone(),
        provider: connector.provider.clone(),
        config: connector.config.clone(),
        reference: connector.reference.clone(),
    });
    Options {
        boot,
        node: spec.node_id.clone(),
        policies: scenario.policies,
        attach: spec.attach,
        services: scenario.services.clone(),
        absent: spec.absent.iter().copied().collect(),
        bare: spec.bare.iter().copied().collect(),
        code: spec.code.iter().cloned().collect(),
        connectors: declared.collect(),
    }
}
