//! Chances of a cache entry: to be dropped, and to be filled with what its rows say now.

use super::cache_drops::{drop_for, drops, fill, stop_of, stop_of_fill};
use super::case::{StaleCase, Stop, boot_or_reload};
use super::writer;
use crate::names::{Cause, Work};
use crate::oracle::finding::{Chance, Charge};

/// Charges the own write, the drops that no charged signal stands for, the reloads that dropped nothing, and the fill.
pub fn charge(case: StaleCase<'_, '_>, charges: &mut Vec<Charge>) {
    charge_own_write(case, charges);
    charge_other_drops(case, charges);
    charge_missing_clears(case, charges);
    charge_fill(case, charges);
}

/// Charges the invalidation that the writer's own write calls for.
fn charge_own_write(case: StaleCase<'_, '_>, charges: &mut Vec<Charge>) {
    if case.is_writer() {
        let work = Work::Write(case.commit.request);
        let dropped = drop_for(case, work).map(|dropped| stop_of(case, dropped));
        let stop = dropped.unwrap_or_else(|| writer::stop_before_convergence(case));
        charges.push(case.charge(Chance::Work(work), stop));
    }
}

/// Charges the drops after the commit that are not charged yet.
fn charge_other_drops(case: StaleCase<'_, '_>, charges: &mut Vec<Charge>) {
    for (dropped, work) in drops(case).filter(|(at, _)| *at > case.commit.event) {
        let chance = Chance::Work(work);
        let is_charged = charges.iter().any(|charge| charge.chance == chance);
        if !is_charged && !case.is_echo(work) {
            charges.push(case.charge(chance, stop_of(case, dropped)));
        }
    }
}

/// Charges the boots and reloads after the commit that never cleared the cache.
fn charge_missing_clears(case: StaleCase<'_, '_>, charges: &mut Vec<Charge>) {
    for (asked, event) in case.events().filter(|(at, _)| *at > case.commit.event) {
        let Some(work) = boot_or_reload(event.kind) else { continue };
        if drop_for(case, work).is_none() {
            charges.push(case.charge(Chance::Work(work), Stop::by(Cause::Swallowed, asked)));
        }
    }
}

/// Charges the fill of the cached entry, if its read began after the commit.
fn charge_fill(case: StaleCase<'_, '_>, charges: &mut Vec<Charge>) {
    let Some((fill, installed)) = fill(case) else { return };
    if fill.read_began.is_some_and(|(began, _)| began > case.commit.event) {
        charges.push(case.charge(Chance::Work(fill.work), stop_of_fill(fill, installed)));
    }
}
