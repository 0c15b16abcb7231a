//! Objects and datasources: if the row is active, an instance of its present signature is right; otherwise none.
//!
//! While a build would fail now, no instance and the old instance are right as well. The upstream says whether a build
//! would fail; an object is only parsed, so for it the row says whether it is well-formed. No replica is asked.

use super::instance::{builds_now, built_from, is_of};
use crate::history::{Entry, RowState};
use crate::names::{AddressId, ReplicaId};
use crate::oracle::index::Index;

/// Whether a replica holds what it should hold for an address.
pub fn has_converged(
    index: &Index<'_>,
    replica: ReplicaId,
    address: AddressId,
    entry: Option<&Entry>,
) -> bool {
    let active = index.truth.latest(address).filter(|version| version.state == RowState::Active);
    let held = entry.and_then(|entry| entry.instance.map(|instance| (entry, instance)));
    let Some((entry, instance)) = held else {
        return active.is_none() || !builds_now(index, replica, address);
    };
    let Some(active) = active else { return false };
    let is_current = !entry.code && is_of(index, instance, active);
    let is_older = !entry.code && built_from(index, instance).is_some();
    is_current || is_older && !builds_now(index, replica, address)
}
