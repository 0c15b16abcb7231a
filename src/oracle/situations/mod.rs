//! Situations: what happened in a run that makes it worth having been run.
//!
//! Counted are events: each event that completes a situation counts it once, however many others it completes
//! it with. What happens to one copy counts as happening to its signal. Only the history is asked; of the
//! findings only what was stale at the end.
//!
//! | file | keeps |
//! |---|---|
//! | `count` | the counts |
//! | `reads` | reads that are under way |
//! | `rows` | which row a read or a signal is about |
//! | `writes` | writes from the request to the signal |
//! | `signals` | signals and where they have arrived |
//! | `lives` | who is up, booting, paused |

mod count;
mod lives;
mod reads;
mod rows;
mod signals;
mod writes;

use self::lives::Lives;
use self::reads::Reads;
use self::rows::Rows;
use self::signals::{Arrival, Signals};
use self::writes::Writes;
use super::finding::Findings;
use super::truth::Effect;
use crate::history::{Damage, Event, EventKind, History, Kept, Loss, RowState, Seen, Version};
use crate::names::{AddressId, Lane, LifeId, Publish, RequestId, Situation, Work};

pub use self::count::Situations;

/// Counts the situations of a run. `findings`: what the oracles found in that very run.
pub fn situations(history: &History, findings: &Findings) -> Situations {
    let mut watch = Watch::over(history);
    for (at, event) in history.events.iter().enumerate() {
        watch.note(at, event);
    }
    for stale in &findings.stale {
        watch.seen.note_if(stale.allowed, Situation::StaleExplained);
    }
    watch.seen
}

/// What is remembered of the events that have passed by.
struct Watch {
    seen: Situations,
    lives: Lives,
    reads: Reads,
    writes: Writes,
    signals: Signals,
    rows: Vec<Row>,
    names: Rows,
    publish: Publish,
}

/// The past of a row.
#[derive(Clone, Copy, Default)]
struct Row {
    state: Option<RowState>,
    deleted: Option<usize>,
}

impl Watch {
    fn over(history: &History) -> Self {
        Self {
            seen: Situations::default(),
            lives: Lives::of(history.header.replicas.len()),
            reads: Reads::default(),
            writes: Writes::default(),
            signals: Signals::default(),
            rows: vec![Row::default(); history.addresses.len()],
            names: Rows::of(history),
            publish: history.header.policies.publish,
        }
    }

    fn note(&mut self, at: usize, event: &Event) {
        if let Some(situation) = by_itself(event) {
            self.seen.note(situation);
        }
        self.reads.note(event, &self.names);
        match event.kind {
            EventKind::Requested { request, address, verb } => {
                self.writes.request_record(request, address, verb, self.names.lane(address));
            }
            EventKind::WriteSent { request } => {
                let overlaps = self.writes.send(event, request);
                self.seen.note_if(overlaps, Situation::WritesOverlapped);
            }
            EventKind::Committed { request, address, version } => {
                self.commit(at, event, (request, address, version));
            }
            EventKind::Refused { request, .. } | EventKind::WriteFailed { request } => {
                self.writes.act(request, None);
            }
            EventKind::AnswerLost { request } => self.writes.lose_answer(request),
            EventKind::Answered { request, .. } => self.writes.settle(event, request),
            EventKind::ReadBegan { correlation, address } => {
                let overlaps = self.reads.begin(event, correlation, address, &self.names);
                self.seen.note_if(overlaps, Situation::ReadsOverlapped);
            }
            EventKind::Published { request, address, ok } => self.publish(at, (request, address, ok)),
            EventKind::Arrived { lane, request, .. } => self.arrive(event, (request, lane)),
            EventKind::Crashed | EventKind::ShutDown => {
                for _ in 0..self.writes.die(event) {
                    self.seen.note(Situation::CrashedBetween);
                }
                self.lives.note(event);
            }
            EventKind::Kept { address, why: Kept::BuildFailed, .. } => {
                // No upstream tells of an object that could not be built.
                self.seen.note_if(self.names.is_object(address), Situation::BuildFailed);
            }
            EventKind::BootBegan { .. } | EventKind::Serving | EventKind::Paused | EventKind::Resumed => {
                self.lives.note(event);
            }
            _ => {}
        }
    }

    fn commit(
        &mut self,
        at: usize,
        event: &Event,
        (request, address, version): (RequestId, AddressId, Version),
    ) {
        let Some(row) = self.rows.get_mut(usize::from(address.0)) else { return };
        let effect = Effect::of(row.state, version.state);
        let is_recreated = row.state == Some(RowState::Absent) && effect == Effect::Created;
        row.state = Some(version.state);
        if effect == Effect::Deleted {
            row.deleted = Some(at);
        }
        if event.replica == Event::OUTSIDE {
            return;
        }
        self.seen.note_if(is_recreated, Situation::Recreated);
        self.seen.note_if(self.reads.is_any_of(self.names.read(address)), Situation::ReadOverlappedCommit);
        self.seen.note_if(self.lives.is_any_booting(), Situation::BootOverlappedWrite);
        self.seen.note_if(self.lives.is_over(event.replica, event.life), Situation::LandedAfterCrash);
        self.writes.act(request, Some((at, effect.is_published(self.publish))));
        self.signals.commit(request, at);
    }

    fn publish(&mut self, at: usize, (request, address, ok): (RequestId, AddressId, bool)) {
        let Some(lane) = self.names.lane(address) else { return };
        if ok {
            let tells_of = self.writes.committed(request).unwrap_or(at);
            self.signals.publish((request, lane), address, tells_of);
        }
        if self.writes.publish(request, lane) {
            // It had been sent before its writer died.
            self.seen.withdraw(Situation::CrashedBetween);
        }
    }

    fn arrive(&mut self, event: &Event, signal: (RequestId, Lane)) {
        self.seen.note_if(self.lives.is_paused(event.replica), Situation::PiledUp);
        match self.signals.arrive(event.replica, signal) {
            Some(Arrival::First { is_overtaken }) => {
                self.seen.note_if(is_overtaken, Situation::SignalsReordered);
            }
            Some(Arrival::Again { about: (address, tells_of) }) => {
                let row = self.names.written(address);
                let deleted = self.rows.get(usize::from(row.0)).and_then(|row| row.deleted);
                let is_late = deleted.is_some_and(|deleted| deleted > tells_of);
                self.seen.note(Situation::DeliveryDuplicated);
                self.seen.note_if(is_late, Situation::DuplicateAfterDelete);
            }
            None => {}
        }
    }
}

/// The situation that an event is by itself, whatever came before.
fn by_itself(event: &Event) -> Option<Situation> {
    Some(match event.kind {
        EventKind::Dropped { .. } => Situation::DeliveryDropped,
        EventKind::Arrived { damage: Damage::Corrupt, .. } => Situation::DeliveryCorrupted,
        EventKind::Arrived { damage: Damage::Misaddressed, .. } => Situation::DeliveryMisaddressed,
        EventKind::Lost { why: Loss::Cut, .. } => Situation::LostToCut,
        EventKind::Lost { why: Loss::Overflow, .. } => Situation::LostToOverflow,
        EventKind::Published { ok: false, .. } => Situation::PublishFailed,
        EventKind::Read { seen: Seen::Unreadable, .. } => Situation::ReadFailed,
        EventKind::Listed { ok: false, .. } => Situation::ListFailed,
        EventKind::WriteFailed { .. } => Situation::WriteFailed,
        EventKind::AnswerLost { .. } => Situation::AnswerLost,
        EventKind::Refused { .. } => Situation::WriteRefused,
        EventKind::OpenFailed { .. } => Situation::BuildFailed,
        EventKind::Kept { why: Kept::Fenced, .. } => Situation::FillFenced,
        EventKind::Kept { why: Kept::Held, .. } => Situation::Held,
        EventKind::Enqueued { work: Work::Retry(_), .. } => Situation::Retried,
        EventKind::BootBegan { .. } if event.life > LifeId(1) => Situation::Restarted,
        _ => return None,
    })
}
