//! Chances of what converges through a queue: the own write, and whatever else was enqueued or listed.

use super::{Case, listing, publish, retry, run};
use crate::names::{Cause, Work};
use crate::oracle::finding::{Chance, Charge};
use crate::oracle::run::Run;

impl<'i> Case<'i, '_> {
    /// The convergences in the entry's queue in the present life, the last one first.
    pub fn runs(self) -> impl Iterator<Item = &'i Run> {
        let queue = self.index.places.queue(self.address);
        self.index.runs_of(self.replica, queue).take_while(move |run| run.life == self.life.id)
    }

    /// What was done at the entry itself in the present life, the last first. Of an entry with a queue of its own
    /// these are the convergences in it.
    pub fn attempts(self) -> impl Iterator<Item = &'i Run> {
        self.index.runs_of(self.replica, self.address).take_while(move |run| run.life == self.life.id)
    }

    /// The convergence for a piece of work, in the queue or past it.
    pub fn run_for(self, work: Work) -> Option<&'i Run> {
        let is_it = |run: &&Run| run.work == work && is_convergence(run);
        self.runs().find(is_it).or_else(|| self.attempts().find(is_it))
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
    case.runs().any(|run| run.work == work)
}

/// What a copy met whose signal the receiver followed.
pub fn followed(case: Case<'_, '_>, work: Work, received: usize) -> (Cause, usize) {
    let run = case.runs().find(|run| run.work == work);
    run.map_or((Cause::Swallowed, received), |run| run::met(case, run))
}

/// The writer's own convergence after its write.
fn own_write(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    if !case.is_own() {
        return;
    }
    let work = Work::Write(case.commit.request);
    let met = match case.run_for(work) {
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
    for run in case.runs().chain(case.attempts()) {
        let follows = if case.index.is_from_listing(run) {
            run.read.is_some_and(|read| read.event > case.commit.event)
        } else {
            run.enqueued.is_some_and(|enqueued| enqueued > case.commit.event)
        };
        let chance = Chance::Work(run.work);
        let known = charges.iter().any(|charge| charge.chance == chance);
        if follows && !known && !case.is_echo(run.work) {
            charges.push(case.charge(chance, run::met(case, run)));
        }
    }
}
