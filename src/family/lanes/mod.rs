//! The lanes, by the service that they belong to. Each folder shows what is its lanes' own; what lanes share
//! stands one floor up. A further lane is a file here, and a line in each of the two lists below.

pub mod credential;
pub mod datasource;
pub mod metadata;

use super::ports::{Host, Store};
use super::replica::Options;
use super::service::Opened;
use crate::names::Service;

/// A store with the rows of every lane.
pub trait Stores:
    Store<metadata::Metadatum> + Store<datasource::Datasource> + Store<credential::Credential>
{
}

impl<S> Stores for S where
    S: Store<metadata::Metadatum> + Store<datasource::Datasource> + Store<credential::Credential>
{
}

/// Constructs a service of a replica.
pub fn open<H: Host>(service: Service, host: &H, options: &Options) -> Opened<H> {
    match service {
        Service::Metadata => metadata::open(host, options),
        Service::Datasource => datasource::open(host, options),
        Service::Credential => credential::open(host, options),
    }
}
