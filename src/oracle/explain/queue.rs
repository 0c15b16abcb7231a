//! Chances of what converges through a queue: the own write, and whatever else was enqueued or listed.

use super::{Case, convergence, listing, publish, retry};
use crate::names::{Cause, Work};
use crate::oracle::convergence::Convergence;
use crate::oracle::finding::{Chance, Charge};

impl<'i> Case<'i, '_> {
    /// The convergences in the entry's queue in the present life, the last one first.
    pub fn convergences(self) -> impl Iterator<Item = &'i Convergence> {
        let queue = self.index.layout.queue(self.address);
        self.index
            .convergences_of(self.replica, queue)
            .take_while(move |convergence| convergence.life == self.life.id)
    }

    /// What was done at the entry itself in the present life, the last first. Of an entry with a queue of its own
    /// these are the convergences in it.
    pub fn attempts(self) -> impl Iterator<Item = &'i Convergence> {
        self.index
            .convergences_of(self.replica, self.address)
            .take_while(move |convergence| convergence.life == self.life.id)
    }

    /// The convergence for a piece of work, in the queue or past it.
    pub fn convergence_for(self, work: Work) -> Option<&'i Convergence> {
        let is_it = |convergence: &&Convergence| convergence.work == work && is_convergence(convergence);
        self.convergences().find(is_it).or_else(|| self.attempts().find(is_it))
    }
}

/// Charges the own write, what no signal stands for, and the retry that is missing.
pub fn charge(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    own_write(case, charges);
    other_runs(case, charges);
    listing::charge(case, charges);
    retry::charge(case, charges);
}

/// Whether the queue took a piece of work.
pub fn is_followed(case: Case<'_, '_>, work: Work) -> bool {
    case.convergences().any(|convergence| convergence.work == work)
}

/// What a copy met whose signal the receiver followed.
pub fn followed(case: Case<'_, '_>, work: Work, received: usize) -> (Cause, usize) {
    let convergence = case.convergences().find(|convergence| convergence.work == work);
    convergence.map_or((Cause::Swallowed, received), |convergence| convergence::met(case, convergence))
}

/// The writer's own convergence after its write.
fn own_write(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    if !case.is_own() {
        return;
    }
    let work = Work::Write(case.commit.request);
    let met = match case.convergence_for(work) {
        Some(convergence) => convergence::met(case, convergence),
        None => publish::unconverged(case),
    };
    charges.push(case.charge(Chance::Work(work), met));
}

/// Whether a run is more than a read that a door made for itself.
fn is_convergence(convergence: &Convergence) -> bool {
    convergence.enqueued.is_some() || convergence.open_began.is_some() || convergence.ended.is_some()
}

/// Convergences that were enqueued after the commit, or that install from a listing made after it, and that
/// no signal above stands for.
fn other_runs(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    for convergence in case.convergences().chain(case.attempts()) {
        let follows = if case.index.is_from_listing(convergence) {
            convergence.read.is_some_and(|read| read.event > case.commit.event)
        } else {
            convergence.enqueued.is_some_and(|enqueued| enqueued > case.commit.event)
        };
        let chance = Chance::Work(convergence.work);
        let known = charges.iter().any(|charge| charge.chance == chance);
        if follows && !known && !case.is_echo(convergence.work) {
            charges.push(case.charge(chance, convergence::met(case, convergence)));
        }
    }
}
