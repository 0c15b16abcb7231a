//! The way of a published signal: over the bus, to the subscription, through the receiver.

use super::{Case, cache, listing, queue};
use crate::history::{Damage, Event, EventKind, Loss, Reception};
use crate::names::{Cause, Lane, ReplicaId, RequestId, Style, Work};
use crate::oracle::finding::{Chance, Charge};

/// Charges the signal of `request`, published by the event `published`: once if it never arrived, else once
/// for each copy that did.
pub fn charge(case: Case<'_, '_>, request: RequestId, published: usize, charges: &mut Vec<Charge>) {
    if published < case.life.began {
        // Sent before this life: no chance of it, unless the commit came only now (`before-commit`).
        if case.commit.event > case.life.began {
            let charge = case.charge(Chance::Signal(request), (Cause::MissedAtBoot, published));
            charges.push(charge);
        }
        return;
    }
    let (mut arrived, mut lost) = (Vec::new(), Vec::new());
    for (at, event) in case.events() {
        match event.kind {
            EventKind::Arrived { lane, request: of, copy, damage } if (lane, of) == (case.lane, request) => {
                arrived.push((at, copy, damage));
            }
            EventKind::Dropped { lane, request: of } if (lane, of) == (case.lane, request) => {
                lost.push((Cause::LostDelivery, at));
            }
            EventKind::Lost { lane, request: of, why, .. } if (lane, of) == (case.lane, request) => {
                lost.extend(loss(why).map(|cause| (cause, at)));
            }
            _ => {}
        }
    }
    if arrived.is_empty() && lost.is_empty() {
        charges.extend(undelivered(case, request, published));
    } else if arrived.is_empty() {
        charges.extend(lost.into_iter().map(|met| case.charge(Chance::Signal(request), met)));
    }
    for (at, copy, damage) in arrived {
        let work = Work::Signal { write: request, copy };
        let met = arrival(case, work, (at, damage));
        charges.extend(met.map(|met| case.charge(Chance::Work(work), met)));
    }
}

/// The cause that a loss on the way stands for; none, if it was lost to another life.
fn loss(why: Loss) -> Option<Cause> {
    match why {
        Loss::Cut => Some(Cause::LostDelivery),
        Loss::Overflow => Some(Cause::Overflow),
        Loss::Unsubscribed => Some(Cause::Detached),
        Loss::Down => None,
    }
}

/// What became of a signal that the bus never sent to the replica.
fn undelivered(case: Case<'_, '_>, request: RequestId, published: usize) -> Option<Charge> {
    let chance = Chance::Signal(request);
    if let Some(detached) = detached(case, published) {
        return Some(Charge { chance, ..detached });
    }
    if last_seam(case, published).is_none() {
        let covered = match case.style {
            Style::Cache => cache::boot_covers(case),
            Style::Resource | Style::Reconcile => listing::boot_covers(case),
        };
        return (!covered).then(|| case.charge(chance, (Cause::MissedAtBoot, published)));
    }
    // Subscribed, and yet without a fate: only a cut link excuses that, and nothing else that is recorded.
    let met = cut_at(case, published).map_or((Cause::Filtered, published), |cut| (Cause::LostDelivery, cut));
    Some(case.charge(chance, met))
}

/// The cut that kept the replica from the bus at an event: until the link was whole again, or, for a noticed
/// one, until the replica had subscribed again.
fn cut_at(case: Case<'_, '_>, at: usize) -> Option<usize> {
    let events = &case.index.history.events;
    let own = |event: &Event| event.replica == case.replica;
    let is_cut = |event: &Event| own(event) && matches!(event.kind, EventKind::Cut { .. });
    let cut = events[..at].iter().rposition(is_cut)?;
    let healed = events[cut..at].iter().position(|event| own(event) && event.kind == EventKind::Healed);
    let Some(healed) = healed.map(|after| cut + after) else { return Some(cut) };
    let subscribed = EventKind::Subscribed { lane: case.lane };
    let again = events[healed..].iter().position(|event| own(event) && event.kind == subscribed);
    let again = again.is_some_and(|after| healed + after > at);
    (again && events[cut].kind == EventKind::Cut { noticed: true }).then_some(cut)
}

/// The last change of the replica's subscription before an event.
fn last_seam<'a>(case: Case<'_, 'a>, before: usize) -> Option<(usize, &'a Event)> {
    let events = case.events().take_while(|(at, _)| *at < before);
    events.filter(|(_, event)| is_seam(event.kind, case.lane)).last()
}

/// Whether an event attaches a lane, or leaves it detached: also where the bus refuses a subscription, or to end one
/// that nobody listens to any more.
fn is_seam(kind: EventKind, of: Lane) -> bool {
    match kind {
        EventKind::Subscribed { lane }
        | EventKind::Unsubscribed { lane }
        | EventKind::SubscriptionRefused { lane, .. } => lane == of,
        _ => false,
    }
}

/// A charge, if the lane was detached at an event: ended by itself, refused by the bus, or never attached at boot.
pub fn detached(case: Case<'_, '_>, at: usize) -> Option<Charge> {
    let event = match last_seam(case, at) {
        Some((_, event)) if matches!(event.kind, EventKind::Subscribed { .. }) => return None,
        Some((unsubscribed, _)) => Some(unsubscribed),
        None if case.attaches() => return None,
        None => None,
    };
    let chance = Chance::Signal(case.commit.request);
    Some(Charge { chance, cause: Cause::Detached, at: case.index.event(at).at, event })
}

/// What a copy that arrived met. `None`: it was a stray that the receiver rejected, or one that an earlier life of
/// this replica had sent, which is its own.
fn arrival(case: Case<'_, '_>, work: Work, (at, damage): (usize, Damage)) -> Option<(Cause, usize)> {
    match damage {
        Damage::Corrupt => return Some((Cause::Malformed, at)),
        // Another name may concern the entry as well: that of another item of its type, or of another reference.
        Damage::Misaddressed if !is_followed(case, work) => return Some((Cause::MisAddressed, at)),
        Damage::Misaddressed | Damage::None => {}
    }
    let Work::Signal { write, copy } = work else { return None };
    let received = case.events().find_map(|(at, event)| match event.kind {
        EventKind::Received { lane, request, copy: of, verdict }
            if (lane, request, of) == (case.lane, write, copy) =>
        {
            Some((at, verdict))
        }
        _ => None,
    });
    let stray =
        case.index.requests.get(write).is_some_and(|request_record| request_record.replica == Event::OUTSIDE);
    match received {
        Some((at, Reception::Followed)) => Some(followed(case, work, at)),
        Some(_) if stray => None,
        Some((_, Reception::Own)) if publisher(case, write) == Some(case.replica) => None,
        Some((at, Reception::Own)) if shares_id(case, write) => Some((Cause::SameNodeId, at)),
        Some((at, _)) => Some((Cause::Filtered, at)),
        None => Some(untaken(case, at)),
    }
}

/// A copy that the receiver never took from its inbox: it was detached meanwhile, or forgot it.
fn untaken(case: Case<'_, '_>, arrived: usize) -> (Cause, usize) {
    let is_end = |what: EventKind| is_seam(what, case.lane) && !matches!(what, EventKind::Subscribed { .. });
    let before = last_seam(case, arrived).filter(|(_, event)| is_end(event.kind));
    let mut later = case.events().filter(|(at, _)| *at > arrived);
    let detached = before.or_else(|| later.find(|(_, event)| is_end(event.kind)));
    detached.map_or((Cause::Filtered, arrived), |(at, _)| (Cause::Detached, at))
}

/// Whether the entry's cache or queue did something for a piece of work.
fn is_followed(case: Case<'_, '_>, work: Work) -> bool {
    match case.style {
        Style::Cache => cache::is_followed(case, work),
        Style::Resource | Style::Reconcile => queue::is_followed(case, work),
    }
}

fn followed(case: Case<'_, '_>, work: Work, received: usize) -> (Cause, usize) {
    match case.style {
        Style::Cache => cache::followed(case, work, received),
        Style::Resource | Style::Reconcile => queue::followed(case, work, received),
    }
}

/// Whether the publisher of a signal is another replica with a node id of this one.
fn shares_id(case: Case<'_, '_>, write: RequestId) -> bool {
    publisher(case, write).is_some_and(|other| case.index.share_id(case.replica, other))
}

fn publisher(case: Case<'_, '_>, write: RequestId) -> Option<ReplicaId> {
    case.published(write).map(|published| case.index.event(published).replica)
}
