//! The first step of a signal: the commit and the publishing, at the writer.
//!
//! Believed are the ports: what was sent, committed, lost and published. The policies of the header tell
//! whether a door that did not publish would ever have done so. A door publishes whether or not its own lane
//! is attached, so a detached writer is no excuse.

use super::{Case, delivery};
use crate::history::{Event, EventKind};
use crate::names::{Cause, LifeId, ReplicaId};
use crate::oracle::assumptions::TIMEOUT;
use crate::oracle::finding::{Chance, Charge};
use crate::oracle::request_record::RequestRecord;
use crate::oracle::truth::Effect;

/// What spent the signal due for the commit, which nobody published; `None` if the replica's present life
/// began only after the commit.
pub fn charge_unsent(case: Case<'_, '_>) -> Option<Charge> {
    if case.commit.event < case.life.began {
        return None;
    }
    let chance = Chance::Signal(case.commit.request);
    if let Some(detached) = delivery::detached(case, case.commit.event) {
        return Some(Charge { chance, ..detached });
    }
    let request_record = case.index.requests.get(case.commit.request);
    let failed = request_record.and_then(|request_record| request_record.on(case.lane).failed);
    let met = match request_record {
        _ if failed.is_some() => (Cause::PublishFailed, failed.unwrap_or(case.commit.event)),
        _ if policy_forbids(case) => (Cause::NotPublished, case.commit.event),
        Some(request_record) => {
            unsent(case, request_record).unwrap_or((Cause::NotPublished, case.commit.event))
        }
        None => (Cause::NotPublished, case.commit.event),
    };
    Some(case.charge(chance, met))
}

/// What kept the writer from converging itself after the commit, though it lives on.
pub fn unconverged(case: Case<'_, '_>) -> (Cause, usize) {
    let unknown =
        case.index.requests.get(case.commit.request).and_then(|request_record| unknown(case, request_record));
    unknown.unwrap_or((Cause::Swallowed, case.commit.event))
}

/// Why a door that publishes could not: the first thing that happened to it.
fn unsent(case: Case<'_, '_>, request_record: &RequestRecord) -> Option<(Cause, usize)> {
    let sent = request_record.sent.unwrap_or(case.commit.event);
    let died = death(case, request_record.replica, request_record.life, sent);
    // A door that answers at the instant of its commit may die at that very instant, about to publish.
    let in_time = |died: &usize| {
        request_record
            .answered
            .is_none_or(|(answered, _)| case.index.event(*died).at <= case.index.event(answered).at)
    };
    let died = died.filter(in_time);
    let died = died.map(|died| (Cause::DiedBeforePublish, died));
    let unknown = unknown(case, request_record);
    match (died, unknown) {
        (Some(died), Some(unknown)) if unknown.1 < died.1 => Some(unknown),
        (Some(died), _) => Some(died),
        (None, unknown) => unknown,
    }
}

/// The event by which the door never learnt that it had committed: the answer was lost, or came too late, or
/// the replica stands still to the end.
fn unknown(case: Case<'_, '_>, request_record: &RequestRecord) -> Option<(Cause, usize)> {
    let late = request_record.answered.zip(request_record.sent).and_then(|((answered, status), sent)| {
        let waited = case.index.event(answered).at.0 - case.index.event(sent).at.0;
        (status == 503 && waited >= TIMEOUT).then_some(answered)
    });
    let event = request_record.answer_lost.or(late).or_else(|| standstill(case, request_record));
    event.map(|event| (Cause::CommitUnknown, event))
}

/// The pause that the writer has not ended, if it has not answered either.
fn standstill(case: Case<'_, '_>, request_record: &RequestRecord) -> Option<usize> {
    let life = case.index.lives.get(usize::from(request_record.replica.0))?;
    let still =
        life.paused && life.is_up() && life.id == request_record.life && request_record.answered.is_none();
    let paused = |event: &Event| event.replica == request_record.replica && event.kind == EventKind::Paused;
    case.index.history.events.iter().rposition(paused).filter(|_| still)
}

/// When a life of a replica ended, after this event.
fn death(case: Case<'_, '_>, replica: ReplicaId, life: LifeId, after: usize) -> Option<usize> {
    let mut events = case.index.history.events.iter().enumerate().skip(after);
    let ends = |event: &Event| matches!(event.kind, EventKind::Crashed | EventKind::ShutDown);
    events.find(|(_, event)| event.replica == replica && event.life == life && ends(event)).map(|(at, _)| at)
}

/// Whether the policy says that no signal is ever published for a write of this kind.
fn policy_forbids(case: Case<'_, '_>) -> bool {
    let commits = case.index.truth.commits(case.commit.address);
    let before = commits.iter().rev().find(|commit| commit.version.sequence < case.commit.version.sequence);
    let effect = Effect::of(before.map(|before| before.version.state), case.commit.version.state);
    !effect.is_published(case.index.history.header.policies.publish)
}
