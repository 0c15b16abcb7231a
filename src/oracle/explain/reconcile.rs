//! What a reconcile met at the connector in question, once it had read the rows.
//!
//! One that made no attempt left the connector alone because the last attempt was made of the very same version: it is
//! charged what that attempt met. That is no excuse where another attempt was asked for: a boot, a late attach and a
//! reload ask for one at everything that is not live, a retry at its own connector. What asks is a mark, which is set
//! when the reconcile is enqueued, is taken by the first that has read, and ends with one that cannot read.

use super::Case;
use super::convergence::{attempted, overtaken};
use crate::history::Seen;
use crate::names::{Cause, Work};
use crate::oracle::assumptions;
use crate::oracle::convergence::Convergence;
use crate::oracle::last_attempt::armed;

/// What happened at the connector after the rows were known. `asked` is the convergence in question, `convergence` the one that
/// it was merged into, or itself.
pub fn after_read(
    case: Case<'_, '_>,
    (asked, convergence): (&Convergence, &Convergence),
    known: usize,
) -> (Cause, usize) {
    if let Some(own) = case.attempts().find(|attempt| attempt.work == convergence.work) {
        return attempted(case, own, known);
    }
    let ended = convergence.ended.map_or(known, |(ended, _)| ended);
    if let Some(event) = overtaken(case, ended) {
        return (Cause::Overtaken, event);
    }
    let Some(last) = last_of(case, convergence, known) else { return (Cause::Ignored, known) };
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
fn last_of<'i>(case: Case<'i, '_>, convergence: &Convergence, known: usize) -> Option<&'i Convergence> {
    let last = case.attempts().find(|attempt| attempt.first < known)?;
    let seen = case.index.truth.version_at(case.index.layout.row(case.address), convergence.read?.as_of);
    (case.index.source(last).version() == seen).then_some(last)
}

/// Whether an attempt was made and did not make the connector live.
fn is_vain(attempt: &Convergence) -> bool {
    attempt.open_began.is_some() && attempt.installed.is_none()
}

/// Whether a piece of work asks for another attempt at the connector, whatever its version.
fn asks_again(case: Case<'_, '_>, asked: &Convergence) -> bool {
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
    let unread = |convergence: &Convergence| {
        let failed = convergence.read.is_some_and(|read| read.seen == Seen::Unreadable);
        failed || assumptions::is_late(case.index, convergence)
    };
    let ends = case
        .convergences()
        .filter(|convergence| unread(convergence))
        .filter_map(|convergence| convergence.ended);
    ends.map(|(ended, _)| ended).find(|ended| (enqueued..known).contains(ended))
}
