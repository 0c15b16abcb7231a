//! The assumptions of theorem T1: nothing was lost, nothing failed, and every lane was attached since boot.
//!
//! Read from the ports' records and the header. Where in doubt a assumption counts as broken, for then the
//! theorem only claims less; T3 still accounts for every stale entry.

use super::convergence::{Convergence, End};
use super::index::Index;
use crate::history::{Damage, EventKind, Kept, Loss, ReplicaInfo, Seen};
use crate::names::{AddressId, Policies, ReplicaId, Space};

/// How long the family waits for a store's or an upstream's answer, in microseconds.
pub const TIMEOUT: u64 = 30_000_000;

/// Whether the assumptions held throughout the run.
pub fn hold(index: &Index<'_>) -> bool {
    let header = &index.history.header;
    header.policies == Policies::default()
        && header.replicas.iter().all(is_attached)
        && unique_ids(index)
        && !index.history.events.iter().any(|event| fails(index, event.kind))
        && index.requests.iter().all(|request_record| is_answered(index, request_record))
        && index.convergences.iter().all(|convergence| !is_late(index, convergence))
}

fn unique_ids(index: &Index<'_>) -> bool {
    let replicas: Vec<_> = (0..).take(index.lives.len()).map(ReplicaId).collect();
    replicas
        .iter()
        .enumerate()
        .all(|(at, one)| replicas[..at].iter().all(|other| !index.share_id(*one, *other)))
}

/// Whether every lane of a replica attaches at boot.
fn is_attached(replica: &ReplicaInfo) -> bool {
    replica.lanes.iter().all(|lane| replica.attaches.contains(lane))
}

/// Whether a convergence kept what there was because its row cannot be built from: an object has no upstream, so that
/// the journal alone knows.
pub fn is_malformed(index: &Index<'_>, address: AddressId, why: Kept) -> bool {
    let is_parsed = |space: Space| space.is_built() && !space.has_upstream();
    why == Kept::BuildFailed && index.layout.space(address).is_some_and(is_parsed)
}

/// Whether an event by itself breaks a assumption.
fn fails(index: &Index<'_>, kind: EventKind) -> bool {
    match kind {
        EventKind::Lost { why, .. } => why != Loss::Down,
        EventKind::Arrived { damage, .. } => damage != Damage::None,
        EventKind::Published { ok, .. } | EventKind::Listed { ok, .. } => !ok,
        EventKind::Read { seen, .. } => seen == Seen::Unreadable,
        EventKind::AnswersLate { .. }
        | EventKind::Dropped { .. }
        | EventKind::AnswerLost { .. }
        | EventKind::OpenFailed { .. }
        | EventKind::SubscriptionRefused { .. }
        | EventKind::Unsubscribed { .. } => true,
        EventKind::Kept { address, why, .. } => is_malformed(index, address, why),
        _ => false,
    }
}

/// Whether a commit's answer came in time and its door lived on to publish.
fn is_answered(index: &Index<'_>, request_record: &super::request_record::RequestRecord) -> bool {
    match (request_record.sent, request_record.committed, request_record.answered) {
        (_, None, _) | (None, _, _) => true,
        (Some(sent), Some(_), Some((answered, _))) => {
            index.event(answered).at.0 - index.event(sent).at.0 < TIMEOUT
        }
        (Some(_), Some(_), None) => false,
    }
}

/// Whether a read or a build ran into its time-out.
pub fn is_late(index: &Index<'_>, convergence: &Convergence) -> bool {
    let Some((ended, End::Kept(why))) = convergence.ended else { return false };
    let began = match why {
        Kept::Unreadable => convergence.read_began.map(|(began, _)| began),
        Kept::BuildFailed | Kept::Degraded => convergence.open_began,
        _ => None,
    };
    began.is_some_and(|began| index.event(ended).at.0 - index.event(began).at.0 >= TIMEOUT)
}
