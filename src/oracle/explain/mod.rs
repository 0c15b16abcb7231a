//! T3, accounted staleness: every chance that a stale entry had to heal, charged with what spent it.
//!
//! Chances are those of the replica's present life that belong to the last commit that changed what is due, or
//! follow it:
//!
//! - the signal due for that commit, sent or not, also where it was sent before the commit;
//! - each later signal that concerns the entry, that is, one published after that commit;
//! - the writer's own convergence, if the stale replica is the writer;
//! - each boot, reload and late attach whose listing was made after that commit;
//! - any other convergence of the entry that was enqueued after it, a retry for one;
//! - the retry that a connector's last attempt called for, if nobody took it.
//!
//! **Styles.** A datasource or an object is concerned by what names it, and follows it through its own queue
//! (`queue`, `convergence`). A connector is concerned by all of its lane, and its reconcile is followed to what it did
//! at the connector (`reconcile`, `retry`). A cached item is concerned by what names it, a cached listing by what names any item
//! of its type; they follow by being dropped, and the read that filled them is a chance too (`cache`).
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

mod attach;
mod cache;
mod chances;
mod convergence;
mod delivery;
mod listing;
mod publish;
mod queue;
mod reconcile;
mod retry;

use super::entry_layout::lists;
use super::finding::{Charge, Stale};
use super::index::Index;
use super::life::Life;
use super::truth::Commit;
use crate::history::{ConnectorState, Entry, Version};
use crate::names::Style;
use crate::names::{AddressId, Cause, InstanceId, Instant, Lane, ReplicaId};

/// The entry in question and what its replica lags behind.
#[derive(Clone, Copy)]
struct Case<'i, 'a> {
    index: &'i Index<'a>,
    replica: ReplicaId,
    life: Life,
    lane: Lane,
    style: Style,
    address: AddressId,
    held: Option<InstanceId>,
    state: Option<ConnectorState>,
    commit: Commit,
}

impl Case<'_, '_> {
    /// Whether what a signal or an invalidation names concerns the entry.
    fn is_about(&self, named: AddressId) -> bool {
        match self.style {
            Style::Resource => named == self.address,
            Style::Reconcile => self.index.layout.lane(named) == Some(self.lane),
            Style::Cache => {
                let is_item = self.index.layout.is_cached(named);
                named == self.address || is_item && lists(self.index.history, self.address, named)
            }
        }
    }
}

/// Accounts for a stale entry, which is kept in this style and shown like this.
pub fn explain(
    index: &Index<'_>,
    (replica, address, style): (ReplicaId, AddressId, Style),
    entry: Option<&Entry>,
) -> Stale {
    let (held, state) = entry.map_or((None, None), |entry| (entry.instance, entry.state));
    let (commit, life) = (last_commit(index, address, style), index.lives[usize::from(replica.0)]);
    let lane = index.history.address(address).lane();
    let of = |commit| Case { index, replica, life, lane, style, address, held, state, commit };
    let mut chances = commit.map_or(Vec::new(), |commit| chances::of(of(commit)));
    chances.sort_by_key(|charge| charge.event.map_or((charge.at, 0), |event| (charge.at, event)));
    let (cause, allowed) = report(index, &chances);
    Stale {
        replica,
        address,
        lane,
        since: commit.map_or(Instant::default(), |commit| index.event(commit.event).at),
        commit: commit.map(|commit| commit.request),
        held,
        built_from: held.and_then(|held| index.source_of(held).version()),
        due: due(index, address, commit),
        chances,
        cause,
        allowed,
    }
}

/// The last commit that made another thing due: of an entry of a cache any of its rows, else one that changed the
/// signature.
fn last_commit(index: &Index<'_>, address: AddressId, style: Style) -> Option<Commit> {
    if style == Style::Cache {
        let last = index.rows_of(address).filter_map(|row| index.truth.commits(row).last());
        return last.max_by_key(|commit| commit.version.sequence).copied();
    }
    index.truth.last_change(index.layout.row(address)).copied()
}

/// The last version of the row; of the rows of a listing the one committed last.
fn due(index: &Index<'_>, address: AddressId, commit: Option<Commit>) -> Option<Version> {
    let row = commit.map_or(index.layout.row(address), |commit| commit.address);
    index.truth.latest(row)
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
