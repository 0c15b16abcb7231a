//! Which chances there were.

use super::{Case, attach, cache, delivery, publish, queue};
use crate::history::{Event, EventKind};
use crate::names::{RequestId, Style, Work};
use crate::oracle::finding::{Chance, Charge};

/// All chances of the case, charged; in no order.
pub fn of(case: Case<'_, '_>) -> Vec<Charge> {
    let mut charges = Vec::new();
    due_signal(case, &mut charges);
    later_signals(case, &mut charges);
    match case.style {
        Style::Cache => cache::charge(case, &mut charges),
        Style::Resource | Style::Reconcile => queue::charge(case, &mut charges),
    }
    charges.extend(attach::charge(case));
    charges
}

impl<'a> Case<'_, 'a> {
    /// A charge for a chance that an event spent.
    pub fn charge(self, chance: Chance, (cause, event): (crate::names::Cause, usize)) -> Charge {
        Charge { chance, cause, at: self.index.event(event).at, event: Some(event) }
    }

    /// Whether the replica itself made the commit, in its present life.
    pub fn is_own(self) -> bool {
        let event = self.index.event(self.commit.event);
        event.replica == self.replica && event.life == self.life.id
    }

    /// The events of the replica in its present life, each with its position.
    pub fn events(self) -> impl Iterator<Item = (usize, &'a Event)> {
        let events = self.index.history.events.iter().enumerate().skip(self.life.began);
        events.filter(move |(_, event)| event.replica == self.replica && event.life == self.life.id)
    }

    /// When the signal of a request was published on the lane.
    pub fn published(self, request: RequestId) -> Option<usize> {
        self.index.requests.get(request).and_then(|request_record| request_record.on(self.lane).published)
    }

    /// Whether the replica follows its own signal with this work, which is no chance.
    pub fn is_echo(self, work: Work) -> bool {
        let Work::Signal { write, .. } = work else { return false };
        let event = self.published(write).map(|published| self.index.event(published));
        event.is_some_and(|event| event.replica == self.replica && event.life == self.life.id)
    }
}

/// The signal due for the commit, sent or not. The writer's own is no chance.
fn due_signal(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    if case.is_own() {
        return;
    }
    let request = case.commit.request;
    match case.published(request) {
        Some(published) => delivery::charge(case, request, published, charges),
        None => charges.extend(publish::charge_unsent(case)),
    }
}

/// Signals that concern the entry and were published after the commit, but for the one due for it.
fn later_signals(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    for (at, event) in case.index.history.events.iter().enumerate().skip(case.commit.event) {
        let EventKind::Published { request, address, ok: true } = event.kind else { continue };
        let own = event.replica == case.replica && event.life == case.life.id;
        if case.is_about(address) && request != case.commit.request && !own {
            delivery::charge(case, request, at, charges);
        }
    }
}
