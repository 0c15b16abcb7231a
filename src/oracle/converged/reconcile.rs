//! Declared connectors: what the row of the reference and the upstream call for.
//!
//! | row | upstream | right is |
//! |---|---|---|
//! | present | would open it now | live, an instance of the row's present version |
//! | present | would not | nothing, or the kept old instance, which is not live |
//! | absent | is not asked | nothing, for want of the reference |
//!
//! A degraded connector with a retry pending is exempt.

use super::{builds_now, is_of};
use crate::history::{ConnectorState, Entry, RowState};
use crate::names::{AddressId, InstanceId, ReplicaId};
use crate::oracle::index::Index;

/// Whether a connector is at what it should be at.
pub fn is_due(index: &Index<'_>, replica: ReplicaId, address: AddressId, entry: Option<&Entry>) -> bool {
    let (held, state) = entry.map_or((None, None), |entry| (entry.instance, entry.state));
    if state == Some(ConnectorState::Degraded) && entry.is_some_and(|entry| entry.retrying) {
        return true;
    }
    let latest = index.truth.latest(index.places.row(address));
    let Some(due) = latest.filter(|version| version.state != RowState::Absent) else {
        return held.is_none() && state.is_none_or(|state| state == ConnectorState::NoReference);
    };
    let is_live = state == Some(ConnectorState::Live);
    let is_present = |held: InstanceId| is_of(index, held, due);
    if builds_now(index, replica, address) {
        return is_live && held.is_some_and(is_present);
    }
    held.is_some_and(is_present) || !is_live
}
