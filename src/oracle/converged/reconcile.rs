//! Declared connectors: the row of the reference and the upstream decide what is right.
//!
//! | row | would the upstream open it now? | right is |
//! |---|---|---|
//! | present | yes | live, with an instance of the row's present version |
//! | present | no | no instance, or the old instance, which is not `live` |
//! | absent | is not asked | no instance, because the reference is missing |
//!
//! If there is a row, what the [last attempt](crate::oracle::last_attempt) calls for counts as well:
//!
//! - A connector that could not be reached is exempt while it is degraded and its retry is pending. Without a pending
//!   retry it is right only with an instance of the present version.
//! - A connector that was refused must be held, without a timer.

use super::instance::{builds_now, is_of};
use crate::history::{ConnectorState, Entry, RowState};
use crate::names::{AddressId, ReplicaId};
use crate::oracle::index::Index;
use crate::oracle::last_attempt::LastAttempt;

/// Whether a connector is in the right state and holds the right instance.
pub fn has_converged(
    index: &Index<'_>,
    replica: ReplicaId,
    address: AddressId,
    entry: Option<&Entry>,
) -> bool {
    let (held, state) = entry.map_or((None, None), |entry| (entry.instance, entry.state));
    let last_attempt = LastAttempt::of(index, replica, address);
    if last_attempt.is_some_and(|last_attempt| last_attempt.waits_for_retry(state)) {
        return true;
    }
    let latest = index.truth.latest(index.layout.row(address));
    let Some(version) = latest.filter(|version| version.state != RowState::Absent) else {
        return held.is_none() && state.is_none_or(|state| state == ConnectorState::NoReference);
    };
    let is_current = held.is_some_and(|held| is_of(index, held, version));
    if last_attempt.is_some_and(|last_attempt| !is_fulfilled(&last_attempt, state, is_current)) {
        return false;
    }
    let is_live = state == Some(ConnectorState::Live);
    if is_live { is_current } else { !builds_now(index, replica, address) }
}

/// Whether a connector has what its last attempt calls for. One that serves the present version needs no retry.
fn is_fulfilled(last_attempt: &LastAttempt<'_>, state: Option<ConnectorState>, is_current: bool) -> bool {
    let needs_retry = last_attempt.required_state == Some(ConnectorState::Degraded);
    needs_retry && is_current || last_attempt.is_fulfilled(state)
}
