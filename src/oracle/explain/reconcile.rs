//! Reconciles: where one was stopped at the connector in question, once it had read the rows.
//!
//! A reconcile that makes no attempt at a connector leaves it alone because the last attempt was already made with the
//! same version. Such a reconcile is charged with what stopped that last attempt.
//!
//! Some work asks for another attempt even so: a boot, a late attach and a reload for every connector that is not live, a
//! retry for its own connector. Then leaving it alone is no excuse. The family keeps this as a mark on the connector: it
//! is set when the reconcile is enqueued, the first reconcile that has read takes it, and a reconcile that cannot read
//! drops it.

use super::attempt::{self, overtaken};
use super::case::{StaleCase, Stop};
use crate::names::{Cause, Work};
use crate::oracle::convergence::Convergence;
use crate::oracle::last_attempt::armed;
use crate::oracle::timeout;

/// Where a reconcile was stopped at the connector. `effective` read the rows by the event `known`; it is the reconcile
/// that `original` was merged into, or `original` itself.
pub fn stop_of(
    case: StaleCase<'_, '_>,
    (original, effective): (&Convergence, &Convergence),
    known: usize,
) -> Stop {
    if let Some(own) = case.attempts().find(|attempt| attempt.work == effective.work) {
        return attempt::stop_of(case, own, known);
    }
    let ended = effective.ended.map_or(known, |(ended, _)| ended);
    if let Some(event) = overtaken(case, ended) {
        return Stop::by(Cause::Overtaken, event);
    }
    let Some(last) = last_attempt_with_same_version(case, effective, known) else {
        return Stop::by(Cause::Ignored, known);
    };
    let enqueued = original.enqueued.unwrap_or(known);
    // An attempt that began after the reconcile was enqueued has taken the mark already.
    let must_try_again = last.first <= enqueued && has_failed(last) && asks_for_attempt(case, original);
    if !must_try_again {
        return attempt::stop_of(case, last, known);
    }
    match mark_dropped(case, enqueued, known) {
        Some(event) => Stop::by(Cause::ReadError, event),
        None => Stop::by(Cause::Ignored, known),
    }
}

/// The last attempt before the rows were known, if it was made with the version that the reconcile read.
fn last_attempt_with_same_version<'i>(
    case: StaleCase<'i, '_>,
    reconcile: &Convergence,
    known: usize,
) -> Option<&'i Convergence> {
    let last = case.attempts().find(|attempt| attempt.first < known)?;
    let row = case.index.layout.row(case.address);
    let read = case.index.truth.version_at(row, reconcile.read?.as_of);
    (case.index.source(last).version() == read).then_some(last)
}

/// Whether an attempt called the upstream and did not make the connector live.
fn has_failed(attempt: &Convergence) -> bool {
    attempt.open_began.is_some() && attempt.installed.is_none()
}

/// Whether a reconcile asks for another attempt at the connector, even with the same version.
fn asks_for_attempt(case: StaleCase<'_, '_>, reconcile: &Convergence) -> bool {
    match reconcile.work {
        Work::Boot(_) | Work::Attach(_) | Work::Reload(_) => true,
        Work::Retry(_) => {
            let mut timers = armed(case.index, (case.replica, case.address));
            timers.any(|timer| timer.work == reconcile.work)
        }
        Work::Write(_) | Work::Signal { .. } | Work::Read(_) | Work::Watch(_) => false,
    }
}

/// The end of another reconcile that could not read and so dropped the mark, after `enqueued` and before `known`.
fn mark_dropped(case: StaleCase<'_, '_>, enqueued: usize, known: usize) -> Option<usize> {
    let could_not_read =
        |reconcile: &&Convergence| reconcile.read_failed() || timeout::stopped(case.index, reconcile);
    let ends = case.convergences().filter(could_not_read).filter_map(|reconcile| reconcile.ended);
    ends.map(|(ended, _)| ended).find(|ended| (enqueued..known).contains(ended))
}
