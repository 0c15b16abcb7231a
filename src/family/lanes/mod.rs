//! The lanes, by the service that they belong to.
//!
//! A folder holds what its lanes do not share with others; what lanes share is one folder up. A new lane is a file
//! here and a line in each list that it belongs to: `construct` and [`Stores`] for a service with rows of its own,
//! and the payload formats in [`signal`].

pub mod credential;
pub mod datasource;
pub mod metadata;
pub mod signal;
mod stores;

use super::options::Options;
use super::ports::Host;
use super::service::ReplicaService;
use crate::names::Service;

pub use stores::Stores;

/// Constructs a service of a replica.
pub(super) fn construct<H: Host>(service: Service, host: &H, options: &Options) -> ReplicaService<H> {
    match service {
        Service::Metadata => metadata::construct(host, options),
        Service::Datasource => datasource::construct(host, options),
        Service::Credential => credential::construct(host, options),
    }
}
