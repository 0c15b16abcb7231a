//! Listings of a boot, a reload or a late attach, for a lane with a queue: whether they led to a convergence.
//!
//! If a listing led to a convergence of the entry, that convergence is charged like any other. Only these are charged
//! here: a listing that failed, and one that was made after the commit and yet enqueued nothing, because its source
//! lagged, its answer was late, or without a reason.

use super::case::{StaleCase, Stop, boot_or_reload};
use crate::history::{Event, EventKind, Port, RowState};
use crate::names::Style;
use crate::names::{Cause, Sequence, Work};
use crate::oracle::convergence::Convergence;
use crate::oracle::finding::{Chance, Charge};
use crate::oracle::timeout;

/// One listing of the present life: its last attempt. Positions are indices of events.
#[derive(Clone, Copy)]
struct Listing {
    work: Work,
    /// When its boot or reload began, or its first attempt.
    asked: usize,
    /// When its last attempt was sent, and which one that was.
    began: Option<(usize, u16)>,
    /// What that attempt saw.
    acted: Option<Listed>,
}

/// A listing that acted.
#[derive(Clone, Copy)]
struct Listed {
    event: usize,
    as_of: Sequence,
    /// Whether the store could list the rows.
    is_ok: bool,
}

/// Whether the boot of the present life listed the rows after the commit. Then that listing is the chance: it shows the
/// commit, or lags and is charged with that.
pub fn is_listed_by_boot(case: StaleCase<'_, '_>) -> bool {
    let boots = listings(case).into_iter().filter(|listing| matches!(listing.work, Work::Boot(_)));
    let mut listed = boots.filter_map(|listing| listing.acted);
    listed.any(|listed| listed.is_ok && listed.event > case.commit.event)
}

/// Charges the listings that called for a convergence and did not lead to one.
pub fn charge(case: StaleCase<'_, '_>, charges: &mut Vec<Charge>) {
    for listing in listings(case) {
        let is_result = |convergence: &Convergence| {
            convergence.work == listing.work
                && (convergence.enqueued.is_some() || case.index.installs_listing(convergence))
        };
        let has_converged = case.convergences().chain(case.attempts()).any(is_result);
        if let Some(stop) = stop_of(case, &listing).filter(|_| !has_converged) {
            charges.push(case.charge(Chance::Work(listing.work), stop));
        }
    }
}

fn listings(case: StaleCase<'_, '_>) -> Vec<Listing> {
    let mut listings: Vec<Listing> = Vec::new();
    for (at, event) in case.events() {
        if let Some(work) = boot_or_reload(event.kind) {
            entry(&mut listings, work, at);
        } else if let EventKind::ListBegan { correlation, lane } = event.kind
            && lane == case.lane
        {
            let listing = entry(&mut listings, correlation.work, at);
            (listing.began, listing.acted) = (Some((at, correlation.attempt)), None);
        } else if let EventKind::Listed { correlation, lane, as_of, ok } = event.kind
            && lane == case.lane
        {
            let listing = entry(&mut listings, correlation.work, at);
            // The replica discards an attempt that acts after its time-out, while a later one is under way.
            if listing.began.is_none_or(|(_, attempt)| attempt == correlation.attempt) {
                listing.acted = Some(Listed { event: at, as_of, is_ok: ok });
            }
        }
    }
    listings
}

/// The listing of a piece of work, which begins with this event if there is none yet.
fn entry(listings: &mut Vec<Listing>, work: Work, at: usize) -> &mut Listing {
    let known = listings.iter().position(|listing| listing.work == work);
    let position = known.unwrap_or_else(|| {
        listings.push(Listing { work, asked: at, began: None, acted: None });
        listings.len() - 1
    });
    &mut listings[position]
}

/// Where a listing was stopped that enqueued nothing for the entry; `None` if it did not have to.
fn stop_of(case: StaleCase<'_, '_>, listing: &Listing) -> Option<Stop> {
    let Some(listed) = listing.acted else {
        return (listing.asked > case.commit.event).then(|| Stop::by(Cause::Swallowed, listing.asked));
    };
    if listed.event <= case.commit.event {
        return None;
    }
    if !listed.is_ok {
        return Some(Stop::by(Cause::ReadError, listed.event));
    }
    if !calls_for_convergence(case, listing, listed.event) {
        return None;
    }
    Some(match late_answer(case, listing, listed.event) {
        Some(event) => Stop::by(Cause::ReadError, event),
        None if listed.as_of < case.commit.version.sequence => Stop::by(Cause::StaleRead, listed.event),
        None => Stop::by(Cause::Swallowed, listed.event),
    })
}

/// Whether the listing must enqueue a convergence of the entry: it is in the rows, or it was in the registry from the
/// listing until the answer came, which is when the others were enqueued. A reconcile is enqueued in any case.
fn calls_for_convergence(case: StaleCase<'_, '_>, listing: &Listing, listed: usize) -> bool {
    if case.style == Style::Reconcile {
        return true;
    }
    let is_in_rows = case.commit.version.state != RowState::Absent;
    let is_held = case.index.held_after(case.replica, case.address, listed).is_some();
    let answered = case.events().find(|(_, event)| shows_answer(case, listing, event));
    let answered = answered.map_or(usize::MAX, |(at, _)| at);
    let mut changes = case.index.changes_of(case.replica, case.address);
    let changes_meanwhile = changes.any(|change| (listed..answered).contains(&change.event));
    is_in_rows || is_held && !changes_meanwhile
}

/// Whether an event shows that the answer of a listing has come: an address of the lane is enqueued for it.
fn shows_answer(case: StaleCase<'_, '_>, listing: &Listing, event: &Event) -> bool {
    let is_of_lane = |address| case.index.layout.lane(address) == Some(case.lane);
    matches!(event.kind, EventKind::Enqueued { work, address } if work == listing.work && is_of_lane(address))
}

/// The event that shows that a listing's answer came after its time-out: the listing acted only then, or its answer took
/// that long. `None` if the listing enqueued anything at all.
fn late_answer(case: StaleCase<'_, '_>, listing: &Listing, listed: usize) -> Option<usize> {
    if case.events().any(|(_, event)| shows_answer(case, listing, event)) {
        return None;
    }
    let (began, _) = listing.began?;
    if timeout::is_over(case.index, began, listed) {
        return Some(listed);
    }
    let is_late = |kind: EventKind| {
        let EventKind::AnswersLate { correlation, lane, port: Port::List, .. } = kind else { return false };
        (lane, correlation.work) == (case.lane, listing.work)
    };
    case.events().skip_while(|(at, _)| *at < began).find(|(_, event)| is_late(event.kind)).map(|(at, _)| at)
}
