//! 13, a door's status and effect are what the rows give at the instant that its transaction acts or, if nothing
//! was sent, at some instant during the request.
//!
//! The rows are those that the store's port committed. What they give: 403 for a name that belongs to code, 409
//! for creating what exists and for deleting what has objects bound to it, 404 for changing what does not, else
//! the change. What histories do not show of a request and of the rows, its columns and the entries of secrets,
//! the store's port has compared by itself: it records where a transaction deviates. What the door says on top:
//!
//! - 404, if the replica lacks the service;
//! - 503, if the store failed the transaction or a read of the door, if its answer was lost or late, or if the
//!   replica was being shut down;
//! - 400 for a name that no row may have. Any request but a delete can be malformed otherwise, which histories do
//!   not show.
//!
//! That an acknowledged write has committed at all is invariant 10. A request that reads, lists or watches writes
//! nothing, and is not asked.

use crate::history::{Event, EventKind, RowState, Seen};
use crate::names::{Address, Invariant, ReplicaId, Verb, Work};
use crate::oracle::assumptions::TIMEOUT;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::request_record::RequestRecord;
use crate::oracle::truth::Effect;

/// Checks every request of a client.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for request_record in index.requests.iter() {
        let Some(verb) = request_record.verb.filter(|verb| verb.is_write()) else { continue };
        let request = request_record.request;
        let wrong = act(index, request_record).filter(|act| !is_given(index, request_record, verb, *act));
        if let Some(event) = wrong.map(|act| act.event).or(request_record.deviated) {
            let what = Breach::ActedAgainstRows { request };
            findings.broke(index, Invariant::DoorAnswersRows, (event, request_record.address), what);
        }
        if let Some((event, status)) = request_record.answered
            && !is_right_answer(index, request_record, verb, (event, status))
        {
            let what = Breach::AnsweredAgainstRows { request, status };
            findings.broke(index, Invariant::DoorAnswersRows, (event, request_record.address), what);
        }
    }
}

/// What a transaction did.
#[derive(Clone, Copy)]
struct Act {
    event: usize,
    /// The row before it.
    before: Option<RowState>,
    /// The effect of its commit, or the status by which it was refused.
    outcome: Result<Effect, u16>,
}

/// What the transaction of a request did; `None` if it never acted, or the store failed it.
fn act(index: &Index<'_>, request_record: &RequestRecord) -> Option<Act> {
    let event = request_record.committed.or(request_record.refused)?;
    let commits = index.truth.commits(request_record.address);
    match index.event(event).kind {
        EventKind::Committed { version, .. } => {
            let before = commits.iter().rev().find(|commit| commit.version.sequence < version.sequence);
            let before = before.map(|commit| commit.version.state);
            Some(Act { event, before, outcome: Ok(Effect::of(before, version.state)) })
        }
        EventKind::Refused { status, .. } => {
            Some(Act { event, before: row_at(index, request_record, event), outcome: Err(status) })
        }
        _ => None,
    }
}

/// The row as an event found it.
fn row_at(index: &Index<'_>, request_record: &RequestRecord, event: usize) -> Option<RowState> {
    let commits = index.truth.commits(request_record.address);
    commits.iter().rev().find(|commit| commit.event < event).map(|commit| commit.version.state)
}

/// Whether the rows give just what a transaction did.
fn is_given(index: &Index<'_>, request_record: &RequestRecord, verb: Verb, act: Act) -> bool {
    let given = given(index, request_record, verb, act.before);
    match (given, act.outcome) {
        (Ok(()), Ok(Effect::Deleted)) => verb == Verb::Delete,
        (Ok(()), Ok(Effect::Created | Effect::Updated)) => verb != Verb::Delete,
        (Err(given), Err(status)) => given == status,
        // The entry of the secret may be another row's.
        (Ok(()), Err(status)) if verb == Verb::Migrate => status == 409,
        (Ok(()), Err(_)) | (Err(_), Ok(_)) => false,
    }
}

/// What the rows give for a request: the change, or the status by which it is refused.
fn given(
    index: &Index<'_>,
    request_record: &RequestRecord,
    verb: Verb,
    row: Option<RowState>,
) -> Result<(), u16> {
    let header = &index.history.header;
    let present = row.is_some_and(|row| row != RowState::Absent);
    let is_code = present && header.code_rows.contains(&request_record.address);
    match verb {
        _ if is_code || index.is_code(asked(index, request_record), request_record.address) => Err(403),
        Verb::Create if present => Err(409),
        Verb::Update | Verb::Delete | Verb::Migrate if !present => Err(404),
        Verb::Delete if header.bound.contains(&request_record.address) => Err(409),
        _ => Ok(()),
    }
}

/// The replica that the client asked.
fn asked(index: &Index<'_>, request_record: &RequestRecord) -> ReplicaId {
    request_record.requested.map_or(request_record.replica, |requested| index.event(requested).replica)
}

fn is_right_answer(
    index: &Index<'_>,
    request_record: &RequestRecord,
    verb: Verb,
    (event, status): (usize, u16),
) -> bool {
    let sent = request_record.sent.filter(|sent| *sent < event);
    let Some(sent) = sent else { return is_right_unsent(index, request_record, verb, (event, status)) };
    let acted = act(index, request_record).filter(|act| act.event < event);
    let waited = index.event(event).at.0 - index.event(sent).at.0;
    if status == 503 {
        return request_record.failed.is_some() || request_record.answer_lost.is_some() || waited >= TIMEOUT;
    }
    match acted.map(|act| act.outcome) {
        Some(Ok(Effect::Created)) => status == 201,
        Some(Ok(Effect::Updated | Effect::Deleted)) => status == 200,
        Some(Err(refused)) => status == refused || is_done(status),
        None => is_done(status),
    }
}

/// Whether a status acknowledges a write. Where none was done that is a matter of invariant 10.
fn is_done(status: u16) -> bool {
    (200..300).contains(&status)
}

/// Whether a door that sent nothing could answer so at some instant since it was asked.
fn is_right_unsent(
    index: &Index<'_>,
    request_record: &RequestRecord,
    verb: Verb,
    (event, status): (usize, u16),
) -> bool {
    let from = request_record.requested.unwrap_or(event);
    match status {
        200..300 => true,
        400 => verb != Verb::Delete || !is_name_valid(index.history.address(request_record.address)),
        404 if is_absent(index, request_record) => true,
        503 => {
            let waited = index.event(event).at.0 - index.event(from).at.0;
            waited >= TIMEOUT || is_read_failed(index, request_record) || is_shutting_down(index, event)
        }
        409 if verb == Verb::Migrate => true,
        _ => {
            let refused = |row| given(index, request_record, verb, row) == Err(status);
            let mut during = index.truth.commits(request_record.address).iter();
            refused(row_at(index, request_record, from))
                || during.any(|commit| {
                    (from..event).contains(&commit.event) && refused(Some(commit.version.state))
                })
        }
    }
}

/// Whether a read that the door made for itself failed.
fn is_read_failed(index: &Index<'_>, request_record: &RequestRecord) -> bool {
    let work = Work::Write(request_record.request);
    let mut convergences = index.convergences_of(request_record.replica, request_record.address);
    convergences.any(|convergence| {
        convergence.work == work && convergence.read.is_some_and(|read| read.seen == Seen::Unreadable)
    })
}

/// Whether the replica that an event shows had been told to shut down.
fn is_shutting_down(index: &Index<'_>, at: usize) -> bool {
    let event = index.event(at);
    let own = |other: &Event| (other.replica, other.life) == (event.replica, event.life);
    let described = |other: &Event| own(other) && matches!(other.kind, EventKind::ShutDownBegan { .. });
    index.history.events[..at].iter().any(described)
}

/// Whether the replica that the client asked lacks the service of the row.
fn is_absent(index: &Index<'_>, request_record: &RequestRecord) -> bool {
    let info = index.history.header.replicas.get(usize::from(asked(index, request_record).0));
    let lane = index.layout.lane(request_record.address);
    info.zip(lane).is_some_and(|(info, lane)| !info.lanes.contains(&lane))
}

/// Whether a row may have the name.
fn is_name_valid(address: &Address) -> bool {
    address.lane().service().rows().names().admits(address.as_str())
}
