//! The words for lanes, services and spaces.
//!
//! Their order is that of the protocol. It is part of keys and digests, so a new word goes to the end of its list.

use strum::VariantArray;

/// A lane: one channel with its door, its signal and its receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray)]
pub enum Lane {
    /// Lane 1, the read-through cache of metadata.
    MetadataCache,
    /// Lane 2, the registered schema objects.
    Metadata,
    /// Lane 3, the resource pools of runtime datasources.
    Datasource,
    /// Lane 4, the declared connectors and their credentials.
    Credential,
}

/// A service of a replica: one door, and the lanes that keep its registries in step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray)]
pub enum Service {
    /// Metadata, the lanes 1 and 2.
    Metadata,
    /// Datasources, the lane 3.
    Datasource,
    /// Connectors and their credentials, the lane 4.
    Credential,
}

/// What an address is the name of. Names of different spaces never mean the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, VariantArray)]
pub enum Space {
    /// Lane 1: a cached item, or its cached absence, by `type/name`.
    Item,
    /// Lane 1: the cached listing of a type, by the type.
    Listing,
    /// Lane 2: a registered schema object, by `type/name`. The metadata row goes by the same address.
    Object,
    /// Lane 3: a datasource, which is a row and a pool.
    Datasource,
    /// Lane 4: a row of credentials, by its reference.
    Credential,
    /// Lane 4: a declared connector.
    Connector,
    /// Lane 4: the one queue of its reconciles.
    Reconcile,
}
