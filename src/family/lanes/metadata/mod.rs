//! Metadata, the lanes 1 and 2: one door and one table, followed by a cache and by a registry of schema objects.
//!
//! A write of (type, name) signals both lanes, each on its own channel. Lane 1 (`cache`) drops what it had cached;
//! lane 2 (`objects`) converges the one object.

mod cache;
mod door;
mod fill;
mod objects;
mod record;
mod signal;

use std::rc::Rc;

use crate::family::ports::Host;
use crate::family::replica::Options;
use crate::family::service::Opened;
use crate::names::{Service, Space};

pub use cache::MetadataCache;
use door::MetadataDoor;
pub use objects::{MetadataLane, SchemaObjects};
pub use record::{Metadatum, is_name_valid};
pub use signal::{CACHE_WIRE, OBJECTS_WIRE};

/// The metadata service of one replica.
pub fn open<H: Host>(host: &H, options: &Options) -> Opened<H> {
    let cache = MetadataCache::new(host.clone(), options);
    let objects = MetadataLane::new(host.clone(), options, Space::Object);
    let door = MetadataDoor { cache: Rc::clone(&cache), objects: Rc::clone(&objects) };
    let service = Service::Metadata;
    Opened { service, door: Box::new(door), lanes: vec![Box::new(cache), Box::new(objects)] }
}
