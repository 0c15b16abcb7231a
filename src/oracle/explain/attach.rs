//! A late attach calls for a reload; charged here is one whose reload never began.

use super::Case;
use crate::history::EventKind;
use crate::names::{Cause, Style, Work};
use crate::oracle::finding::{Chance, Charge};

/// The charge for a late attach whose reload never began.
pub fn charge(case: Case<'_, '_>) -> Option<Charge> {
    let mut was_detached = !case.attaches();
    let mut attached = None;
    for (at, event) in case.events() {
        match event.kind {
            EventKind::Unsubscribed { lane } if lane == case.lane => (was_detached, attached) = (true, None),
            EventKind::Subscribed { lane } if lane == case.lane && was_detached => {
                was_detached = false;
                attached = Some(at);
            }
            what if begins_reload(case, what) => attached = None,
            _ => {}
        }
    }
    let attached = attached.filter(|at| *at > case.commit.event)?;
    Some(case.charge(Chance::LateAttach, (Cause::Swallowed, attached)))
}

/// Whether an event shows that the reload after an attach begins: a cache is cleared, other lanes list.
fn begins_reload(case: Case<'_, '_>, kind: EventKind) -> bool {
    let work = match kind {
        EventKind::Cleared { work } if case.style == Style::Cache => work,
        EventKind::ListBegan { correlation, lane } if lane == case.lane => correlation.work,
        _ => return false,
    };
    matches!(work, Work::Attach(_))
}

impl Case<'_, '_> {
    /// Whether the lane attaches at boot.
    pub fn attaches(&self) -> bool {
        let info = &self.index.history.header.replicas[usize::from(self.replica.0)];
        info.attaches.contains(&self.lane)
    }
}
