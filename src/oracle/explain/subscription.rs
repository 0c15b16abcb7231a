//! The replica's subscription to its lane: when it was attached, and when the link to the bus was cut.

use super::case::StaleCase;
use crate::history::{Event, EventKind};
use crate::names::{Cause, Lane};
use crate::oracle::finding::{Chance, Charge};

/// The last change of the replica's subscription before an event, in the present life.
pub fn last_change<'a>(case: StaleCase<'_, 'a>, before: usize) -> Option<(usize, &'a Event)> {
    let events = case.events().take_while(|(at, _)| *at < before);
    events.filter(|(_, event)| is_change(event.kind, case.lane)).last()
}

/// Whether an event attaches a lane or leaves it detached. A refusal of the bus counts in both cases: if it refuses to end
/// a subscription, the replica no longer listens to it.
fn is_change(kind: EventKind, of: Lane) -> bool {
    matches!(
        kind,
        EventKind::Subscribed { lane }
            | EventKind::Unsubscribed { lane }
            | EventKind::SubscriptionRefused { lane, .. }
        if lane == of
    )
}

/// Whether an event leaves a lane detached.
pub fn is_end(kind: EventKind, lane: Lane) -> bool {
    is_change(kind, lane) && kind != (EventKind::Subscribed { lane })
}

/// The charge for a chance that was lost because the lane was detached at an event: it had ended its subscription, the
/// bus had refused it, or the lane does not attach at boot.
pub fn charge_detached(case: StaleCase<'_, '_>, chance: Chance, at: usize) -> Option<Charge> {
    let event = match last_change(case, at) {
        Some((_, event)) if !is_end(event.kind, case.lane) => return None,
        Some((detached, _)) => Some(detached),
        None if case.attaches_at_boot() => return None,
        None => None,
    };
    Some(Charge { chance, cause: Cause::Detached, at: case.index.event(at).at, event })
}

/// The cut that kept the replica from the bus at an event. A cut lasts until the link is healed; if the replica noticed
/// it, until the replica has subscribed again.
pub fn cut_at(case: StaleCase<'_, '_>, at: usize) -> Option<usize> {
    let events = &case.index.history.events;
    let is_own = |event: &Event| event.replica == case.replica;
    let is_cut = |event: &Event| is_own(event) && matches!(event.kind, EventKind::Cut { .. });
    let cut = events[..at].iter().rposition(is_cut)?;
    let is_healed = |event: &Event| is_own(event) && event.kind == EventKind::Healed;
    let Some(healed) = events[cut..at].iter().position(is_healed) else { return Some(cut) };
    let healed = cut + healed;
    let subscribed = EventKind::Subscribed { lane: case.lane };
    let again = events[healed..].iter().position(|event| is_own(event) && event.kind == subscribed);
    let is_resubscribed_later = again.is_some_and(|again| healed + again > at);
    let is_noticed = events[cut].kind == EventKind::Cut { noticed: true };
    (is_resubscribed_later && is_noticed).then_some(cut)
}
