//! What the last attempt at a connector calls for, and the connector does not have.
//!
//! A retry that should be pending and is not is a chance of its own, whatever stopped the attempt. If the connector's
//! state does not follow the upstream's answer, that answer was ignored: the connector was refused and is not held or has
//! a timer, or it could not be reached and is not degraded. Both are mistakes of the family that no fault excuses.

use super::case::{StaleCase, Stop};
use crate::history::ConnectorState;
use crate::names::{Cause, Style};
use crate::oracle::finding::{Chance, Charge};
use crate::oracle::last_attempt::LastAttempt;

/// Charges a missing retry, or an ignored answer of the upstream.
pub fn charge(case: StaleCase<'_, '_>, charges: &mut Vec<Charge>) {
    if case.style != Style::Reconcile {
        return;
    }
    let Some(last_attempt) = LastAttempt::of(case.index, case.replica, case.address) else { return };
    if last_attempt.is_fulfilled(case.state) {
        return;
    }
    if last_attempt.required_state == Some(ConnectorState::Degraded) && !last_attempt.is_pending {
        let stop = Stop::by(Cause::Swallowed, last_trace(case, &last_attempt));
        charges.push(case.charge(Chance::Retry, stop));
    } else {
        // The upstream's answer would be an allowed cause; that the connector ignored it is the real one.
        let chance = Chance::Work(last_attempt.attempt.work);
        charges.retain(|charge| charge.chance != chance);
        charges.push(case.charge(chance, Stop::by(Cause::Ignored, last_attempt.ended)));
    }
}

/// The last event that shows anything of the retry: the end of its convergence, its timer, or the end of the attempt that
/// calls for it.
fn last_trace(case: StaleCase<'_, '_>, last_attempt: &LastAttempt<'_>) -> usize {
    let Some(armed) = last_attempt.armed else { return last_attempt.ended };
    case.convergence_for(armed.work)
        .map_or(armed.event, |convergence| convergence.ended.map_or(convergence.first, |(ended, _)| ended))
}
