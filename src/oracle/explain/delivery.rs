//! Published signals: over the bus, to the subscription, through the receiver.

use super::case::{StaleCase, Stop};
use super::{followed, subscription};
use crate::history::{Damage, Event, EventKind, Loss, Reception};
use crate::names::{Cause, Lane, ReplicaId, RequestId, Work};
use crate::oracle::finding::{Chance, Charge};

/// Charges the signal of a request that was published by the event `published`: once if no copy arrived, else once for
/// each copy that arrived.
pub fn charge(case: StaleCase<'_, '_>, request: RequestId, published: usize, charges: &mut Vec<Charge>) {
    let chance = Chance::Signal(request);
    if published < case.life.began {
        // A signal to an earlier life is no chance of this one. But if the commit came only in this life (`publish =
        // before-commit`), its signal is due in this life, and this life has missed it.
        if case.commit.event > case.life.began {
            charges.push(case.charge(chance, Stop::by(Cause::MissedAtBoot, published)));
        }
        return;
    }
    let (mut arrived, mut lost) = (Vec::new(), Vec::new());
    for (at, event) in case.events() {
        if let EventKind::Arrived { lane, request: of, copy, damage } = event.kind {
            if (lane, of) == (case.lane, request) {
                arrived.push((at, copy, damage));
            }
        } else if let Some(cause) = lost_by(event.kind, case.lane, request) {
            lost.push(Stop::by(cause, at));
        }
    }
    if arrived.is_empty() && lost.is_empty() {
        charges.extend(charge_undelivered(case, chance, published));
    } else if arrived.is_empty() {
        charges.extend(lost.into_iter().map(|stop| case.charge(chance, stop)));
    }
    for (at, copy, damage) in arrived {
        let work = Work::Signal { write: request, copy };
        let stop = stop_of_copy(case, (request, copy), (at, damage));
        charges.extend(stop.map(|stop| case.charge(Chance::Work(work), stop)));
    }
}

/// The cause for which an event shows a copy of a signal lost.
fn lost_by(kind: EventKind, lane: Lane, request: RequestId) -> Option<Cause> {
    if kind == (EventKind::Dropped { lane, request }) {
        return Some(Cause::LostDelivery);
    }
    let EventKind::Lost { lane: on, request: of, why, .. } = kind else { return None };
    if (on, of) != (lane, request) {
        return None;
    }
    match why {
        Loss::Cut => Some(Cause::LostDelivery),
        Loss::Overflow => Some(Cause::Overflow),
        Loss::Unsubscribed => Some(Cause::Detached),
        // It was on its way to another life.
        Loss::Down => None,
    }
}

/// The charge for a signal that the bus never sent to the replica; `None` if it was no chance.
fn charge_undelivered(case: StaleCase<'_, '_>, chance: Chance, published: usize) -> Option<Charge> {
    if let Some(detached) = subscription::charge_detached(case, chance, published) {
        return Some(detached);
    }
    if subscription::last_change(case, published).is_none() {
        // The lane attaches at boot, and had not been subscribed yet.
        let stop = Stop::by(Cause::MissedAtBoot, published);
        return (!followed::is_covered_by_boot(case)).then(|| case.charge(chance, stop));
    }
    // The replica was subscribed, and yet nothing became of the signal. Only a cut link excuses that; without one, the
    // replica or the bus has filtered the signal.
    let stop = match subscription::cut_at(case, published) {
        Some(cut) => Stop::by(Cause::LostDelivery, cut),
        None => Stop::by(Cause::Filtered, published),
    };
    Some(case.charge(chance, stop))
}

/// Where the chance of a copy was stopped that arrived by the event `arrived`. `None` if it was no chance: a stray signal
/// that the receiver rejected, or a signal that an earlier life of this replica had sent.
fn stop_of_copy(
    case: StaleCase<'_, '_>,
    (write, copy): (RequestId, u8),
    (arrived, damage): (usize, Damage),
) -> Option<Stop> {
    let work = Work::Signal { write, copy };
    match damage {
        Damage::Corrupt => return Some(Stop::by(Cause::Malformed, arrived)),
        // The wrong name may concern the entry as well: for a listing the name of any item of its type, for a connector
        // that of any reference.
        Damage::Misaddressed if !followed::is_acted_on(case, work) => {
            return Some(Stop::by(Cause::MisAddressed, arrived));
        }
        Damage::Misaddressed | Damage::None => {}
    }
    let record = case.index.requests.get(write);
    let is_stray = record.is_some_and(|record| record.replica == Event::OUTSIDE);
    match reception(case, write, copy) {
        Some((at, Reception::Followed)) => Some(followed::stop_of(case, work, at)),
        Some(_) if is_stray => None,
        Some((_, Reception::Own)) if publisher(case, write) == Some(case.replica) => None,
        Some((at, Reception::Own)) if publisher_shares_node_id(case, write) => {
            Some(Stop::by(Cause::SameNodeId, at))
        }
        Some((at, Reception::Own | Reception::Malformed)) => Some(Stop::by(Cause::Filtered, at)),
        None => Some(stop_in_inbox(case, arrived)),
    }
}

/// What the receiver decided about a copy, and when.
fn reception(case: StaleCase<'_, '_>, write: RequestId, copy: u8) -> Option<(usize, Reception)> {
    case.events().find_map(|(at, event)| {
        let EventKind::Received { lane, request, copy: of, verdict } = event.kind else { return None };
        ((lane, request, of) == (case.lane, write, copy)).then_some((at, verdict))
    })
}

/// Why the receiver never took a copy from its inbox: the lane was detached before or after it arrived; otherwise the
/// receiver has lost it.
fn stop_in_inbox(case: StaleCase<'_, '_>, arrived: usize) -> Stop {
    let is_end = |event: &Event| subscription::is_end(event.kind, case.lane);
    let before = subscription::last_change(case, arrived).filter(|(_, event)| is_end(event));
    let mut later = case.events().filter(|(at, _)| *at > arrived);
    match before.or_else(|| later.find(|(_, event)| is_end(event))) {
        Some((detached, _)) => Stop::by(Cause::Detached, detached),
        None => Stop::by(Cause::Filtered, arrived),
    }
}

/// Whether the publisher of a signal is another replica that has the same node id.
fn publisher_shares_node_id(case: StaleCase<'_, '_>, write: RequestId) -> bool {
    publisher(case, write).is_some_and(|other| case.index.share_node_id(case.replica, other))
}

fn publisher(case: StaleCase<'_, '_>, write: RequestId) -> Option<ReplicaId> {
    case.published(write).map(|published| case.index.event(published).replica)
}
