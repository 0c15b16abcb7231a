//! T3, accounted staleness: every chance that a stale entry had to heal, charged with what spent it.
//!
//! Chances are those of the replica's present life that belong to the last commit that changed the
//! signature, or follow it:
//!
//! - the signal due for that commit, sent or not, also where it was sent before the commit;
//! - each later signal for the address, that is, one published after that commit;
//! - the writer's own convergence, if the stale replica is the writer;
//! - each boot, reload and late attach whose listing was made after that commit;
//! - any other convergence of the address that was enqueued after it.
//!
//! **Copies.** Each copy that arrived is a chance of its own, for each must cause a read. Copies that got
//! lost count only if none arrived: a delivery with a lost duplicate was delivered.
//!
//! **What is no chance**: the replica's own signal, also that of an earlier life, if it is dropped as its own; a
//! signal to an earlier life; a signal missed before the subscription, if the listing of that boot was made
//! after the commit (the listing is then the chance that stands for it); a stray signal that the receiver
//! rejects as its own or as malformed, for it may be just that.
//!
//! **Order.** Charges are sorted by the event that spent the chance. The reported cause is the first that
//! is not allowed, else the last. `died` is never charged: the chances of a life that crashed are gone with
//! what it held, and its successor has its boot.

mod chances;
mod delivery;
mod listing;
mod publish;
mod run;

use super::finding::{Charge, Stale};
use super::index::Index;
use super::life::Life;
use super::truth::Commit;
use crate::names::{AddressId, Cause, InstanceId, Instant, ReplicaId};

/// The entry in question and what its replica lags behind.
#[derive(Clone, Copy)]
struct Case<'i, 'a> {
    index: &'i Index<'a>,
    replica: ReplicaId,
    life: Life,
    address: AddressId,
    commit: Commit,
}

/// Accounts for a stale entry.
pub fn explain(index: &Index<'_>, replica: ReplicaId, address: AddressId, held: Option<InstanceId>) -> Stale {
    let commit = index.truth.last_change(address).copied();
    let life = index.lives[usize::from(replica.0)];
    let mut chances =
        commit.map_or(Vec::new(), |commit| chances::of(Case { index, replica, life, address, commit }));
    chances.sort_by_key(|charge| charge.event.map_or((charge.at, 0), |event| (charge.at, event)));
    let (cause, allowed) = report(index, &chances);
    Stale {
        replica,
        address,
        since: commit.map_or(Instant::default(), |commit| index.event(commit.event).at),
        commit: commit.map(|commit| commit.request),
        held,
        built_from: held.and_then(|held| index.source_of(held).version()),
        due: index.truth.latest(address),
        chances,
        cause,
        allowed,
    }
}

/// The cause that accounts for the staleness, and whether it may.
fn report(index: &Index<'_>, chances: &[Charge]) -> (Option<Cause>, bool) {
    let allowed = &index.history.header.allowed;
    let forbidden = chances.iter().find(|charge| !allowed.contains(&charge.cause));
    match (forbidden, chances.last()) {
        (Some(charge), _) => (Some(charge.cause), false),
        (None, Some(charge)) => (Some(charge.cause), true),
        (None, None) => (None, false),
    }
}
