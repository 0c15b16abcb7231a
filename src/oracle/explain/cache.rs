//! Chances of an entry of a cache: to be dropped, and to have been filled with what is due.
//!
//! What concerns an entry drops it, and fences whatever is being read for it. So whoever was followed has its
//! entry gone; what is cached at the end was filled later, from a read begun too early or showing too little, or
//! was never dropped.

use super::{Case, publish};
use crate::history::{EventKind, Seen};
use crate::names::{Cause, Work};
use crate::oracle::convergence::Convergence;
use crate::oracle::finding::{Chance, Charge};

/// Charges the own write, the drops that no signal stands for, the reloads that dropped nothing, and the fill.
pub fn charge(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    own_write(case, charges);
    other_drops(case, charges);
    unmet_reloads(case, charges);
    fill(case, charges);
}

/// What a copy met whose signal the receiver followed.
pub fn followed(case: Case<'_, '_>, work: Work, received: usize) -> (Cause, usize) {
    dropped_for(case, work).map_or((Cause::Ignored, received), |dropped| met(case, dropped))
}

/// Whether the entry was dropped for a piece of work, or would have been.
pub fn is_followed(case: Case<'_, '_>, work: Work) -> bool {
    dropped_for(case, work).is_some()
}

/// Whether the boot of the present life cleared the cache after the commit.
pub fn boot_covers(case: Case<'_, '_>) -> bool {
    let mut drops = drops(case);
    drops.any(|(at, work)| matches!(work, Work::Boot(_)) && at > case.commit.event)
}

/// The drops of the entry in the present life, each with its event.
fn drops<'i>(case: Case<'i, '_>) -> impl Iterator<Item = (usize, Work)> + use<'i> {
    let (index, life) = (case.index, (case.replica, case.life.id));
    let own = move |at: &&usize| {
        let event = index.event(**at);
        (event.replica, event.life) == life
    };
    let about: Vec<_> =
        index.drops.iter().filter(own).filter_map(|at| Some((*at, drop(case, *at)?))).collect();
    about.into_iter()
}

/// The work of a drop, if it concerns the entry.
fn drop(case: Case<'_, '_>, at: usize) -> Option<Work> {
    match case.index.event(at).kind {
        EventKind::Invalidated { work, address } => case.is_about(address).then_some(work),
        EventKind::Cleared { work } => Some(work),
        _ => None,
    }
}

fn dropped_for(case: Case<'_, '_>, work: Work) -> Option<usize> {
    drops(case).find(|(_, of)| *of == work).map(|(at, _)| at)
}

/// What a drop met: the entry as it is at the end, which it should have dropped or kept from being stored.
fn met(case: Case<'_, '_>, dropped: usize) -> (Cause, usize) {
    let Some((convergence, installed)) = filled(case) else { return (Cause::Ignored, dropped) };
    if installed < dropped {
        return (Cause::Ignored, dropped);
    }
    match convergence.read_began {
        Some((began, _)) if began > dropped => read(convergence, installed),
        _ => (Cause::Overtaken, installed),
    }
}

/// What is wrong with a read that was begun in time.
fn read(convergence: &Convergence, installed: usize) -> (Cause, usize) {
    match convergence.read {
        Some(read) if read.seen == Seen::Unreadable => (Cause::ReadError, read.event),
        Some(read) => (Cause::StaleRead, read.event),
        None => (Cause::Ignored, installed),
    }
}

/// The fill of what is cached, and when that was stored.
fn filled<'i>(case: Case<'i, '_>) -> Option<(&'i Convergence, usize)> {
    let convergence = case.index.convergence_of(case.held?)?;
    Some((convergence, convergence.installed?.0))
}

/// The invalidation that the writer's own write calls for.
fn own_write(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    if !case.is_own() {
        return;
    }
    let work = Work::Write(case.commit.request);
    let met =
        dropped_for(case, work).map_or_else(|| publish::unconverged(case), |dropped| met(case, dropped));
    charges.push(case.charge(Chance::Work(work), met));
}

/// Drops after the commit that no signal above stands for.
fn other_drops(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    for (dropped, work) in drops(case).filter(|(at, _)| *at > case.commit.event) {
        let chance = Chance::Work(work);
        let known = charges.iter().any(|charge| charge.chance == chance);
        if !known && !case.is_echo(work) {
            charges.push(case.charge(chance, met(case, dropped)));
        }
    }
}

/// Boots and reloads since the commit that never cleared the cache.
fn unmet_reloads(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    for (asked, event) in case.events().filter(|(at, _)| *at > case.commit.event) {
        let work = match event.kind {
            EventKind::BootBegan { request } => Work::Boot(request),
            EventKind::Reloading { request } => Work::Reload(request),
            _ => continue,
        };
        if dropped_for(case, work).is_none() {
            charges.push(case.charge(Chance::Work(work), (Cause::Swallowed, asked)));
        }
    }
}

/// The fill itself, if its read began after the commit.
fn fill(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    let Some((convergence, installed)) = filled(case) else { return };
    if convergence.read_began.is_some_and(|(began, _)| began > case.commit.event) {
        charges.push(case.charge(Chance::Work(convergence.work), read(convergence, installed)));
    }
}
