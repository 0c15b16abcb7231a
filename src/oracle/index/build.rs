//! The walk over the events that fills the index.
//!
//! The walk lists every kind of event, so that a new kind does not compile until its place in the index is decided.

use super::lookup::{Index, LastOfEntry};
use crate::history::{Event, EventKind, History};
use crate::names::{AddressId, Correlation, InstanceId, OwnWrite, Rehydrate, RequestId, Work};
use crate::oracle::convergence::{Convergence, End, ReadRecord, RegistryChange};
use crate::oracle::entry_layout::EntryLayout;
use crate::oracle::life::Lives;
use crate::oracle::listings::Listings;
use crate::oracle::request_record::RequestRecords;
use crate::oracle::truth::Truth;

impl<'a> Index<'a> {
    /// Builds the index of a history. The capacities are guesses that fit the usual run.
    pub fn of(history: &'a History) -> Self {
        let replicas = history.header.replicas.len();
        let policies = &history.header.policies;
        let mut index = Self {
            history,
            layout: EntryLayout::of(history),
            truth: Truth::of(&history.events),
            requests: RequestRecords::with_room(),
            writes: Vec::with_capacity(32),
            convergences: Vec::with_capacity(history.events.len() / 6),
            changes: Vec::with_capacity(history.events.len() / 12),
            cache_drops: Vec::new(),
            retries: Vec::new(),
            lives: Lives::of(replicas),
            last: vec![LastOfEntry::default(); replicas * history.addresses.len()],
            installs_own_writes: policies.own_write != OwnWrite::ThroughQueue,
            installs_listings: policies.rehydrate == Rehydrate::FromListing,
            listings: Listings::default(),
            node_id_changes: Vec::new(),
        };
        for (at, event) in history.events.iter().enumerate() {
            index.note(at, event);
        }
        index
    }

    fn note(&mut self, at: usize, event: &Event) {
        match event.kind {
            EventKind::Requested { request, address, verb } => {
                let record = self.requests.entry(request, event);
                (record.address, record.verb, record.requested) = (address, Some(verb), Some(at));
            }
            EventKind::WriteSent { request } => self.note_sent(at, event, request),
            EventKind::Committed { request, address, .. } => self.note_commit(at, event, request, address),
            EventKind::Published { request, address, ok } => {
                self.note_publish(at, event, (request, address), ok);
            }
            EventKind::Deviated { request, .. } => self.requests.entry(request, event).deviated = Some(at),
            EventKind::Refused { request, .. } => self.requests.entry(request, event).refused = Some(at),
            EventKind::WriteFailed { request } => self.requests.entry(request, event).failed = Some(at),
            EventKind::AnswerLost { request } => self.requests.entry(request, event).answer_lost = Some(at),
            EventKind::Answered { request, status } => {
                self.requests.entry(request, event).answered = Some((at, status));
            }
            EventKind::Enqueued { work, address } => self.note_enqueued(at, event, work, address),
            EventKind::ReadBegan { correlation, address } => {
                let began = (at, correlation.attempt);
                self.join(at, event, (correlation.work, address), |it| it.read_began = Some(began));
            }
            EventKind::Read { correlation, address, as_of, result } => {
                self.note_read(at, event, (correlation, address), ReadRecord { event: at, as_of, result });
            }
            EventKind::ListBegan { correlation, lane } if self.installs_listings => {
                self.listings.begin(at, event, correlation, lane);
            }
            EventKind::Listed { correlation, lane, as_of, ok } if self.installs_listings => {
                self.listings.act(at, event, (correlation, lane), as_of, ok);
            }
            EventKind::OpenBegan { correlation, address } => {
                self.join(at, event, (correlation.work, address), |it| it.open_began = Some(at));
            }
            EventKind::Opened { correlation, instance } => {
                let opened = Some((at, instance));
                self.join(at, event, (correlation.work, instance.address), |it| it.opened = opened);
            }
            EventKind::OpenFailed { correlation, address, why } => {
                self.join(at, event, (correlation.work, address), |it| it.open_failed = Some((at, why)));
            }
            EventKind::CloseBegan { instance } => self.note_close(instance, |it| it.begin_close(at)),
            EventKind::Closed { instance } => self.note_close(instance, |it| it.is_closed = true),
            EventKind::Installed { work, instance, .. } => self.note_installed(at, event, work, instance),
            EventKind::Evicted { work, instance } => self.note_evicted(at, event, work, instance),
            EventKind::Kept { work, address, why } => {
                self.join(at, event, (work, address), |it| it.ended = Some((at, End::Kept(why))));
            }
            EventKind::Invalidated { .. } | EventKind::Cleared { .. } => self.cache_drops.push(at),
            EventKind::RetryArmed { .. } => self.retries.push(at),
            EventKind::NodeIdSet { node } => self.node_id_changes.push((event.replica, node)),
            EventKind::BootBegan { .. } => self.lives.begin(at, event),
            EventKind::Serving => self.lives.serve(at, event),
            EventKind::Crashed | EventKind::ShutDown => self.lives.end(at, event),
            EventKind::Paused => self.lives.set_paused(event, true),
            EventKind::Resumed => self.lives.set_paused(event, false),
            EventKind::ListBegan { .. }
            | EventKind::Listed { .. }
            | EventKind::Unanswered { .. }
            | EventKind::Subscribed { .. }
            | EventKind::Unsubscribed { .. }
            | EventKind::SubscriptionRefused { .. }
            | EventKind::Dropped { .. }
            | EventKind::Arrived { .. }
            | EventKind::Lost { .. }
            | EventKind::Received { .. }
            | EventKind::Reloading { .. }
            | EventKind::ShutDownBegan { .. }
            | EventKind::Cut { .. }
            | EventKind::Healed
            | EventKind::UpstreamSet { .. }
            | EventKind::AcceptsSet { .. }
            | EventKind::Fault { .. }
            | EventKind::FaultsEnded
            | EventKind::AnswersLate { .. }
            | EventKind::Triggered { .. } => {}
        }
    }

    fn note_sent(&mut self, at: usize, event: &Event, request: RequestId) {
        if event.replica != Event::OUTSIDE {
            self.writes.push(at);
        }
        let record = self.requests.entry(request, event);
        record.sent = record.sent.or(Some(at));
    }

    fn note_commit(&mut self, at: usize, event: &Event, request: RequestId, address: AddressId) {
        // A given row is committed from outside and belongs to no request.
        if event.replica != Event::OUTSIDE {
            self.writes.push(at);
            let record = self.requests.entry(request, event);
            (record.address, record.committed) = (address, Some(at));
        }
    }

    fn note_publish(
        &mut self,
        at: usize,
        event: &Event,
        (request, address): (RequestId, AddressId),
        ok: bool,
    ) {
        if let Some(lane) = self.layout.lane(address) {
            self.requests.entry(request, event).publish(at, (address, lane), ok);
        }
    }

    fn note_enqueued(&mut self, at: usize, event: &Event, work: Work, address: AddressId) {
        // Always a new convergence, even if this work has one of this address already.
        if let Some(convergence) = self.begin(at, event, work, address) {
            convergence.enqueued = Some(at);
        }
    }

    /// Changes the convergence that an event belongs to.
    fn join(
        &mut self,
        at: usize,
        event: &Event,
        (work, address): (Work, AddressId),
        change: impl FnOnce(&mut Convergence),
    ) {
        if let Some(convergence) = self.convergence(at, event, work, address) {
            change(convergence);
        }
    }

    fn note_read(
        &mut self,
        at: usize,
        event: &Event,
        (correlation, address): (Correlation, AddressId),
        read: ReadRecord,
    ) {
        self.join(at, event, (correlation.work, address), |convergence| {
            // The family discards the answer of an attempt that it has given up, and any answer after the end.
            let is_awaited = convergence.read_began.is_none_or(|(_, attempt)| attempt == correlation.attempt);
            if is_awaited && convergence.ended.is_none() {
                convergence.read = Some(read);
            }
        });
    }

    /// Changes the convergence that an instance was opened for.
    fn note_close(&mut self, instance: InstanceId, change: impl FnOnce(&mut Convergence)) {
        let Some(slot) = self.slot(instance.replica, instance.address) else { return };
        let opened =
            |convergence: &Convergence| convergence.opened.is_some_and(|(_, opened)| opened == instance);
        if let Some(convergence) = self.find_in(slot, opened) {
            change(&mut self.convergences[convergence]);
        }
    }

    fn note_installed(&mut self, at: usize, event: &Event, work: Work, instance: InstanceId) {
        self.join(at, event, (work, instance.address), |convergence| {
            convergence.ended = Some((at, End::Installed(instance)));
            convergence.installed = Some((at, instance));
        });
        self.note_change(at, event, instance.address, Some(instance));
    }

    fn note_evicted(&mut self, at: usize, event: &Event, work: Work, instance: InstanceId) {
        self.join(at, event, (work, instance.address), |convergence| {
            convergence.ended = Some((at, End::Evicted(instance)));
        });
        self.note_change(at, event, instance.address, None);
    }

    /// Appends the registry change that was made by the convergence which ended with this event.
    fn note_change(&mut self, at: usize, event: &Event, address: AddressId, instance: Option<InstanceId>) {
        let Some(slot) = self.slot(event.replica, address) else { return };
        let ended = |convergence: &Convergence| convergence.ended.is_some_and(|(ended, _)| ended == at);
        let Some(convergence) = self.find_in(slot, ended) else { return };
        let is_same_life = |change: &usize| self.event(self.changes[*change].event).life == event.life;
        let previous = self.last[slot].change.filter(is_same_life);
        self.last[slot].change = Some(self.changes.len());
        self.changes.push(RegistryChange { event: at, convergence, instance, previous });
    }
}
