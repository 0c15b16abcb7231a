//! Boot, reload and late attach of a lane with a queue: whether their listing led to a convergence of the entry.
//!
//! Where it did, the convergence is charged like any other. Charged here is only a listing that failed, or
//! that was made after the commit and yet enqueued nothing, because its source lagged or without a reason.

use super::Case;
use crate::history::{Event, EventKind, Port, RowState};
use crate::names::{Cause, Sequence, Style, Work};
use crate::oracle::assumptions::TIMEOUT;
use crate::oracle::convergence::Convergence;
use crate::oracle::finding::{Chance, Charge};

/// One listing of the present life, in its last attempt. Positions are indices of events.
#[derive(Clone, Copy)]
struct Listing {
    work: Work,
    asked: usize,
    began: Option<(usize, u16)>,
    listed: Option<(usize, Sequence, bool)>,
}

/// Whether the listing of the present life's boot was made after the commit, and so stands for it: it shows the
/// commit, or lags and is charged with that.
pub fn boot_covers(case: Case<'_, '_>) -> bool {
    let boots = listings(case).into_iter().filter(|listing| matches!(listing.work, Work::Boot(_)));
    let mut listed = boots.filter_map(|listing| listing.listed);
    listed.any(|(at, _, ok)| ok && at > case.commit.event)
}

/// Charges the listings that called for a convergence and got none.
pub fn charge(case: Case<'_, '_>, charges: &mut Vec<Charge>) {
    for listing in listings(case) {
        let led = |convergence: &Convergence| {
            convergence.enqueued.is_some() || case.index.is_from_listing(convergence)
        };
        let mut convergences = case.convergences().chain(case.attempts());
        let has_led = convergences.any(|convergence| convergence.work == listing.work && led(convergence));
        if let Some(met) = met(case, &listing).filter(|_| !has_led) {
            charges.push(case.charge(Chance::Work(listing.work), met));
        }
    }
}

fn listings(case: Case<'_, '_>) -> Vec<Listing> {
    let mut listings: Vec<Listing> = Vec::new();
    for (at, event) in case.events() {
        let work = match event.kind {
            EventKind::BootBegan { request } => Work::Boot(request),
            EventKind::Reloading { request } => Work::Reload(request),
            EventKind::ListBegan { correlation, lane } | EventKind::Listed { correlation, lane, .. }
                if lane == case.lane =>
            {
                correlation.work
            }
            _ => continue,
        };
        let known = listings.iter().position(|listing| listing.work == work);
        let known = known.unwrap_or_else(|| {
            listings.push(Listing { work, asked: at, began: None, listed: None });
            listings.len() - 1
        });
        match event.kind {
            EventKind::ListBegan { correlation, .. } => {
                let listing = &mut listings[known];
                (listing.began, listing.listed) = (Some((at, correlation.attempt)), None);
            }
            EventKind::Listed { correlation, as_of, ok, .. } => {
                // An attempt that acts after its time-out, while a later one is under way, is discarded.
                let listing = &mut listings[known];
                if listing.began.is_none_or(|(_, attempt)| attempt == correlation.attempt) {
                    listing.listed = Some((at, as_of, ok));
                }
            }
            _ => {}
        }
    }
    listings
}

/// What a listing that enqueued nothing for the address met; `None` if it called for nothing.
fn met(case: Case<'_, '_>, listing: &Listing) -> Option<(Cause, usize)> {
    match listing.listed {
        Some((at, _, false)) => (at > case.commit.event).then_some((Cause::ReadError, at)),
        Some((at, as_of, true)) => {
            let called = at > case.commit.event && calls_for(case, listing, at);
            called.then(|| match slowness(case, listing, at) {
                Some(fault) => (Cause::ReadError, fault),
                None if as_of < case.commit.version.sequence => (Cause::StaleRead, at),
                None => (Cause::Swallowed, at),
            })
        }
        None => (listing.asked > case.commit.event).then_some((Cause::Swallowed, listing.asked)),
    }
}

/// Whether the listing names the address: it is in the rows, or was in the registry all the time until the
/// answer came, which is when others were enqueued. A reconcile is called for whatever the listing names.
fn calls_for(case: Case<'_, '_>, listing: &Listing, listed: usize) -> bool {
    if case.style == Style::Reconcile {
        return true;
    }
    let in_rows = case.commit.version.state != RowState::Absent;
    let held = case.index.held_after(case.replica, case.address, listed).is_some();
    let answered = case.events().find(|(_, event)| is_answer(case, listing, event));
    let answered = answered.map_or(usize::MAX, |(at, _)| at);
    let mut changes = case.index.changes_of(case.replica, case.address);
    in_rows || held && !changes.any(|change| (listed..answered).contains(&change.event))
}

/// Whether an event shows that the answer of a listing has come: something of its lane is enqueued for it.
fn is_answer(case: Case<'_, '_>, listing: &Listing, event: &Event) -> bool {
    let of_lane = |address| case.index.layout.lane(address) == Some(case.lane);
    matches!(event.kind, EventKind::Enqueued { work, address } if work == listing.work && of_lane(address))
}

/// What shows that a listing's answer came after its time-out, if nothing at all was enqueued for that work:
/// that it acted only then, or that its answer took so long on its way back.
fn slowness(case: Case<'_, '_>, listing: &Listing, listed: usize) -> Option<usize> {
    if case.events().any(|(_, event)| is_answer(case, listing, event)) {
        return None;
    }
    let (began, _) = listing.began?;
    if case.index.event(listed).at.0 - case.index.event(began).at.0 >= TIMEOUT {
        return Some(listed);
    }
    let late = |what: EventKind| match what {
        EventKind::AnswersLate { correlation, lane, port: Port::List, .. } => {
            (lane, correlation.work) == (case.lane, listing.work)
        }
        _ => false,
    };
    case.events().skip_while(|(at, _)| *at < began).find(|(_, event)| late(event.kind)).map(|(at, _)| at)
}
