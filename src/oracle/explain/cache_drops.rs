//! Drops of a cache entry: which work dropped it, and why the entry is stale nevertheless.
//!
//! A drop removes the entry and fences every read under way for it. So the entry that is cached at the end was filled
//! after the drop, from a read that began too early or saw too little; or the entry was never dropped.

use super::case::{StaleCase, Stop};
use crate::history::{EventKind, ReadResult};
use crate::names::{Cause, Work};
use crate::oracle::convergence::Convergence;

/// The drops of the entry in the present life: the event of each, and the work that it was done for.
pub fn drops(case: StaleCase<'_, '_>) -> impl Iterator<Item = (usize, Work)> {
    let life = (case.replica, case.life.id);
    case.index.cache_drops.iter().filter_map(move |at| {
        let event = case.index.event(*at);
        let work = dropped_by(case, event.kind).filter(|_| (event.replica, event.life) == life)?;
        Some((*at, work))
    })
}

/// The work of an event that drops the entry.
fn dropped_by(case: StaleCase<'_, '_>, kind: EventKind) -> Option<Work> {
    if let EventKind::Cleared { work } = kind {
        return Some(work);
    }
    let EventKind::Invalidated { work, address } = kind else { return None };
    case.is_about(address).then_some(work)
}

/// The event by which a piece of work dropped the entry.
pub fn drop_for(case: StaleCase<'_, '_>, work: Work) -> Option<usize> {
    drops(case).find(|(_, dropped_for)| *dropped_for == work).map(|(at, _)| at)
}

/// Where a drop was stopped: the entry at the end is one that it should have removed or fenced.
pub fn stop_of(case: StaleCase<'_, '_>, dropped: usize) -> Stop {
    let Some((fill, installed)) = fill(case) else { return Stop::by(Cause::Ignored, dropped) };
    if installed < dropped {
        return Stop::by(Cause::Ignored, dropped);
    }
    match fill.read_began {
        Some((began, _)) if began > dropped => stop_of_fill(fill, installed),
        // The drop should have fenced this read.
        _ => Stop::by(Cause::Overtaken, installed),
    }
}

/// Where a fill was stopped whose read began in time.
pub fn stop_of_fill(fill: &Convergence, installed: usize) -> Stop {
    match fill.read {
        Some(read) if read.result == ReadResult::Unreadable => Stop::by(Cause::ReadError, read.event),
        Some(read) => Stop::by(Cause::StaleRead, read.event),
        None => Stop::by(Cause::Ignored, installed),
    }
}

/// The convergence that filled the entry which is cached at the end, and the event by which it was stored.
pub fn fill<'i>(case: StaleCase<'i, '_>) -> Option<(&'i Convergence, usize)> {
    let convergence = case.index.convergence_of(case.held?)?;
    Some((convergence, convergence.installed?.0))
}
