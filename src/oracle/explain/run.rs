//! What a convergence met, from the queue to what happened to its install later.
//!
//! A reconcile is followed to the attempt that it made at the connector in question, if it made one ([`reconcile`]).

use super::{Case, reconcile};
use crate::history::{BuildFailure, Kept, RowState, Seen};
use crate::names::{Cause, InstanceId};
use crate::oracle::premises::TIMEOUT;
use crate::oracle::run::{End, Reading, Run, Source};

/// The step at which a convergence was stopped, and the event that shows it.
pub fn met(case: Case<'_, '_>, run: &Run) -> (Cause, usize) {
    met_by(case, (run, run))
}

/// What a convergence met by itself or by the one that it was merged into.
fn met_by(case: Case<'_, '_>, (asked, run): (&Run, &Run)) -> (Cause, usize) {
    if let Some(follow_up) = follow_up(case, run) {
        return met_by(case, (asked, follow_up));
    }
    if case.index.is_by_hand(run) {
        return after_read(case, (asked, run), run.first);
    }
    let Some((began, _)) = run.read_began else {
        let fallback = run.read.map_or(run.first, |read| read.event);
        return run.read.map_or((Cause::Swallowed, fallback), |read| read_met(case, (asked, run), read));
    };
    match run.read {
        Some(read) => read_met(case, (asked, run), read),
        None => waited(case, run, began, Kept::Unreadable)
            .map_or((Cause::Ignored, began), |ended| (Cause::ReadError, ended)),
    }
}

/// The convergence that a coalesced one was merged into, which stands for it.
fn follow_up<'i>(case: Case<'i, '_>, run: &Run) -> Option<&'i Run> {
    let Some((_, End::Kept(Kept::Coalesced { into }))) = run.ended else { return None };
    let merged = |other: &&Run| other.work == into && other.first < run.first;
    case.runs().find(merged)
}

fn read_met(case: Case<'_, '_>, (asked, run): (&Run, &Run), read: Reading) -> (Cause, usize) {
    if read.seen == Seen::Unreadable {
        return (Cause::ReadError, read.event);
    }
    if read.as_of < case.commit.version.sequence {
        return (Cause::StaleRead, read.event);
    }
    let began = run.read_began.map_or(read.event, |(began, _)| began);
    match waited(case, run, began, Kept::Unreadable) {
        Some(ended) => (Cause::ReadError, ended),
        None => after_read(case, (asked, run), read.event),
    }
}

/// The event at which a run gave up for this reason, if it had waited until its time-out.
fn waited(case: Case<'_, '_>, run: &Run, began: usize, why: Kept) -> Option<usize> {
    let (ended, end) = run.ended?;
    let waited = case.index.event(ended).at.0.saturating_sub(case.index.event(began).at.0);
    (end == End::Kept(why) && waited >= TIMEOUT).then_some(ended)
}

/// What happened once the row was known as it is.
fn after_read(case: Case<'_, '_>, (asked, run): (&Run, &Run), known: usize) -> (Cause, usize) {
    if run.address == case.address {
        return attempted(case, run, known);
    }
    reconcile::after_read(case, (asked, run), known)
}

/// What an attempt to make an instance, or to take one out, met.
pub fn attempted(case: Case<'_, '_>, run: &Run, known: usize) -> (Cause, usize) {
    if let Some((event, why)) = run.open_failed {
        return match why {
            BuildFailure::Refused | BuildFailure::Unreachable => (Cause::Upstream, event),
            BuildFailure::Failed => (Cause::BuildFailed, event),
        };
    }
    if let Some(ended) = gave_up(case, run) {
        return (Cause::BuildFailed, ended);
    }
    let ended = run.ended.map_or(known, |(ended, _)| ended);
    match overtaken(case, ended) {
        Some(event) => (Cause::Overtaken, event),
        None => (Cause::Ignored, ended),
    }
}

/// The event at which an attempt gave up its build, if it had waited until its time-out.
pub fn gave_up(case: Case<'_, '_>, run: &Run) -> Option<usize> {
    let began = run.open_began?;
    [Kept::BuildFailed, Kept::Degraded].into_iter().find_map(|why| waited(case, run, began, why))
}

/// If the registry held what is due once the run had ended: the first event after that by which it no
/// longer did.
pub fn overtaken(case: Case<'_, '_>, ended: usize) -> Option<usize> {
    if !is_due(case, case.index.held_after(case.replica, case.address, ended)) {
        return None;
    }
    let stores = case.index.stores_of(case.replica, case.address);
    let later = stores.take_while(|store| store.event > ended);
    later.filter(|store| !is_due(case, store.now)).last().map(|store| store.event)
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
