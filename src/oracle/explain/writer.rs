//! Writers that did not go on after their commit: what kept a door from publishing and from converging its own replica.

use super::case::{StaleCase, Stop};
use crate::history::{Event, EventKind};
use crate::names::{Cause, LifeId, ReplicaId};
use crate::oracle::request_record::RequestRecord;
use crate::oracle::timeout;

/// Why a writer that is still alive never converged itself after the commit.
pub fn stop_before_convergence(case: StaleCase<'_, '_>) -> Stop {
    let record = case.index.requests.get(case.commit.request);
    let unknown = record.and_then(|record| commit_unknown(case, record));
    unknown.unwrap_or(Stop::by(Cause::Swallowed, case.commit.event))
}

/// Why a door that publishes after its commit could not: the first thing that happened to it.
pub fn stop_before_publish(case: StaleCase<'_, '_>, record: &RequestRecord) -> Option<Stop> {
    let sent = record.sent.unwrap_or(case.commit.event);
    // A door that answers at the instant of its commit may die at that same instant, before it publishes.
    let is_in_time = |died: &usize| {
        let answered = record.answered.map(|(answered, _)| case.index.event(answered).at);
        answered.is_none_or(|answered| case.index.event(*died).at <= answered)
    };
    let died = death(case, record.replica, record.life, sent).filter(is_in_time);
    let died = died.map(|died| Stop::by(Cause::DiedBeforePublish, died));
    let unknown = commit_unknown(case, record);
    match (died, unknown) {
        (Some(died), Some(unknown)) if unknown.event < died.event => Some(unknown),
        (Some(died), _) => Some(died),
        (None, unknown) => unknown,
    }
}

/// Why the door never learnt that it had committed: the store's answer was lost or came after the time-out, or the
/// replica is paused until the end.
fn commit_unknown(case: StaleCase<'_, '_>, record: &RequestRecord) -> Option<Stop> {
    let timed_out = record.answered.zip(record.sent).and_then(|((answered, status), sent)| {
        (status == 503 && timeout::is_over(case.index, sent, answered)).then_some(answered)
    });
    let event = record.answer_lost.or(timed_out).or_else(|| last_pause(case, record));
    event.map(|event| Stop::by(Cause::CommitUnknown, event))
}

/// The pause of a writer that is still paused and has not answered.
fn last_pause(case: StaleCase<'_, '_>, record: &RequestRecord) -> Option<usize> {
    let life = case.index.life(record.replica);
    let is_paused = life.is_paused && life.is_up() && life.id == record.life && record.answered.is_none();
    let pauses = |event: &Event| event.replica == record.replica && event.kind == EventKind::Paused;
    is_paused.then(|| case.index.history.events.iter().rposition(pauses))?
}

/// When a life of a replica ended, after an event.
fn death(case: StaleCase<'_, '_>, replica: ReplicaId, life: LifeId, after: usize) -> Option<usize> {
    let mut events = case.index.history.events.iter().enumerate().skip(after);
    let is_end = |event: &Event| matches!(event.kind, EventKind::Crashed | EventKind::ShutDown);
    events
        .find(|(_, event)| (event.replica, event.life) == (replica, life) && is_end(event))
        .map(|(at, _)| at)
}
