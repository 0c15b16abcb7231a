//! The assumptions of theorem T2, the backstop: whatever was lost before, a lane of a replica has converged if its last
//! listing began after the last write had landed and nothing has failed since.
//!
//! They are checked for each lane of each judged replica by itself. That claims more than the theorem, which speaks of
//! all replicas at once; but what another replica does without writing cannot hinder this one. The listing is that of a
//! boot, a reload or a late attach. Since it began, the replica was not paused, no call of the lane to the store or the
//! upstream failed or was late, no row was malformed, and no armed fault fired on the replica. Losses on the bus do not
//! matter.
//!
//! A cache lists nothing: it is cleared, which fences every read under way. Whatever is stored afterwards was read after
//! the last write. A failure does not matter then, because a read that fails stores nothing.
//!
//! In doubt an assumption counts as broken.

use super::convergence::Convergence;
use super::disturbance::{self, Disturbance};
use super::index::Index;
use super::timeout;
use crate::history::EventKind;
use crate::names::{Lane, Policies, ReplicaId};

/// The lanes of judged replicas for which the assumptions hold.
pub fn lanes(index: &Index<'_>, judged: &[ReplicaId]) -> Vec<(ReplicaId, Lane)> {
    if judged.is_empty() || index.history.header.policies != Policies::default() {
        return Vec::new();
    }
    let events = &index.history.events;
    let written = events.iter().rposition(|event| is_write(event.kind)).map_or(0, |at| at + 1);
    let mut lanes = Vec::with_capacity(judged.len());
    for replica in judged {
        let present = &index.history.header.replicas[usize::from(replica.0)].lanes;
        let holds = |lane: &&Lane| holds(index, (*replica, **lane), written);
        lanes.extend(present.iter().filter(holds).map(|lane| (*replica, *lane)));
    }
    lanes
}

/// Whether an event belongs to a transaction.
fn is_write(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::WriteSent { .. }
            | EventKind::Committed { .. }
            | EventKind::Refused { .. }
            | EventKind::WriteFailed { .. }
    )
}

/// Whether the assumptions hold for a lane of a replica; `written` is the position after the last write.
fn holds(index: &Index<'_>, (replica, lane): (ReplicaId, Lane), written: usize) -> bool {
    if lane.is_cache() {
        return is_cleared(index, replica, written);
    }
    let Some(listing) = undisturbed_listing(index, (replica, lane), written) else { return false };
    let life = index.life(replica).id;
    let is_of_lane = |convergence: &&Convergence| {
        (convergence.replica, convergence.life) == (replica, life)
            && index.layout.lane(convergence.address) == Some(lane)
    };
    let ended_since = |convergence: &Convergence| convergence.ended.is_some_and(|(ended, _)| ended > listing);
    let mut convergences = index.convergences.iter().filter(is_of_lane);
    !convergences.any(|convergence| ended_since(convergence) && timeout::stopped(index, convergence))
}

/// The last listing of a lane that began in the replica's present life after the last write, if nothing has disturbed it
/// since.
fn undisturbed_listing(
    index: &Index<'_>,
    (replica, lane): (ReplicaId, Lane),
    written: usize,
) -> Option<usize> {
    let life = index.life(replica).id;
    let mut listing = None;
    for (at, event) in index.history.events.iter().enumerate().skip(written) {
        if (event.replica, event.life) != (replica, life) {
            continue;
        }
        if matches!(event.kind, EventKind::ListBegan { lane: listed, .. } if listed == lane) {
            listing = Some(at);
        } else if breaks(disturbance::of(index, event.kind), lane) {
            listing = None;
        }
    }
    listing
}

/// Whether a disturbance breaks T2 for a lane of the replica on which it happened.
fn breaks(disturbance: Option<Disturbance>, lane: Lane) -> bool {
    match disturbance {
        Some(Disturbance::Call(of)) => of == Some(lane),
        Some(Disturbance::Replica) => true,
        Some(Disturbance::Message) | None => false,
    }
}

/// Whether the present life of a replica cleared its cache after the last write.
fn is_cleared(index: &Index<'_>, replica: ReplicaId, written: usize) -> bool {
    let life = index.life(replica).id;
    let since = index.cache_drops.iter().rev().take_while(|at| **at >= written);
    since.map(|at| index.event(*at)).any(|event| {
        (event.replica, event.life) == (replica, life) && matches!(event.kind, EventKind::Cleared { .. })
    })
}
