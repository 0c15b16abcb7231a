//! Late attaches. A lane that attaches after its boot must reload; a late attach whose reload never began is charged here.

use super::case::{StaleCase, Stop};
use crate::history::EventKind;
use crate::names::Style;
use crate::names::{Cause, Correlation, Work};
use crate::oracle::finding::{Chance, Charge};

/// The charge for a late attach after the commit whose reload never began.
pub fn charge(case: StaleCase<'_, '_>) -> Option<Charge> {
    let lane = case.lane;
    let mut is_detached = !case.attaches_at_boot();
    let mut awaits_reload = None;
    for (at, event) in case.events() {
        if event.kind == (EventKind::Unsubscribed { lane }) {
            (is_detached, awaits_reload) = (true, None);
        } else if event.kind == (EventKind::Subscribed { lane }) && is_detached {
            (is_detached, awaits_reload) = (false, Some(at));
        } else if begins_reload(case, event.kind) {
            awaits_reload = None;
        }
    }
    let attached = awaits_reload.filter(|at| *at > case.commit.event)?;
    Some(case.charge(Chance::LateAttach, Stop::by(Cause::Swallowed, attached)))
}

/// Whether an event shows that the reload after an attach begins: a cache is cleared, other lanes list.
fn begins_reload(case: StaleCase<'_, '_>, kind: EventKind) -> bool {
    let clears = matches!(kind, EventKind::Cleared { work: Work::Attach(_) });
    let lists = matches!(
        kind,
        EventKind::ListBegan { correlation: Correlation { work: Work::Attach(_), .. }, lane } if lane == case.lane
    );
    clears && case.style == Style::Cache || lists
}
