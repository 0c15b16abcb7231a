//! 8, a refused write publishes nothing, and a failed publish fails no write.
//!
//! A write is refused if a precondition refused its transaction, if the store failed it, or if the door answered by itself
//! with a status of 400 to 499. A write whose store answer was lost or late may be answered 503, whatever became of its
//! signal. A write of several lanes has a signal on each of them. There is no policy `delete-missing` yet, which would be
//! an exception.

use crate::names::Invariant;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::request_record::RequestRecord;
use crate::oracle::timeout;

/// Checks every request.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for record in index.requests.iter() {
        let published = record.signals().filter_map(|signal| signal.published.or(signal.failed));
        for event in published.filter(|_| is_refused(record)) {
            let breach = Breach::RefusedPublished { request: record.request };
            findings.record_broken(index, Invariant::RefusedSilent, (event, record.address), breach);
        }
        if let Some((event, status)) = failed_by_publish(index, record) {
            let breach = Breach::PublishFailedWrite { request: record.request, status };
            findings.record_broken(index, Invariant::RefusedSilent, (event, record.address), breach);
        }
    }
}

fn is_refused(record: &RequestRecord) -> bool {
    let by_door = record.answered.is_some_and(|(_, status)| (400..500).contains(&status));
    record.committed.is_none() && (record.refused.is_some() || record.failed.is_some() || by_door)
}

/// The answer that says that a write failed, although only its publish had failed.
fn failed_by_publish(index: &Index<'_>, record: &RequestRecord) -> Option<(usize, u16)> {
    let (event, status) = record.answered.filter(|(_, status)| *status >= 400)?;
    record.signals().find_map(|signal| signal.failed.filter(|failed| *failed < event))?;
    let is_late = record.sent.is_some_and(|sent| timeout::is_over(index, sent, event));
    let has_other_reason =
        record.refused.is_some() || record.failed.is_some() || record.answer_lost.is_some() || is_late;
    (!has_other_reason).then_some((event, status))
}
