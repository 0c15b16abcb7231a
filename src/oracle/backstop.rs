//! The assumptions of theorem T2: the backstop. Whatever was lost, a lane of a replica whose last listing began after
//! the last write had landed, and for which nothing failed since, has converged.
//!
//! Asked for each lane of each judged replica by itself, which claims more than the theorem: what others do without
//! writing cannot hinder it. A listing is that of a boot, a reload or a late attach. Since it began, the replica
//! has not stood still, nothing that the lane asked of the store or the upstream failed or was late, nothing was
//! malformed, and no armed fault fired on it. Losses on the bus are no matter.
//!
//! A cache lists nothing: it is cleared, and every read under way is fenced. Whatever is stored after that was read
//! after the last write, so that nothing that fails later can hinder it: a read that fails stores nothing.
//!
//! Where in doubt a assumption counts as broken.

use super::assumptions;
use super::index::Index;
use crate::history::{EventKind, Seen};
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

fn holds(index: &Index<'_>, (replica, lane): (ReplicaId, Lane), written: usize) -> bool {
    if lane.is_cache() {
        return is_cleared(index, replica, written);
    }
    let life = index.lives[usize::from(replica.0)].id;
    let mut listing = None;
    for (at, event) in index.history.events.iter().enumerate().skip(written) {
        if (event.replica, event.life) != (replica, life) {
            continue;
        }
        match event.kind {
            EventKind::ListBegan { lane: of, .. } if of == lane => listing = Some(at),
            what if fails(index, lane, what) => listing = None,
            _ => {}
        }
    }
    let Some(listing) = listing else { return false };
    let own = |convergence: &&super::convergence::Convergence| {
        (convergence.replica, convergence.life) == (replica, life)
            && index.layout.lane(convergence.address) == Some(lane)
    };
    let since = |convergence: &super::convergence::Convergence| {
        convergence.ended.is_some_and(|(ended, _)| ended > listing)
    };
    !index
        .convergences
        .iter()
        .filter(own)
        .any(|convergence| since(convergence) && assumptions::is_late(index, convergence))
}

/// Whether the present life of a replica cleared its cache after the last write.
fn is_cleared(index: &Index<'_>, replica: ReplicaId, written: usize) -> bool {
    let life = index.lives[usize::from(replica.0)].id;
    let since = index.drops.iter().rev().take_while(|at| **at >= written);
    since.map(|at| index.event(*at)).any(|event| {
        (event.replica, event.life) == (replica, life) && matches!(event.kind, EventKind::Cleared { .. })
    })
}

fn fails(index: &Index<'_>, lane: Lane, kind: EventKind) -> bool {
    let of_lane = |address| index.layout.lane(address) == Some(lane);
    match kind {
        EventKind::Read { seen: Seen::Unreadable, address, .. } | EventKind::OpenFailed { address, .. } => {
            of_lane(address)
        }
        EventKind::Listed { ok: false, lane: of, .. } | EventKind::AnswersLate { lane: of, .. } => of == lane,
        EventKind::Kept { address, why, .. } => {
            of_lane(address) && assumptions::is_malformed(index, address, why)
        }
        EventKind::Paused | EventKind::Fault { .. } => true,
        _ => false,
    }
}
