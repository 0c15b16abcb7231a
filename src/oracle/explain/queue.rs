//! Chances of an entry that converges through a queue: the own write, and whatever else was enqueued or listed.

use super::case::StaleCase;
use super::{convergence, listing, retry, writer};
use crate::names::Work;
use crate::oracle::finding::{Chance, Charge};

/// Charges the own write, the convergences that no charged signal stands for, listings, and a missing retry.
pub fn charge(case: StaleCase<'_, '_>, charges: &mut Vec<Charge>) {
    charge_own_write(case, charges);
    charge_other_convergences(case, charges);
    listing::charge(case, charges);
    // It comes last, because it replaces the charge of the last attempt.
    retry::charge(case, charges);
}

/// Charges the writer's own convergence after its write.
fn charge_own_write(case: StaleCase<'_, '_>, charges: &mut Vec<Charge>) {
    if case.is_writer() {
        let work = Work::Write(case.commit.request);
        let stop = match case.convergence_for(work) {
            Some(convergence) => convergence::stop_of(case, convergence),
            None => writer::stop_before_convergence(case),
        };
        charges.push(case.charge(Chance::Work(work), stop));
    }
}

/// Charges the convergences that were enqueued after the commit, or that install from a listing made after it, and that
/// are not charged yet.
fn charge_other_convergences(case: StaleCase<'_, '_>, charges: &mut Vec<Charge>) {
    for convergence in case.convergences().chain(case.attempts()) {
        let is_later = if case.index.installs_listing(convergence) {
            convergence.read.is_some_and(|read| read.event > case.commit.event)
        } else {
            convergence.enqueued.is_some_and(|enqueued| enqueued > case.commit.event)
        };
        let chance = Chance::Work(convergence.work);
        let is_charged = charges.iter().any(|charge| charge.chance == chance);
        if is_later && !is_charged && !case.is_echo(convergence.work) {
            charges.push(case.charge(chance, convergence::stop_of(case, convergence)));
        }
    }
}
