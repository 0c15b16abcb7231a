//! The walk over the events that counts the situations of a run.
//!
//! The walk lists every kind of event, so that a new kind does not compile until it is decided which situations it
//! completes.

use super::count::Situations;
use super::reads::Reads;
use super::rows::Rows;
use super::signals::{Arrival, Signals};
use super::writes::Writes;
use crate::history::{Damage, Event, EventKind, History, Kept, Loss, ReadResult, RowState, Version};
use crate::names::{AddressId, Correlation, Lane, LifeId, Publish, RequestId, Situation, Work};
use crate::oracle::finding::Findings;
use crate::oracle::life::Lives;
use crate::oracle::truth::Effect;

/// Counts the situations of a run. `findings`: what the oracles found in that same run.
pub fn situations(history: &History, findings: &Findings) -> Situations {
    let mut counter = Counter::of(history);
    for (at, event) in history.events.iter().enumerate() {
        counter.note(at, event);
    }
    for stale in &findings.stale {
        counter.counts.count_if(stale.allowed, Situation::StaleExplained);
    }
    counter.counts
}

/// The counts so far, and what has to be remembered of the events so far.
struct Counter {
    counts: Situations,
    lives: Lives,
    reads: Reads,
    writes: Writes,
    signals: Signals,
    rows: Rows,
    /// The past of each row, by address.
    past: Vec<RowPast>,
    publish: Publish,
}

/// The past of a row.
#[derive(Clone, Copy, Default)]
struct RowPast {
    /// Its state after the last commit.
    state: Option<RowState>,
    /// When it was last deleted.
    deleted: Option<usize>,
}

impl Counter {
    fn of(history: &History) -> Self {
        Self {
            counts: Situations::default(),
            lives: Lives::of(history.header.replicas.len()),
            reads: Reads::default(),
            writes: Writes::default(),
            signals: Signals::default(),
            rows: Rows::of(history),
            past: vec![RowPast::default(); history.addresses.len()],
            publish: history.header.policies.publish,
        }
    }

    fn note(&mut self, at: usize, event: &Event) {
        match event.kind {
            EventKind::Requested { request, address, verb } => {
                self.writes.request(request, address, verb, self.rows.lane(address));
            }
            EventKind::WriteSent { request } => self.send(event, request),
            EventKind::Committed { request, address, version } => {
                self.commit(at, event, request, (address, version));
            }
            EventKind::Refused { request, .. } => self.fail(request, Situation::WriteRefused),
            EventKind::WriteFailed { request } => self.fail(request, Situation::WriteFailed),
            EventKind::AnswerLost { request } => self.lose_answer(request),
            EventKind::Answered { request, .. } => self.answer(event, request),
            EventKind::ReadBegan { correlation, address } => self.begin_read(event, correlation, address),
            EventKind::Read { correlation, address, result, .. } => {
                self.read(event, (correlation, address), result);
            }
            EventKind::Listed { ok, .. } => self.counts.count_if(!ok, Situation::ListFailed),
            EventKind::Published { request, address, ok } => self.publish(at, (request, address, ok)),
            EventKind::Dropped { .. } => self.counts.count_one(Situation::DeliveryDropped),
            EventKind::Arrived { lane, request, damage, .. } => self.arrive(event, (request, lane), damage),
            EventKind::Lost { why, .. } => {
                self.counts.count_if(why == Loss::Cut, Situation::LostToCut);
                self.counts.count_if(why == Loss::Overflow, Situation::LostToOverflow);
            }
            EventKind::Enqueued { work, .. } => {
                self.counts.count_if(matches!(work, Work::Retry(_)), Situation::Retried);
            }
            EventKind::OpenBegan { correlation, address } => {
                self.reads.end_at(event, correlation.work, address, &self.rows);
            }
            EventKind::OpenFailed { .. } => self.counts.count_one(Situation::BuildFailed),
            EventKind::Installed { work, instance, .. } | EventKind::Evicted { work, instance } => {
                self.reads.end_at(event, work, instance.address, &self.rows);
            }
            EventKind::Kept { work, address, why } => self.keep(event, (work, address), why),
            EventKind::BootBegan { .. } => self.begin_life(at, event),
            EventKind::Serving => self.lives.serve(at, event),
            EventKind::Crashed | EventKind::ShutDown => self.end_life(at, event),
            EventKind::Paused => self.lives.set_paused(event, true),
            EventKind::Resumed => self.lives.set_paused(event, false),
            EventKind::Unanswered { .. }
            | EventKind::Deviated { .. }
            | EventKind::ListBegan { .. }
            | EventKind::AnswersLate { .. }
            | EventKind::Subscribed { .. }
            | EventKind::Unsubscribed { .. }
            | EventKind::SubscriptionRefused { .. }
            | EventKind::Received { .. }
            | EventKind::Invalidated { .. }
            | EventKind::Cleared { .. }
            | EventKind::Opened { .. }
            | EventKind::CloseBegan { .. }
            | EventKind::Closed { .. }
            | EventKind::Reloading { .. }
            | EventKind::ShutDownBegan { .. }
            | EventKind::NodeIdSet { .. }
            | EventKind::Cut { .. }
            | EventKind::Healed
            | EventKind::UpstreamSet { .. }
            | EventKind::AcceptsSet { .. }
            | EventKind::Fault { .. }
            | EventKind::FaultsEnded
            | EventKind::Triggered { .. }
            | EventKind::RetryArmed { .. } => {}
        }
    }

    fn send(&mut self, event: &Event, request: RequestId) {
        // A door that sends its transaction is done with its own reads.
        self.reads.end_any(event, Work::Write(request));
        let overlaps = self.writes.send(event, request);
        self.counts.count_if(overlaps, Situation::WritesOverlapped);
    }

    fn commit(
        &mut self,
        at: usize,
        event: &Event,
        request: RequestId,
        (address, version): (AddressId, Version),
    ) {
        let Some(row) = self.past.get_mut(usize::from(address.0)) else { return };
        let effect = Effect::of(row.state, version.state);
        let is_recreated = row.state == Some(RowState::Absent) && effect == Effect::Created;
        row.state = Some(version.state);
        if effect == Effect::Deleted {
            row.deleted = Some(at);
        }
        // A given row is there before the run begins: it overlaps nothing.
        if event.replica == Event::OUTSIDE {
            return;
        }
        let is_being_read = self.reads.is_any_of(self.rows.read(address));
        self.counts.count_if(is_recreated, Situation::Recreated);
        self.counts.count_if(is_being_read, Situation::ReadOverlappedCommit);
        self.counts.count_if(self.lives.is_any_booting(), Situation::BootOverlappedWrite);
        self.counts.count_if(self.lives.is_over(event.replica, event.life), Situation::LandedAfterCrash);
        self.writes.commit(request, at, effect.is_published(self.publish));
        self.signals.commit(request, at);
    }

    fn fail(&mut self, request: RequestId, situation: Situation) {
        self.counts.count_one(situation);
        self.writes.fail(request);
    }

    fn lose_answer(&mut self, request: RequestId) {
        self.counts.count_one(Situation::AnswerLost);
        self.writes.lose_answer(request);
    }

    fn answer(&mut self, event: &Event, request: RequestId) {
        // A door that answers without a transaction is done with its own reads as well.
        self.reads.end_any(event, Work::Write(request));
        self.writes.answer(event, request);
    }

    fn begin_read(&mut self, event: &Event, correlation: Correlation, address: AddressId) {
        let overlaps = self.reads.begin(event, correlation, address, &self.rows);
        self.counts.count_if(overlaps, Situation::ReadsOverlapped);
    }

    fn read(&mut self, event: &Event, (correlation, address): (Correlation, AddressId), result: ReadResult) {
        if result == ReadResult::Unreadable {
            self.counts.count_one(Situation::ReadFailed);
            self.reads.fail(event, correlation, address, &self.rows);
        }
    }

    fn publish(&mut self, at: usize, (request, address, ok): (RequestId, AddressId, bool)) {
        self.counts.count_if(!ok, Situation::PublishFailed);
        let Some(lane) = self.rows.lane(address) else { return };
        if ok {
            let announces = self.writes.committed(request).unwrap_or(at);
            self.signals.publish((request, lane), address, announces);
        }
        if self.writes.publish(request, lane) {
            // The writer had sent the signal before it died, and the signal acts only now.
            self.counts.withdraw(Situation::CrashedBetween);
        }
    }

    fn arrive(&mut self, event: &Event, signal: (RequestId, Lane), damage: Damage) {
        self.counts.count_if(damage == Damage::Corrupt, Situation::DeliveryCorrupted);
        self.counts.count_if(damage == Damage::Misaddressed, Situation::DeliveryMisaddressed);
        self.counts.count_if(self.lives.present(event.replica).is_paused, Situation::PiledUp);
        match self.signals.arrive(event.replica, signal) {
            Some(Arrival::First { is_overtaken }) => {
                self.counts.count_if(is_overtaken, Situation::SignalsReordered);
            }
            Some(Arrival::Again { address, announces }) => {
                let row = self.rows.written(address);
                let deleted = self.past.get(usize::from(row.0)).and_then(|row| row.deleted);
                let is_after_delete = deleted.is_some_and(|deleted| deleted > announces);
                self.counts.count_one(Situation::DeliveryDuplicated);
                self.counts.count_if(is_after_delete, Situation::DuplicateAfterDelete);
            }
            None => {}
        }
    }

    fn keep(&mut self, event: &Event, (work, address): (Work, AddressId), why: Kept) {
        self.reads.end_at(event, work, address, &self.rows);
        self.counts.count_if(why == Kept::Fenced, Situation::FillFenced);
        self.counts.count_if(why == Kept::Held, Situation::Held);
        // An object has no upstream whose port could record a failed build.
        let is_malformed = why == Kept::BuildFailed && self.rows.is_object(address);
        self.counts.count_if(is_malformed, Situation::BuildFailed);
    }

    fn begin_life(&mut self, at: usize, event: &Event) {
        self.counts.count_if(event.life > LifeId(1), Situation::Restarted);
        self.lives.begin(at, event);
    }

    fn end_life(&mut self, at: usize, event: &Event) {
        self.reads.end_all(event.replica);
        for _ in 0..self.writes.end_life(event) {
            self.counts.count_one(Situation::CrashedBetween);
        }
        self.lives.end(at, event);
    }
}
