//! A connector whose last attempt did not reach its upstream is to be tried again by a timer; charged here is a retry
//! that nobody will take.
//!
//! A stale connector has no retry pending, or it would be exempt. So where its last attempt failed, and was not
//! refused, the retry that was due is a chance that was swallowed: that the upstream could not be reached then does not
//! excuse it.

use super::{Case, run};
use crate::history::{BuildFailure, Kept};
use crate::names::Cause;
use crate::oracle::finding::{Chance, Charge};
use crate::oracle::run::{End, Run};

/// The charge for a retry that was due and for which no timer is armed.
pub fn charge(case: Case<'_, '_>) -> Option<Charge> {
    let counted = case.attempts().filter_map(|attempt| Some((ended(attempt)?, attempt)));
    let (ended, last) = counted.max_by_key(|(ended, _)| *ended)?;
    calls_for_retry(case, last).then(|| case.charge(Chance::Retry, (Cause::Swallowed, ended)))
}

/// When an attempt ended, unless what came of it was thrown away.
fn ended(attempt: &Run) -> Option<usize> {
    attempt.ended.filter(|(_, end)| *end != End::Kept(Kept::Discarded)).map(|(ended, _)| ended)
}

/// Whether an attempt failed, or took too long, and was not refused.
fn calls_for_retry(case: Case<'_, '_>, attempt: &Run) -> bool {
    match attempt.open_failed {
        Some((_, why)) => why != BuildFailure::Refused,
        None => run::gave_up(case, attempt).is_some(),
    }
}
