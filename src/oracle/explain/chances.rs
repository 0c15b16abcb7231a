//! Which chances there were.

use super::{Case, delivery, listing, publish, run};
use crate::history::{Event, What};
use crate::names::{RequestId, Work};
use crate::oracle::finding::{Chance, Charge};
use crate::oracle::run::Run;

/// All chances of the case, charged; in no order.
pub fn of(case: Case<'_, '_>) -> Vec<Charge> {
    let mut charges = Vec::new();
    due_signal(case, &mut charges);
    later_signals(case, &mut charges);
    own_write(case, &mut charges);
    other_runs(case, &mut charges);
    listing::charge(case, &mut charges);
    charges
}

impl<'i, 'a> Case<'i, 'a> {
    /// A charge for a chance that an event spent.
    pub fn charge(self, chance: Chance, (cause, event): (crate::names::Cause, usize)) -> Charge {
        Charge { chance, cause, at: self.index.event(event).at, event: Some(event) }
    }

    /// Whether the replica itself made the commit, in its present life.
    pub fn is_own(self) -> bool {
        let event = self.index.event(self.commit.event);
        event.replica == self.replica && event.life == self.life.id
    }

    /// The convergences of the entry in the present life, the last one first.
    pub fn runs(self) -> impl Iterator<Item = &'i Run> {
        self.index.runs_of(self.replica, self.address).take_while(move |run| run.life == self.life.id)
    }

    /// The events of the replica in its present life, each with its position.
    pub fn events(self) -> impl Iterator<Item = (usize, &'a Event)> {
        let events = self.index.history.events.iter().enumerate().skip(self.life.began);
        events.filter(move |(_, event)| event.replica == self.replica && event.life == self.life.id)
    }
}

/// The signal due for the commit, sent or not. The writer's own is no chance.
fn due_signal(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    if case.is_own() {
        return;
    }
    let request = case.commit.request;
    match case.index.asks.get(request).and_then(|ask| ask.published) {
        Some(published) => delivery::charge(case, request, published, charges),
        None => charges.extend(publish::charge_unsent(case)),
    }
}

/// Signals for the address that were published after the commit, but for the one due for it.
fn later_signals(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    for (at, event) in case.index.history.events.iter().enumerate().skip(case.commit.event) {
        let What::Published { request, address, ok: true } = event.what else { continue };
        let own = event.replica == case.replica && event.life == case.life.id;
        if address == case.address && request != case.commit.request && !own {
            delivery::charge(case, request, at, charges);
        }
    }
}

/// The writer's own convergence after its write.
fn own_write(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    if !case.is_own() {
        return;
    }
    let work = Work::Write(case.commit.request);
    let met = match case.runs().find(|run| run.work == work && is_convergence(run)) {
        Some(run) => run::met(case, run),
        None => publish::unconverged(case),
    };
    charges.push(case.charge(Chance::Work(work), met));
}

/// Whether a run is more than a read that a door made for itself.
fn is_convergence(run: &Run) -> bool {
    run.enqueued.is_some() || run.open_began.is_some() || run.ended.is_some()
}

/// Convergences that were enqueued after the commit, or that install from a listing made after it, and that
/// no signal above stands for.
fn other_runs(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    for run in case.runs() {
        let follows = if case.index.is_from_listing(run) {
            run.read.is_some_and(|read| read.event > case.commit.event)
        } else {
            run.enqueued.is_some_and(|enqueued| enqueued > case.commit.event)
        };
        let chance = Chance::Work(run.work);
        let known = charges.iter().any(|charge| charge.chance == chance);
        if follows && !known && !is_echo(case, run) {
            charges.push(case.charge(chance, run::met(case, run)));
        }
    }
}

/// Whether the replica follows its own signal here, which is no chance.
fn is_echo(case: Case<'_, '_>, run: &Run) -> bool {
    let Work::Signal { write, .. } = run.work else { return false };
    published_by(case, write)
}

fn published_by(case: Case<'_, '_>, request: RequestId) -> bool {
    let ask = case.index.asks.get(request).and_then(|ask| ask.published);
    let event = ask.map(|published| case.index.event(published));
    event.is_some_and(|event| event.replica == case.replica && event.life == case.life.id)
}
