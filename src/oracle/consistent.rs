//! The records of one run agree: registry views with the journal, rows and reads with the commits, the upstream's own
//! record with what its port saw.
//!
//! A disagreement is a fault of the testbed or of the family's journal, or a leak (invariant 11). Double closes are not
//! checked here.

use super::convergence::Convergence;
use super::finding::{Findings, Inconsistent};
use super::index::Index;
use crate::history::{EventKind, ReadResult, RowState, View};
use crate::names::{AddressId, InstanceId, Revision, RowOf};

/// Compares all records of a run that ended quiet.
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

/// A read saw what the commits up to it had made; the journal installed what was read.
fn check_reads(index: &Index<'_>, findings: &mut Findings) {
    for (event, recorded) in index.history.events.iter().enumerate() {
        if let EventKind::Read { address, as_of, result, .. } = recorded.kind {
            let is_of_one_row = !reads_many_rows(index, address);
            let expected = index.truth.read_at(index.layout.row(address), as_of);
            if is_of_one_row && result != ReadResult::Unreadable && result != expected {
                findings.inconsistent.push(Inconsistent::ReadAndCommit { event, address });
            }
        }
    }
    for convergence in &index.convergences {
        let Some((event, instance)) = convergence.installed else { continue };
        let EventKind::Installed { revision, .. } = index.event(event).kind else { continue };
        if !is_revision_read(index, convergence, instance, revision) {
            findings.inconsistent.push(Inconsistent::RevisionAndRead { event, instance });
        }
    }
}

/// Whether the revision that the journal names is the revision of the row that was read.
///
/// The fill of a cache entry names a revision exactly if it read one row that is present. Any other install may leave
/// the revision out: a door can install a record before it knows its revision.
fn is_revision_read(
    index: &Index<'_>,
    convergence: &Convergence,
    instance: InstanceId,
    named: Option<Revision>,
) -> bool {
    let version = index.source_of(instance).version();
    let read = version.filter(|version| version.state != RowState::Absent).map(|version| version.revision);
    if index.layout.is_cached(convergence.address) {
        named == read
    } else {
        named.is_none_or(|named| Some(named) == read)
    }
}

/// Whether a read at this address reads many rows at once, so that its result says nothing about a single row.
fn reads_many_rows(index: &Index<'_>, address: AddressId) -> bool {
    matches!(index.layout.row_of(address), Some(RowOf::TypeIn(_) | RowOf::All))
}

/// The rows at the end are those that the commits have made.
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

/// A registry shows what its journal installed last in the present life, and nothing from an earlier life.
fn check_view(index: &Index<'_>, view: &View, findings: &mut Findings) {
    let replica = view.replica;
    let life = index.life(replica).id;
    for address in index.addresses() {
        let shown = view.entries.iter().find(|entry| entry.address == address);
        let shown = shown.and_then(|entry| entry.instance);
        let change = index.changes_of(replica, address).next();
        let change = change.filter(|change| index.event(change.event).life == life);
        let journal = change.and_then(|change| change.instance);
        // The journal need not record what code defines.
        let is_unrecorded_code = change.is_none() && index.is_code(replica, address);
        if shown != journal && !is_unrecorded_code {
            findings.inconsistent.push(Inconsistent::ViewAndJournal { replica, address, shown, journal });
        }
    }
}

/// At the end the upstream has open exactly what was opened for a present life and not closed. An object has no upstream
/// and is never opened.
fn check_open(index: &Index<'_>, findings: &mut Findings) {
    let record = |address: AddressId| {
        let upstream = index.history.upstreams.iter().find(|upstream| upstream.address == address);
        upstream.map_or(&[][..], |upstream| &upstream.open)
    };
    for instance in index.history.upstreams.iter().flat_map(|upstream| &upstream.open) {
        let opened =
            |convergence: &&Convergence| convergence.opened.is_some_and(|(_, opened)| opened == *instance);
        let convergence = index.convergences_of(instance.replica, instance.address).find(opened);
        if convergence.is_none_or(|convergence| convergence.is_closed) {
            findings.inconsistent.push(Inconsistent::OpenUnrecorded { instance: *instance });
        }
    }
    for convergence in &index.convergences {
        let life = index.life(convergence.replica);
        let is_present = life.id == convergence.life && life.is_up();
        if let Some((_, instance)) = convergence.opened.filter(|_| is_present && !convergence.is_closed)
            && !record(convergence.address).contains(&instance)
        {
            findings.inconsistent.push(Inconsistent::NotOpen { instance });
        }
    }
}
