//! The lanes, by the service that they belong to. Each folder shows what is its lanes' own; what lanes share
//! stands one floor up. A further lane is its file here, and a line in each of the lists below.

pub mod credential;
pub mod datasource;
pub mod metadata;

use super::ports::{Host, Store};
use super::replica::Options;
use super::service::Opened;
use super::signal::Wire;
use crate::names::{Lane, Service};

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

/// How a lane writes and reads its payloads.
pub fn wire(lane: Lane) -> &'static Wire {
    match lane {
        Lane::MetadataCache => &metadata::CACHE_WIRE,
        Lane::Metadata => &metadata::OBJECTS_WIRE,
        Lane::Datasource => &datasource::WIRE,
        Lane::Credential => &credential::WIRE,
    }
}
