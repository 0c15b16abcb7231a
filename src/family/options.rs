//! What a replica is started with.

use std::collections::BTreeSet;

use super::lanes::credential::Declaration;
use crate::names::{Address, Lane, Policies, RequestId, Service};

/// What a replica is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// The request that this boot answers.
    pub boot: RequestId,
    /// The node id. No other replica may have it.
    pub node: String,
    /// The value of each policy.
    pub policies: Policies,
    /// Whether the bridge attaches the lanes at boot.
    pub attach: bool,
    /// The services that every replica of the cluster should have.
    pub services: Vec<Service>,
    /// The services of [`services`](Self::services) that this replica lacks.
    pub absent: BTreeSet<Service>,
    /// The lanes whose service has no attach seam. The bridge does not attach them.
    pub bare: BTreeSet<Lane>,
    /// The addresses that code defines. The lanes open them at boot and never change them afterwards.
    pub code: BTreeSet<Address>,
    /// The connectors that code declares, equal on all replicas.
    pub connectors: Vec<Declaration>,
}
