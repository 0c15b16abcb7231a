//! What a reconcile met at the connector in question, once it had read the rows.
//!
//! One that made no attempt left the connector alone because the last attempt was made of the very same version: it is
//! charged what that attempt met. That is no excuse where another attempt was asked for: a boot, a late attach and a
//! reload ask for one at everything that is not live, a retry at its own connector. What asks is a mark, which is set
//! when the reconcile is enqueued, is taken by the first that has read, and ends with one that cannot read.

use super::Case;
use super::run::{attempted, overtaken};
use crate::history::Seen;
use crate::names::{Cause, Work};
use crate::oracle::aftermath::armed;
use crate::oracle::premises;
use crate::oracle::run::Run;

/// What happened at the connector after the rows were known. `asked` is the convergence in question, `run` the one that
/// it was merged into, or itself.
pub fn after_read(case: Case<'_, '_>, (asked, run): (&Run, &Run), known: usize) -> (Cause, usize) {
    if let Some(own) = case.attempts().find(|attempt| attempt.work == run.work) {
        return attempted(case, own, known);
    }
    let ended = run.ended.map_or(known, |(ended, _)| ended);
    if let Some(event) = overtaken(case, ended) {
        return (Cause::Overtaken, event);
    }
    let Some(last) = last_of(case, run, known) else { return (Cause::Ignored, known) };
    let enqueued = asked.enqueued.unwrap_or(known);
    if last.first > enqueued || !is_vain(last) || !asks_again(case, asked) {
        return attempted(case, last, known);
    }
    match unmarked(case, enqueued, known) {
        Some(event) => (Cause::ReadError, event),
        None => (Cause::Ignored, known),
    }
}

/// The last attempt before the rows were known, if it was made of the version that the reconcile has read.
fn last_of<'i>(case: Case<'i, '_>, run: &Run, known: usize) -> Option<&'i Run> {
    let last = case.attempts().find(|attempt| attempt.first < known)?;
    let seen = case.index.truth.version_at(case.index.places.row(case.address), run.read?.as_of);
    (case.index.source(last).version() == seen).then_some(last)
}

/// Whether an attempt was made and did not make the connector live.
fn is_vain(attempt: &Run) -> bool {
    attempt.open_began.is_some() && attempt.installed.is_none()
}

/// Whether a piece of work asks for another attempt at the connector, whatever its version.
fn asks_again(case: Case<'_, '_>, asked: &Run) -> bool {
    match asked.work {
        Work::Boot(_) | Work::Attach(_) | Work::Reload(_) => true,
        Work::Retry(_) => {
            armed(case.index, (case.replica, case.address)).any(|armed| armed.work == asked.work)
        }
        _ => false,
    }
}

/// The end of another reconcile that could not read, by which the marks were gone.
fn unmarked(case: Case<'_, '_>, enqueued: usize, known: usize) -> Option<usize> {
    let unread = |run: &Run| {
        let failed = run.read.is_some_and(|read| read.seen == Seen::Unreadable);
        failed || premises::is_late(case.index, run)
    };
    let ends = case.runs().filter(|run| unread(run)).filter_map(|run| run.ended);
    ends.map(|(ended, _)| ended).find(|ended| (enqueued..known).contains(ended))
}
