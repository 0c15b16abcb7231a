//! Convergences: the step at which one was stopped, from the queue to what happened to its install afterwards.
//!
//! A reconcile is followed to its attempt at the connector in question, if it made one ([`reconcile`]). A convergence that
//! the queue coalesced has no read of its own: the one that it was merged into did its work. So two convergences matter:
//! the `original`, which carries the marks of its work, and the `effective` one, which read and installed.

use super::attempt::{self, timed_out};
use super::case::{StaleCase, Stop};
use super::reconcile;
use crate::history::{Kept, ReadResult};
use crate::names::Cause;
use crate::oracle::convergence::{Convergence, End, ReadRecord};

/// Where a convergence was stopped.
pub fn stop_of<'i>(case: StaleCase<'i, '_>, original: &'i Convergence) -> Stop {
    let mut effective = original;
    // This ends, because a follow-up always began earlier than what was merged into it.
    while let Some(follow_up) = follow_up(case, effective) {
        effective = follow_up;
    }
    if case.index.installs_own_write(effective) {
        return stop_after_read(case, (original, effective), effective.first);
    }
    match (effective.read, effective.read_began) {
        (Some(read), _) => stop_at_read(case, (original, effective), read),
        (None, Some((began, _))) => match timed_out(case, effective, began, Kept::Unreadable) {
            Some(ended) => Stop::by(Cause::ReadError, ended),
            None => Stop::by(Cause::Ignored, began),
        },
        (None, None) => Stop::by(Cause::Swallowed, effective.first),
    }
}

/// The convergence that a coalesced one was merged into.
fn follow_up<'i>(case: StaleCase<'i, '_>, convergence: &Convergence) -> Option<&'i Convergence> {
    let Some((_, End::Kept(Kept::Coalesced { into }))) = convergence.ended else { return None };
    let is_it = |other: &&Convergence| other.work == into && other.first < convergence.first;
    case.convergences().find(is_it)
}

/// Where a convergence was stopped whose read acted.
fn stop_at_read(
    case: StaleCase<'_, '_>,
    (original, effective): (&Convergence, &Convergence),
    read: ReadRecord,
) -> Stop {
    if read.result == ReadResult::Unreadable {
        return Stop::by(Cause::ReadError, read.event);
    }
    if read.as_of < case.commit.version.sequence {
        return Stop::by(Cause::StaleRead, read.event);
    }
    // The read saw the commit, but its answer may have come too late.
    let began = effective.read_began.map_or(read.event, |(began, _)| began);
    match timed_out(case, effective, began, Kept::Unreadable) {
        Some(ended) => Stop::by(Cause::ReadError, ended),
        None => stop_after_read(case, (original, effective), read.event),
    }
}

/// Where a convergence was stopped after its replica knew the row as the commit has made it.
fn stop_after_read(
    case: StaleCase<'_, '_>,
    (original, effective): (&Convergence, &Convergence),
    known: usize,
) -> Stop {
    if effective.address == case.address {
        attempt::stop_of(case, effective, known)
    } else {
        reconcile::stop_of(case, (original, effective), known)
    }
}
