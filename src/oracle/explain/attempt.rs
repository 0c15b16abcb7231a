//! Attempts: the step at which an attempt to build an instance, or to evict one, was stopped.

use super::case::{StaleCase, Stop};
use crate::history::{BuildFailure, Kept, RowState};
use crate::names::{Cause, InstanceId};
use crate::oracle::convergence::{Convergence, End, Source};
use crate::oracle::timeout;

/// Where an attempt was stopped, once its replica knew the row. `known` is the event by which it knew it.
pub fn stop_of(case: StaleCase<'_, '_>, attempt: &Convergence, known: usize) -> Stop {
    if let Some((event, why)) = attempt.open_failed {
        return match why {
            BuildFailure::Refused | BuildFailure::Unreachable => Stop::by(Cause::Upstream, event),
            BuildFailure::Failed => Stop::by(Cause::BuildFailed, event),
        };
    }
    if let Some(ended) = build_timed_out(case, attempt) {
        return Stop::by(Cause::BuildFailed, ended);
    }
    let ended = attempt.ended.map_or(known, |(ended, _)| ended);
    match overtaken(case, ended) {
        Some(event) => Stop::by(Cause::Overtaken, event),
        None => Stop::by(Cause::Ignored, ended),
    }
}

/// The event at which an attempt gave up its build because of the time-out.
fn build_timed_out(case: StaleCase<'_, '_>, attempt: &Convergence) -> Option<usize> {
    let began = attempt.open_began?;
    let reasons = [Kept::BuildFailed, Kept::Degraded];
    reasons.into_iter().find_map(|why| timed_out(case, attempt, began, why))
}

/// The event at which a convergence gave up for this reason, if a call that had begun at `began` ran into its time-out.
pub fn timed_out(
    case: StaleCase<'_, '_>,
    convergence: &Convergence,
    began: usize,
    why: Kept,
) -> Option<usize> {
    let (ended, end) = convergence.ended?;
    (end == End::Kept(why) && timeout::is_over(case.index, began, ended)).then_some(ended)
}

/// If the registry held what the commit calls for after an event: the first later event after which it never did again.
pub fn overtaken(case: StaleCase<'_, '_>, ended: usize) -> Option<usize> {
    if !is_called_for(case, case.index.held_after(case.replica, case.address, ended)) {
        return None;
    }
    let changes = case.index.changes_of(case.replica, case.address);
    let later = changes.take_while(|change| change.event > ended);
    later.filter(|change| !is_called_for(case, change.instance)).last().map(|change| change.event)
}

/// Whether the commit calls for holding this.
fn is_called_for(case: StaleCase<'_, '_>, held: Option<InstanceId>) -> bool {
    let due = case.commit.version;
    let Some(instance) = held else { return due.state != RowState::Active };
    match case.index.source_of(instance) {
        Source::Version(version) => due.state == RowState::Active && version.signature == due.signature,
        Source::Code | Source::NeverExisted | Source::Uncommitted(_) | Source::Unread => false,
    }
}
