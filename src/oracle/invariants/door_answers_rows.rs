//! 13, a door's status and effect are what the rows call for at the instant that its transaction acts or, if nothing was
//! sent, at some instant during the request.
//!
//! The rows are those that the store's port committed. They call for 403 if the name belongs to code, 409 to create what
//! exists or to delete what has objects bound to it, 404 to change or delete what does not exist, and otherwise for the
//! change. A history does not contain the columns of a request or the secrets table; the store's port compares those
//! itself and records a deviation. Beyond what the rows call for, a door may answer:
//!
//! - 404 if the replica lacks the service;
//! - 503 if the store failed the transaction or a read of the door, if the store's answer was lost or late, or if the
//!   replica was shutting down;
//! - 400 for a name that no row may have. Any request except a delete can also be malformed in a way that histories do
//!   not show.
//!
//! Invariant 10 checks that an acknowledged write has committed at all. Requests that read, list or watch write nothing
//! and are not checked.

use crate::history::{EventKind, RowState};
use crate::names::{Address, Invariant, ReplicaId, Verb, Work};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::request_record::RequestRecord;
use crate::oracle::timeout;
use crate::oracle::truth::Effect;

/// Checks every write that a client requested.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for record in index.requests.iter() {
        let Some(verb) = record.verb.filter(|verb| verb.is_write()) else { continue };
        let request = record.request;
        let wrong = action(index, record).filter(|action| !is_called_for(index, record, verb, *action));
        if let Some(event) = wrong.map(|action| action.event).or(record.deviated) {
            let breach = Breach::ActedAgainstRows { request };
            findings.record_broken(index, Invariant::DoorAnswersRows, (event, record.address), breach);
        }
        if let Some((event, status)) = record.answered
            && !is_right_answer(index, record, verb, (event, status))
        {
            let breach = Breach::AnsweredAgainstRows { request, status };
            findings.record_broken(index, Invariant::DoorAnswersRows, (event, record.address), breach);
        }
    }
}

/// What a transaction did.
#[derive(Clone, Copy)]
struct Action {
    /// The event by which it acted.
    event: usize,
    /// The state of the row before it.
    before: Option<RowState>,
    /// The effect of its commit, or the status with which it was refused.
    outcome: Result<Effect, u16>,
}

/// What the transaction of a request did; `None` if it never acted, or the store failed it.
fn action(index: &Index<'_>, record: &RequestRecord) -> Option<Action> {
    let event = record.committed.or(record.refused)?;
    let kind = index.event(event).kind;
    if let EventKind::Committed { version, .. } = kind {
        let mut commits = index.truth.commits(record.address).iter().rev();
        let before = commits.find(|commit| commit.version.sequence < version.sequence);
        let before = before.map(|commit| commit.version.state);
        return Some(Action { event, before, outcome: Ok(Effect::of(before, version.state)) });
    }
    let EventKind::Refused { status, .. } = kind else { return None };
    Some(Action { event, before: row_before(index, record, event), outcome: Err(status) })
}

/// The state of the row just before an event.
fn row_before(index: &Index<'_>, record: &RequestRecord, event: usize) -> Option<RowState> {
    let commits = index.truth.commits(record.address);
    commits.iter().rev().find(|commit| commit.event < event).map(|commit| commit.version.state)
}

/// Whether a transaction did just what the rows called for.
fn is_called_for(index: &Index<'_>, record: &RequestRecord, verb: Verb, action: Action) -> bool {
    match (called_for(index, record, verb, action.before), action.outcome) {
        (Ok(()), Ok(Effect::Deleted)) => verb == Verb::Delete,
        (Ok(()), Ok(Effect::Created | Effect::Updated)) => verb != Verb::Delete,
        (Err(called_for), Err(status)) => called_for == status,
        // A `migrate` is refused if another row owns the entry in the secrets table, which histories do not show.
        (Ok(()), Err(status)) if verb == Verb::Migrate => status == 409,
        (Ok(()), Err(_)) | (Err(_), Ok(_)) => false,
    }
}

/// What the rows call for: the change, or the status that refuses the request. `row` is the state of the row.
fn called_for(
    index: &Index<'_>,
    record: &RequestRecord,
    verb: Verb,
    row: Option<RowState>,
) -> Result<(), u16> {
    let header = &index.history.header;
    let is_present = row.is_some_and(|row| row != RowState::Absent);
    let is_code_row = is_present && header.code_rows.contains(&record.address);
    if is_code_row || index.is_code(asked_replica(index, record), record.address) {
        return Err(403);
    }
    match verb {
        Verb::Create if is_present => Err(409),
        Verb::Update | Verb::Delete | Verb::Migrate if !is_present => Err(404),
        Verb::Delete if header.bound.contains(&record.address) => Err(409),
        Verb::Create
        | Verb::Update
        | Verb::Delete
        | Verb::Migrate
        | Verb::Put
        | Verb::Read
        | Verb::List
        | Verb::Watch => Ok(()),
    }
}

/// The replica that the client sent the request to.
fn asked_replica(index: &Index<'_>, record: &RequestRecord) -> ReplicaId {
    record.requested.map_or(record.replica, |requested| index.event(requested).replica)
}

/// Whether an answer fits what the transaction did or, without one, the rows during the request.
fn is_right_answer(
    index: &Index<'_>,
    record: &RequestRecord,
    verb: Verb,
    (event, status): (usize, u16),
) -> bool {
    let sent = record.sent.filter(|sent| *sent < event);
    let Some(sent) = sent else { return is_right_unsent(index, record, verb, (event, status)) };
    if status == 503 {
        let is_late = timeout::is_over(index, sent, event);
        return record.failed.is_some() || record.answer_lost.is_some() || is_late;
    }
    let acted = action(index, record).filter(|action| action.event < event);
    match acted.map(|action| action.outcome) {
        Some(Ok(Effect::Created)) => status == 201,
        Some(Ok(Effect::Updated | Effect::Deleted)) => status == 200,
        Some(Err(refused)) => status == refused || is_acknowledgement(status),
        None => is_acknowledgement(status),
    }
}

/// Whether a status acknowledges a write. An acknowledged write that was never done breaks invariant 10, not this one.
fn is_acknowledgement(status: u16) -> bool {
    (200..300).contains(&status)
}

/// Whether a door that sent no transaction could give this answer at some instant during the request.
fn is_right_unsent(
    index: &Index<'_>,
    record: &RequestRecord,
    verb: Verb,
    (event, status): (usize, u16),
) -> bool {
    let from = record.requested.unwrap_or(event);
    match status {
        200..300 => true,
        400 => verb != Verb::Delete || !is_name_valid(index.history.address(record.address)),
        404 if lacks_service(index, record) => true,
        503 => {
            timeout::is_over(index, from, event)
                || is_read_failed(index, record)
                || index.is_shutting_down(event)
        }
        409 if verb == Verb::Migrate => true,
        _ => {
            let is_refused = |row| called_for(index, record, verb, row) == Err(status);
            let mut commits = index.truth.commits(record.address).iter();
            is_refused(row_before(index, record, from))
                || commits.any(|commit| {
                    (from..event).contains(&commit.event) && is_refused(Some(commit.version.state))
                })
        }
    }
}

/// Whether a read that the door made for this request failed.
fn is_read_failed(index: &Index<'_>, record: &RequestRecord) -> bool {
    let work = Work::Write(record.request);
    let mut convergences = index.convergences_of(record.replica, record.address);
    convergences.any(|convergence| convergence.work == work && convergence.read_failed())
}

/// Whether the replica that the client sent the request to lacks the service of the row.
fn lacks_service(index: &Index<'_>, record: &RequestRecord) -> bool {
    let info = index.history.header.replicas.get(usize::from(asked_replica(index, record).0));
    let lane = index.layout.lane(record.address);
    info.zip(lane).is_some_and(|(info, lane)| !info.lanes.contains(&lane))
}

/// Whether a row may have the name.
fn is_name_valid(address: &Address) -> bool {
    address.lane().service().rows().names().admits(address.as_str())
}
