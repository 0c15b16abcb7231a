//! Objects and datasources: an instance of the row's present signature if the row is active, and none if it is
//! not. While a build would fail now, nothing and the kept old instance are right as well.
//!
//! Whether something would be built now, its upstream says; of an object, which is parsed, whether its row is well
//! formed. No replica is asked.

use super::{builds_now, built_from, is_of};
use crate::history::{Entry, RowState};
use crate::names::{AddressId, ReplicaId};
use crate::oracle::index::Index;

/// Whether what a replica holds is what it should hold.
pub fn is_due(index: &Index<'_>, replica: ReplicaId, address: AddressId, entry: Option<&Entry>) -> bool {
    let due = index.truth.latest(address).filter(|version| version.state == RowState::Active);
    let held = entry.and_then(|entry| entry.instance.map(|instance| (entry, instance)));
    let Some((entry, instance)) = held else {
        return due.is_none() || !builds_now(index, replica, address);
    };
    let Some(due) = due else { return false };
    let is_present = !entry.code && is_of(index, instance, due);
    let is_older = !entry.code && built_from(index, instance).is_some();
    is_present || is_older && !builds_now(index, replica, address)
}
