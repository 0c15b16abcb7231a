//! Objects and datasources: an instance of the row's present signature if the row is active, and none if it is
//! not. While a build would fail now, nothing and the kept old instance are right as well.
//!
//! Whether a datasource would be built now, its upstream says. An object is parsed and has no upstream: one that
//! a replica could not build from the row as it is now cannot be built from it by anybody.

use super::{builds_now, built_from, is_of};
use crate::history::{Entry, Kept, RowState, Version};
use crate::names::{AddressId, ReplicaId, Space};
use crate::oracle::index::Index;
use crate::oracle::run::{End, Run};

/// Whether what a replica holds is what it should hold.
pub fn is_due(index: &Index<'_>, replica: ReplicaId, address: AddressId, entry: Option<&Entry>) -> bool {
    let due = index.truth.latest(address).filter(|version| version.state == RowState::Active);
    let held = entry.and_then(|entry| entry.instance.map(|instance| (entry, instance)));
    let Some((entry, instance)) = held else {
        return due.is_none_or(|due| !would_build(index, replica, address, due));
    };
    let Some(due) = due else { return false };
    let is_present = !entry.code && is_of(index, instance, due);
    let is_older = !entry.code && built_from(index, instance).is_some();
    is_present || is_older && !would_build(index, replica, address, due)
}

/// Whether a build from a version would succeed now.
fn would_build(index: &Index<'_>, replica: ReplicaId, address: AddressId, due: Version) -> bool {
    match index.places.space(address) {
        Some(Space::Object) => !index.runs.iter().any(|run| is_malformed(index, run, address, due)),
        _ => builds_now(index, replica, address),
    }
}

/// Whether a run has shown that nothing can be built from a version.
fn is_malformed(index: &Index<'_>, run: &Run, address: AddressId, due: Version) -> bool {
    let is_failed = matches!(run.ended, Some((_, End::Kept(Kept::BuildFailed))));
    let is_read = run.address == address && is_failed && run.read.is_some();
    is_read && index.source(run).version().is_some_and(|version| version.signature == due.signature)
}
