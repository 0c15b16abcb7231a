//! What the last attempt at a connector called for and did not get.
//!
//! A retry that should be pending and is not is a chance that nobody took, whatever the attempt met. An answer of the
//! upstream that the connector's state does not follow is ignored: it was refused and yet is not held or has a timer,
//! or it was not reached and yet is not degraded. Both are the family's own doing, and no fault excuses them.

use super::Case;
use crate::history::ConnectorState;
use crate::names::{Cause, Style};
use crate::oracle::finding::{Chance, Charge};
use crate::oracle::last_attempt::LastAttempt;

/// Charges what the last attempt called for.
pub fn charge(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    if case.style != Style::Reconcile {
        return;
    }
    let Some(last_attempt) = LastAttempt::of(case.index, case.replica, case.address) else { return };
    if last_attempt.is_met(case.state) {
        return;
    }
    if last_attempt.calls_for == Some(ConnectorState::Degraded) && !last_attempt.is_pending {
        charges.push(case.charge(Chance::Retry, (Cause::Swallowed, left(case, &last_attempt))));
    } else {
        let chance = Chance::Work(last_attempt.attempt.work);
        charges.retain(|charge| charge.chance != chance);
        charges.push(case.charge(chance, (Cause::Ignored, last_attempt.ended)));
    }
}

/// The last that was seen of the retry: that its work was done in vain, that its timer was armed, or neither.
fn left(case: Case<'_, '_>, last_attempt: &LastAttempt<'_>) -> usize {
    let Some(armed) = last_attempt.armed else { return last_attempt.ended };
    let convergence = case.convergence_for(armed.work);
    convergence
        .map_or(armed.event, |convergence| convergence.ended.map_or(convergence.first, |(ended, _)| ended))
}
