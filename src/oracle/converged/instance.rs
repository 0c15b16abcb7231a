//! Instances against versions: which version an instance is of, and whether the upstream would build one now.

use crate::history::{RowState, Version};
use crate::names::{AddressId, InstanceId, ReplicaId};
use crate::oracle::index::Index;

/// The active version that an instance was built from; `None` if it was not built from an active version.
pub fn built_from(index: &Index<'_>, instance: InstanceId) -> Option<Version> {
    index.source_of(instance).version().filter(|version| version.state == RowState::Active)
}

/// Whether an instance is of a version: built from its signature, and opened with its connection.
///
/// What the replica read only says what it meant to open; where the upstream has recorded a connection, that connection
/// must fit as well. An instance of a record that was not committed when it was opened is of the version if its
/// connection is the same: a fresh boot would hold just that.
pub fn is_of(index: &Index<'_>, instance: InstanceId, version: Version) -> bool {
    let opened = index.connection(instance);
    let has_its_connection = opened.is_none_or(|opened| opened == version.connection);
    match built_from(index, instance) {
        Some(held) => version.signature == held.signature && has_its_connection,
        None => opened.is_some() && has_its_connection,
    }
}

/// Whether a build of this address on this replica would succeed now, according to the upstream's record.
pub fn builds_now(index: &Index<'_>, replica: ReplicaId, address: AddressId) -> bool {
    let upstream = index.history.upstreams.iter().find(|upstream| upstream.address == address);
    upstream.and_then(|upstream| upstream.builds.get(usize::from(replica.0)).copied()).unwrap_or(true)
}
