//! What the last attempt at a connector called for and did not get.
//!
//! A retry that should be pending and is not is a chance that nobody took, whatever the attempt met. An answer of the
//! upstream that the connector's state does not follow is ignored: it was refused and yet is not held or has a timer,
//! or it was not reached and yet is not degraded. Both are the family's own doing, and no fault excuses them.

use super::Case;
use crate::history::ConnectorState;
use crate::names::Cause;
use crate::oracle::aftermath::Aftermath;
use crate::oracle::finding::{Chance, Charge};
use crate::oracle::places::Style;

/// Charges what the last attempt called for.
pub fn charge(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    if case.style != Style::Reconcile {
        return;
    }
    let Some(aftermath) = Aftermath::of(case.index, case.replica, case.address) else { return };
    if aftermath.is_met(case.state) {
        return;
    }
    if aftermath.calls_for == Some(ConnectorState::Degraded) && !aftermath.is_pending {
        charges.push(case.charge(Chance::Retry, (Cause::Swallowed, left(case, &aftermath))));
    } else {
        let chance = Chance::Work(aftermath.attempt.work);
        charges.retain(|charge| charge.chance != chance);
        charges.push(case.charge(chance, (Cause::Ignored, aftermath.ended)));
    }
}

/// The last that was seen of the retry: that its work was done in vain, that its timer was armed, or neither.
fn left(case: Case<'_, '_>, aftermath: &Aftermath<'_>) -> usize {
    let Some(armed) = aftermath.armed else { return aftermath.ended };
    let run = case.run_for(armed.work);
    run.map_or(armed.event, |run| run.ended.map_or(run.first, |(ended, _)| ended))
}
