//! The explanation of one stale entry: its chances in order, and the cause that accounts for it.

use super::case::StaleCase;
use super::chances;
use crate::history::{Entry, Version};
use crate::names::Style;
use crate::names::{AddressId, Cause, Instant, ReplicaId};
use crate::oracle::finding::{Charge, Stale};
use crate::oracle::index::Index;
use crate::oracle::truth::Commit;

/// Explains a stale entry of this style; `entry` is what the replica shows for it at the end.
pub fn explain(
    index: &Index<'_>,
    (replica, address, style): (ReplicaId, AddressId, Style),
    entry: Option<&Entry>,
) -> Stale {
    let (held, state) = entry.map_or((None, None), |entry| (entry.instance, entry.state));
    let (commit, life) = (last_commit(index, address, style), index.life(replica));
    let lane = index.history.address(address).lane();
    let behind = |commit| StaleCase { index, replica, life, lane, style, address, held, state, commit };
    let mut chances = commit.map_or(Vec::new(), |commit| chances::of(behind(commit)));
    // A charge without an event cites no more than its time: it goes before the events of that instant.
    chances.sort_by_key(|charge| charge.event.map_or((charge.at, 0), |event| (charge.at, event)));
    let (cause, allowed) = reported_cause(index, &chances);
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

/// The last commit that changed what the entry should show: for a cache entry the last one of any of its rows, else the
/// last one that changed the signature.
fn last_commit(index: &Index<'_>, address: AddressId, style: Style) -> Option<Commit> {
    if style == Style::Cache {
        let last = index.rows_of(address).filter_map(|row| index.truth.commits(row).last());
        return last.max_by_key(|commit| commit.version.sequence).copied();
    }
    index.truth.last_change(index.layout.row(address)).copied()
}

/// The last version of the row; for a listing, of the row that was committed last.
fn due(index: &Index<'_>, address: AddressId, commit: Option<Commit>) -> Option<Version> {
    let row = commit.map_or(index.layout.row(address), |commit| commit.address);
    index.truth.latest(row)
}

/// The cause that accounts for the staleness, and whether it is allowed.
fn reported_cause(index: &Index<'_>, chances: &[Charge]) -> (Option<Cause>, bool) {
    let allowed = &index.history.header.allowed;
    let forbidden = chances.iter().find(|charge| !allowed.contains(&charge.cause));
    match (forbidden, chances.last()) {
        (Some(charge), _) => (Some(charge.cause), false),
        (None, Some(charge)) => (Some(charge.cause), true),
        (None, None) => (None, false),
    }
}
