//! Declared connectors: what the row of the reference and the upstream call for.
//!
//! | row | upstream | right is |
//! |---|---|---|
//! | present | would open it now | live, an instance of the row's present version |
//! | present | would not | nothing, or the kept old instance, which is not live |
//! | absent | is not asked | nothing, for want of the reference |
//!
//! Where there is a row, the [aftermath](crate::oracle::aftermath) of the last attempt has its say as well. A connector
//! that could not be reached is exempt while it is degraded and its retry is pending, and not right if it has neither
//! that retry nor an instance of the present version. One that was refused is not right unless it is held, without
//! a timer.

use super::{builds_now, is_of};
use crate::history::{ConnectorState, Entry, RowState};
use crate::names::{AddressId, InstanceId, ReplicaId};
use crate::oracle::index::Index;
use crate::oracle::last_attempt::LastAttempt;

/// Whether a connector is at what it should be at.
pub fn is_due(index: &Index<'_>, replica: ReplicaId, address: AddressId, entry: Option<&Entry>) -> bool {
    let (held, state) = entry.map_or((None, None), |entry| (entry.instance, entry.state));
    let last_attempt = LastAttempt::of(index, replica, address);
    if last_attempt.is_some_and(|last_attempt| last_attempt.is_retried(state)) {
        return true;
    }
    let latest = index.truth.latest(index.layout.row(address));
    let Some(due) = latest.filter(|version| version.state != RowState::Absent) else {
        return held.is_none() && state.is_none_or(|state| state == ConnectorState::NoReference);
    };
    let is_live = state == Some(ConnectorState::Live);
    let is_present = held.is_some_and(|held: InstanceId| is_of(index, held, due));
    if last_attempt.is_some_and(|last_attempt| !is_met(&last_attempt, state, is_present)) {
        return false;
    }
    if is_live { is_present } else { !builds_now(index, replica, address) }
}

/// Whether the connector is what its last attempt calls for: one that serves the present version needs no retry.
fn is_met(last_attempt: &LastAttempt<'_>, state: Option<ConnectorState>, is_present: bool) -> bool {
    let wants_retry = last_attempt.calls_for == Some(ConnectorState::Degraded);
    wants_retry && is_present || last_attempt.is_met(state)
}
