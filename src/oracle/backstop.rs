//! The premises of theorem T2: the backstop. Whatever was lost, a replica whose last listing began after the last
//! write had landed, and for which nothing failed since, has converged.
//!
//! Asked for each judged replica by itself, which claims more than the theorem: what others do without writing
//! cannot hinder it. A listing is that of a boot, a reload or a late attach. Since it began, the replica has not
//! stood still, nothing that it asked of the store or the upstream failed or was late, and no armed fault fired
//! on it. Losses on the bus are no matter. Where in doubt a premise counts as broken.

use super::index::Index;
use super::premises;
use crate::history::{Seen, What};
use crate::names::{Policies, ReplicaId};

/// The judged replicas for which the premises hold.
pub fn replicas(index: &Index<'_>, judged: &[ReplicaId]) -> Vec<ReplicaId> {
    if judged.is_empty() || index.history.header.policies != Policies::default() {
        return Vec::new();
    }
    let events = &index.history.events;
    let written = events.iter().rposition(|event| is_write(event.what)).map_or(0, |at| at + 1);
    let holds = |replica: &ReplicaId| holds(index, *replica, written);
    judged.iter().copied().filter(holds).collect()
}

/// Whether an event belongs to a transaction.
fn is_write(what: What) -> bool {
    matches!(
        what,
        What::WriteSent { .. } | What::Committed { .. } | What::Refused { .. } | What::WriteFailed { .. }
    )
}

fn holds(index: &Index<'_>, replica: ReplicaId, written: usize) -> bool {
    let life = index.lives[usize::from(replica.0)].id;
    let mut listing = None;
    for (at, event) in index.history.events.iter().enumerate().skip(written) {
        if (event.replica, event.life) != (replica, life) {
            continue;
        }
        match event.what {
            What::ListBegan { .. } => listing = Some(at),
            what if fails(what) => listing = None,
            _ => {}
        }
    }
    let Some(listing) = listing else { return false };
    let own = |run: &&super::run::Run| (run.replica, run.life) == (replica, life);
    let since = |run: &super::run::Run| run.ended.is_some_and(|(ended, _)| ended > listing);
    !index.runs.iter().filter(own).any(|run| since(run) && premises::is_late(index, run))
}

fn fails(what: What) -> bool {
    match what {
        What::Read { seen, .. } => seen == Seen::Unreadable,
        What::Listed { ok, .. } => !ok,
        What::OpenFailed { .. } | What::AnswersLate { .. } | What::Paused | What::Fault { .. } => true,
        _ => false,
    }
}
