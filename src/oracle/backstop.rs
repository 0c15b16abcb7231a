//! The premises of theorem T2: the backstop. Whatever was lost, a lane of a replica whose last listing began after
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
//! Where in doubt a premise counts as broken.

use super::index::Index;
use super::premises;
use crate::history::{Seen, What};
use crate::names::{Lane, Policies, ReplicaId};

/// The lanes of judged replicas for which the premises hold.
pub fn lanes(index: &Index<'_>, judged: &[ReplicaId]) -> Vec<(ReplicaId, Lane)> {
    if judged.is_empty() || index.history.header.policies != Policies::default() {
        return Vec::new();
    }
    let events = &index.history.events;
    let written = events.iter().rposition(|event| is_write(event.what)).map_or(0, |at| at + 1);
    let mut lanes = Vec::with_capacity(judged.len());
    for replica in judged {
        let present = &index.history.header.replicas[usize::from(replica.0)].lanes;
        let holds = |lane: &&Lane| holds(index, (*replica, **lane), written);
        lanes.extend(present.iter().filter(holds).map(|lane| (*replica, *lane)));
    }
    lanes
}

/// Whether an event belongs to a transaction.
fn is_write(what: What) -> bool {
    matches!(
        what,
        What::WriteSent { .. } | What::Committed { .. } | What::Refused { .. } | What::WriteFailed { .. }
    )
}

fn holds(index: &Index<'_>, (replica, lane): (ReplicaId, Lane), written: usize) -> bool {
    if lane == Lane::MetadataCache {
        return is_cleared(index, replica, written);
    }
    let life = index.lives[usize::from(replica.0)].id;
    let mut listing = None;
    for (at, event) in index.history.events.iter().enumerate().skip(written) {
        if (event.replica, event.life) != (replica, life) {
            continue;
        }
        match event.what {
            What::ListBegan { lane: of, .. } if of == lane => listing = Some(at),
            what if fails(index, lane, what) => listing = None,
            _ => {}
        }
    }
    let Some(listing) = listing else { return false };
    let own = |run: &&super::run::Run| {
        (run.replica, run.life) == (replica, life) && index.places.lane(run.address) == Some(lane)
    };
    let since = |run: &super::run::Run| run.ended.is_some_and(|(ended, _)| ended > listing);
    !index.runs.iter().filter(own).any(|run| since(run) && premises::is_late(index, run))
}

/// Whether the present life of a replica cleared its cache after the last write.
fn is_cleared(index: &Index<'_>, replica: ReplicaId, written: usize) -> bool {
    let life = index.lives[usize::from(replica.0)].id;
    let since = index.drops.iter().rev().take_while(|at| **at >= written);
    since.map(|at| index.event(*at)).any(|event| {
        (event.replica, event.life) == (replica, life) && matches!(event.what, What::Cleared { .. })
    })
}

fn fails(index: &Index<'_>, lane: Lane, what: What) -> bool {
    let of_lane = |address| index.places.lane(address) == Some(lane);
    match what {
        What::Read { seen: Seen::Unreadable, address, .. } | What::OpenFailed { address, .. } => {
            of_lane(address)
        }
        What::Listed { ok: false, lane: of, .. } | What::AnswersLate { lane: of, .. } => of == lane,
        What::Kept { address, why, .. } => of_lane(address) && premises::is_malformed(index, address, why),
        What::Paused | What::Fault { .. } => true,
        _ => false,
    }
}
