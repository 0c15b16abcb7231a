//! 8, a refused write publishes nothing, and a failed publish fails no write.
//!
//! Refused is what a precondition refused, what the door refused by itself with a status of 400 to 499, and
//! what the store failed. A write whose answer got lost or came too late may be answered 503 whatever became
//! of its signal. A write of several lanes has a signal on each. The exception of `delete-missing = publish` does not exist yet.

use crate::names::Invariant;
use crate::oracle::ask::Ask;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::premises::TIMEOUT;

/// Checks every request.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for ask in index.asks.iter() {
        let published = ask.signals().filter_map(|signal| signal.published.or(signal.failed));
        for event in published.filter(|_| is_refused(ask)) {
            let what = Breach::RefusedPublished { request: ask.request };
            findings.broke(index, Invariant::RefusedSilent, (event, ask.address), what);
        }
        if let Some((event, status)) = failed_by_publish(index, ask) {
            let what = Breach::PublishFailedWrite { request: ask.request, status };
            findings.broke(index, Invariant::RefusedSilent, (event, ask.address), what);
        }
    }
}

fn is_refused(ask: &Ask) -> bool {
    let by_door = ask.answered.is_some_and(|(_, status)| (400..500).contains(&status));
    ask.committed.is_none() && (ask.refused.is_some() || ask.failed.is_some() || by_door)
}

/// The answer by which a write failed though nothing but its publish had.
fn failed_by_publish(index: &Index<'_>, ask: &Ask) -> Option<(usize, u16)> {
    let (event, status) = ask.answered.filter(|(_, status)| *status >= 400)?;
    ask.signals().find_map(|signal| signal.failed.filter(|failed| *failed < event))?;
    let late = ask.sent.is_some_and(|sent| index.event(event).at.0 - index.event(sent).at.0 >= TIMEOUT);
    let otherwise = ask.refused.is_some() || ask.failed.is_some() || ask.answer_lost.is_some() || late;
    (!otherwise).then_some((event, status))
}
