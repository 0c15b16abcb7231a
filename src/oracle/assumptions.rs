//! The assumptions of theorem T1: nothing was lost, nothing failed, and every lane was attached since boot.
//!
//! They are checked against the ports' records and the header. In doubt an assumption counts as broken: the theorem
//! then claims less, and T3 still accounts for every stale entry.

use super::disturbance::{self, Disturbance};
use super::index::Index;
use super::request_record::RequestRecord;
use super::timeout;
use crate::history::ReplicaInfo;
use crate::names::{Policies, ReplicaId};

/// Whether the assumptions hold for the whole run.
pub fn hold(index: &Index<'_>) -> bool {
    let header = &index.history.header;
    header.policies == Policies::default()
        && header.replicas.iter().all(is_attached)
        && has_unique_node_ids(index)
        && !index.history.events.iter().any(|event| breaks(disturbance::of(index, event.kind)))
        && index.requests.iter().all(|record| could_publish(index, record))
        && index.convergences.iter().all(|convergence| !timeout::stopped(index, convergence))
}

/// Whether a disturbance breaks T1. A pause does not: what waits meanwhile is not lost. Nor does an armed fault by
/// itself: one that loses or fails something shows it by another event, and mere slowness is within the theorem.
fn breaks(disturbance: Option<Disturbance>) -> bool {
    match disturbance {
        Some(Disturbance::Call(_) | Disturbance::Message) => true,
        Some(Disturbance::Replica) | None => false,
    }
}

fn has_unique_node_ids(index: &Index<'_>) -> bool {
    let replicas: Vec<_> = (0..).take(index.lives.len()).map(ReplicaId).collect();
    replicas
        .iter()
        .enumerate()
        .all(|(at, one)| replicas[..at].iter().all(|other| !index.share_node_id(*one, *other)))
}

/// Whether every lane of a replica attaches at boot.
fn is_attached(replica: &ReplicaInfo) -> bool {
    replica.lanes.iter().all(|lane| replica.attaches.contains(lane))
}

/// Whether a write that committed was answered within the time-out: otherwise its door may have died, or given up,
/// before it published.
fn could_publish(index: &Index<'_>, record: &RequestRecord) -> bool {
    match (record.sent, record.committed, record.answered) {
        (_, None, _) | (None, _, _) => true,
        (Some(sent), Some(_), Some((answered, _))) => !timeout::is_over(index, sent, answered),
        (Some(_), Some(_), None) => false,
    }
}
