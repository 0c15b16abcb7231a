//! Metadata, the lanes 1 and 2: one door and one table, followed by a cache and by a registry of schema objects.
//!
//! A write of (type, name) signals both lanes, each on its own channel. Lane 1 (`cache`, `fill`, `invalidate`) drops
//! what it had cached. Lane 2 (`objects`) converges the one object.

mod cache;
mod door;
mod fill;
mod invalidate;
mod objects;
mod record;
mod signal;

use std::rc::Rc;

use crate::family::options::Options;
use crate::family::ports::Host;
use crate::family::service::ReplicaService;
use crate::names::{Service, Space};

use cache::MetadataCache;
use door::MetadataDoor;
use objects::MetadataLane;
pub use record::Metadatum;
pub(super) use signal::{CACHE_FORMAT, OBJECTS_FORMAT};

/// Constructs the metadata service of one replica.
pub(super) fn construct<H: Host>(host: &H, options: &Options) -> ReplicaService<H> {
    let cache = MetadataCache::new(host.clone(), options);
    let objects = MetadataLane::new(host.clone(), options, Space::Object);
    let door = MetadataDoor { cache: Rc::clone(&cache), objects: Rc::clone(&objects) };
    let service = Service::Metadata;
    ReplicaService { service, door: Box::new(door), lanes: vec![Box::new(cache), Box::new(objects)] }
}
