//! The records of one run agree: registry views with the journal, rows and reads with the commits, the
//! upstream's open instances with the registries.
//!
//! What disagrees is a fault of the testbed or of the family's journal, or a leak (invariant 11). Double
//! closes are not looked for.

use super::convergence::{Convergence, Source};
use super::finding::{Findings, Inconsistent};
use super::index::Index;
use crate::history::{EventKind, RowState, Seen, View};
use crate::names::{AddressId, InstanceId, Revision, RowOf};

/// Compares all of them.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    check_reads(index, findings);
    check_rows(index, findings);
    for replica in findings.judged.clone() {
        match index.history.final_views().find(|view| view.replica == replica) {
            Some(view) => check_view(index, view, findings),
            None => findings.inconsistent.push(Inconsistent::NoView { replica }),
        }
    }
    check_open(index, findings);
}

/// What a read saw is what the commits up to it had left; what the journal installed is what was read.
fn check_reads(index: &Index<'_>, findings: &mut Findings) {
    for (event, recorded) in index.history.events.iter().enumerate() {
        if let EventKind::Read { address, as_of, seen, .. } = recorded.kind {
            let shows_one = !shows_many(index, address);
            let due = index.truth.seen_at(index.layout.row(address), as_of);
            if shows_one && seen != Seen::Unreadable && seen != due {
                findings.inconsistent.push(Inconsistent::ReadAndCommit { event, address });
            }
        }
    }
    for convergence in &index.convergences {
        let Some((event, instance)) = convergence.installed else { continue };
        let EventKind::Installed { revision, .. } = index.event(event).kind else { continue };
        if !claims_what_was_read(index, convergence, instance, revision) {
            findings.inconsistent.push(Inconsistent::RevisionAndRead { event, instance });
        }
    }
}

/// Whether the revision that the journal names is that of the row that was read. What fills a cache names one exactly
/// if there is one row to name; a door may hold a record without one in its hand.
fn claims_what_was_read(
    index: &Index<'_>,
    convergence: &Convergence,
    instance: InstanceId,
    claimed: Option<Revision>,
) -> bool {
    let read = match index.source_of(instance) {
        Source::Version(version) => Some(version).filter(|version| version.state != RowState::Absent),
        _ => None,
    };
    let read = read.map(|version| version.revision);
    if index.layout.is_cached(convergence.address) {
        claimed == read
    } else {
        claimed.is_none_or(|it| Some(it) == read)
    }
}

/// Whether a read at this address is one of many rows, of which no single one is shown.
fn shows_many(index: &Index<'_>, address: AddressId) -> bool {
    matches!(index.layout.row_of(address), Some(RowOf::TypeIn(_) | RowOf::All))
}

fn check_rows(index: &Index<'_>, findings: &mut Findings) {
    for address in index.addresses() {
        let commit = index.truth.latest(address).filter(|version| version.state != RowState::Absent);
        let row = index.history.rows.iter().find(|row| row.address == address).map(|row| row.version);
        let row = row.filter(|version| version.state != RowState::Absent);
        if row != commit {
            let (row, commit) = (row.map(|row| row.sequence), commit.map(|commit| commit.sequence));
            findings.inconsistent.push(Inconsistent::RowAndCommit { address, row, commit });
        }
    }
}

/// What a registry shows is what its journal stored last; nothing of an earlier life is left.
fn check_view(index: &Index<'_>, view: &View, findings: &mut Findings) {
    let replica = view.replica;
    let life = index.lives[usize::from(replica.0)].id;
    for address in index.addresses() {
        let shown = view.entries.iter().find(|entry| entry.address == address);
        let shown = shown.and_then(|entry| entry.instance);
        let change = index.changes_of(replica, address).next();
        let change = change.filter(|change| index.event(change.event).life == life);
        let journal = change.and_then(|change| change.now);
        let unjournalled_code = change.is_none() && index.is_code(replica, address);
        if shown != journal && !unjournalled_code {
            findings.inconsistent.push(Inconsistent::ViewAndJournal { replica, address, shown, journal });
        }
    }
}

/// At the end the upstream has open what was opened for a present life and not closed. What has no upstream is never
/// opened.
fn check_open(index: &Index<'_>, findings: &mut Findings) {
    let record = |address: AddressId| {
        let upstream = index.history.upstreams.iter().find(|upstream| upstream.address == address);
        upstream.map_or(&[][..], |upstream| &upstream.open)
    };
    for instance in index.history.upstreams.iter().flat_map(|upstream| &upstream.open) {
        let opened =
            |convergence: &&Convergence| convergence.opened.is_some_and(|(_, opened)| opened == *instance);
        let convergence = index.convergences_of(instance.replica, instance.address).find(opened);
        if convergence.is_none_or(|convergence| convergence.is_gone) {
            findings.inconsistent.push(Inconsistent::OpenUnrecorded { instance: *instance });
        }
    }
    for convergence in &index.convergences {
        let present = index.lives.get(usize::from(convergence.replica.0));
        let is_present = present.is_some_and(|life| life.id == convergence.life && life.is_up());
        if let Some((_, instance)) = convergence.opened.filter(|_| is_present && !convergence.is_gone)
            && !record(convergence.address).contains(&instance)
        {
            findings.inconsistent.push(Inconsistent::NotOpen { instance });
        }
    }
}
