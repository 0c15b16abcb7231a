//! 8, a refused write publishes nothing, and a failed publish fails no write.
//!
//! Refused is what a precondition refused, what the door refused by itself with a status of 400 to 499, and
//! what the store failed. A write whose answer got lost or came too late may be answered 503 whatever became
//! of its signal. A write of several lanes has a signal on each. The exception of `delete-missing = publish` does not exist yet.

use crate::names::Invariant;
use crate::oracle::assumptions::TIMEOUT;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::request_record::RequestRecord;

/// Checks every request.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for request_record in index.requests.iter() {
        let published = request_record.signals().filter_map(|signal| signal.published.or(signal.failed));
        for event in published.filter(|_| is_refused(request_record)) {
            let what = Breach::RefusedPublished { request: request_record.request };
            findings.broke(index, Invariant::RefusedSilent, (event, request_record.address), what);
        }
        if let Some((event, status)) = failed_by_publish(index, request_record) {
            let what = Breach::PublishFailedWrite { request: request_record.request, status };
            findings.broke(index, Invariant::RefusedSilent, (event, request_record.address), what);
        }
    }
}

fn is_refused(request_record: &RequestRecord) -> bool {
    let by_door = request_record.answered.is_some_and(|(_, status)| (400..500).contains(&status));
    request_record.committed.is_none()
        && (request_record.refused.is_some() || request_record.failed.is_some() || by_door)
}

/// The answer by which a write failed though nothing but its publish had.
fn failed_by_publish(index: &Index<'_>, request_record: &RequestRecord) -> Option<(usize, u16)> {
    let (event, status) = request_record.answered.filter(|(_, status)| *status >= 400)?;
    request_record.signals().find_map(|signal| signal.failed.filter(|failed| *failed < event))?;
    let late =
        request_record.sent.is_some_and(|sent| index.event(event).at.0 - index.event(sent).at.0 >= TIMEOUT);
    let otherwise = request_record.refused.is_some()
        || request_record.failed.is_some()
        || request_record.answer_lost.is_some()
        || late;
    (!otherwise).then_some((event, status))
}
