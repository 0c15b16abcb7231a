//! What a convergence met, from the queue to what happened to its install later.
//!
//! A reconcile is followed to the attempt that it made at the connector in question, if it made one ([`reconcile`]).

use super::{Case, reconcile};
use crate::history::{BuildFailure, Kept, RowState, Seen};
use crate::names::{Cause, InstanceId};
use crate::oracle::assumptions::TIMEOUT;
use crate::oracle::convergence::{Convergence, End, Reading, Source};

/// The step at which a convergence was stopped, and the event that shows it.
pub fn met(case: Case<'_, '_>, convergence: &Convergence) -> (Cause, usize) {
    met_by(case, (convergence, convergence))
}

/// What a convergence met by itself or by the one that it was merged into.
fn met_by(case: Case<'_, '_>, (asked, convergence): (&Convergence, &Convergence)) -> (Cause, usize) {
    if let Some(follow_up) = follow_up(case, convergence) {
        return met_by(case, (asked, follow_up));
    }
    if case.index.is_by_hand(convergence) {
        return after_read(case, (asked, convergence), convergence.first);
    }
    let Some((began, _)) = convergence.read_began else {
        let fallback = convergence.read.map_or(convergence.first, |read| read.event);
        return convergence
            .read
            .map_or((Cause::Swallowed, fallback), |read| read_met(case, (asked, convergence), read));
    };
    match convergence.read {
        Some(read) => read_met(case, (asked, convergence), read),
        None => waited(case, convergence, began, Kept::Unreadable)
            .map_or((Cause::Ignored, began), |ended| (Cause::ReadError, ended)),
    }
}

/// The convergence that a coalesced one was merged into, which stands for it.
fn follow_up<'i>(case: Case<'i, '_>, convergence: &Convergence) -> Option<&'i Convergence> {
    let Some((_, End::Kept(Kept::Coalesced { into }))) = convergence.ended else { return None };
    let merged = |other: &&Convergence| other.work == into && other.first < convergence.first;
    case.convergences().find(merged)
}

fn read_met(
    case: Case<'_, '_>,
    (asked, convergence): (&Convergence, &Convergence),
    read: Reading,
) -> (Cause, usize) {
    if read.seen == Seen::Unreadable {
        return (Cause::ReadError, read.event);
    }
    if read.as_of < case.commit.version.sequence {
        return (Cause::StaleRead, read.event);
    }
    let began = convergence.read_began.map_or(read.event, |(began, _)| began);
    match waited(case, convergence, began, Kept::Unreadable) {
        Some(ended) => (Cause::ReadError, ended),
        None => after_read(case, (asked, convergence), read.event),
    }
}

/// The event at which a run gave up for this reason, if it had waited until its time-out.
fn waited(case: Case<'_, '_>, convergence: &Convergence, began: usize, why: Kept) -> Option<usize> {
    let (ended, end) = convergence.ended?;
    let waited = case.index.event(ended).at.0.saturating_sub(case.index.event(began).at.0);
    (end == End::Kept(why) && waited >= TIMEOUT).then_some(ended)
}

/// What happened once the row was known as it is.
fn after_read(
    case: Case<'_, '_>,
    (asked, convergence): (&Convergence, &Convergence),
    known: usize,
) -> (Cause, usize) {
    if convergence.address == case.address {
        return attempted(case, convergence, known);
    }
    reconcile::after_read(case, (asked, convergence), known)
}

/// What an attempt to make an instance, or to take one out, met.
pub fn attempted(case: Case<'_, '_>, convergence: &Convergence, known: usize) -> (Cause, usize) {
    if let Some((event, why)) = convergence.open_failed {
        return match why {
            BuildFailure::Refused | BuildFailure::Unreachable => (Cause::Upstream, event),
            BuildFailure::Failed => (Cause::BuildFailed, event),
        };
    }
    if let Some(ended) = gave_up(case, convergence) {
        return (Cause::BuildFailed, ended);
    }
    let ended = convergence.ended.map_or(known, |(ended, _)| ended);
    match overtaken(case, ended) {
        Some(event) => (Cause::Overtaken, event),
        None => (Cause::Ignored, ended),
    }
}

/// The event at which an attempt gave up its build, if it had waited until its time-out.
pub fn gave_up(case: Case<'_, '_>, convergence: &Convergence) -> Option<usize> {
    let began = convergence.open_began?;
    [Kept::BuildFailed, Kept::Degraded].into_iter().find_map(|why| waited(case, convergence, began, why))
}

/// If the registry held what is due once the run had ended: the first event after that by which it no
/// longer did.
pub fn overtaken(case: Case<'_, '_>, ended: usize) -> Option<usize> {
    if !is_due(case, case.index.held_after(case.replica, case.address, ended)) {
        return None;
    }
    let changes = case.index.changes_of(case.replica, case.address);
    let later = changes.take_while(|change| change.event > ended);
    later.filter(|change| !is_due(case, change.now)).last().map(|change| change.event)
}

/// Whether holding this is what the commit calls for.
fn is_due(case: Case<'_, '_>, held: Option<InstanceId>) -> bool {
    let due = case.commit.version;
    match held {
        None => due.state != RowState::Active,
        Some(instance) => match case.index.source_of(instance) {
            Source::Version(version) => due.state == RowState::Active && version.signature == due.signature,
            _ => false,
        },
    }
}
