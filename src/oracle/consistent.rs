//! The records of one run agree: registry views with the journal, rows and reads with the commits, the
//! upstream's open instances with the registries.
//!
//! What disagrees is a fault of the testbed or of the family's journal, or a leak (invariant 11). Double
//! closes are not looked for.

use super::finding::{Findings, Inconsistent};
use super::index::Index;
use super::run::{End, Run, Source};
use crate::history::{Event, RowState, Seen, View, What};
use crate::names::{InstanceId, LifeId, ReplicaId};

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
        if let What::Read { address, as_of, seen, .. } = recorded.what {
            let version = index.truth.version_at(address, as_of);
            let present = version.is_some_and(|version| version.state != RowState::Absent);
            if seen != Seen::Unreadable && present != (seen == Seen::Present) {
                findings.inconsistent.push(Inconsistent::ReadAndCommit { event, address });
            }
        }
    }
    for run in &index.runs {
        let Some((event, End::Installed(instance))) = run.ended else { continue };
        let What::Installed { revision: Some(claimed), .. } = index.event(event).what else { continue };
        let source = index.source_of(instance);
        if matches!(source, Source::Version(version) if version.revision != claimed) {
            findings.inconsistent.push(Inconsistent::RevisionAndRead { event, instance });
        }
    }
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
        let shown = view.entries.iter().find(|entry| entry.address == address).map(|entry| entry.instance);
        let store = index.stores_of(replica, address).next();
        let store = store.filter(|store| index.event(store.event).life == life);
        let journal = store.and_then(|store| store.now);
        let unjournalled_code = store.is_none() && index.is_code(replica, address);
        if shown != journal && !unjournalled_code {
            findings.inconsistent.push(Inconsistent::ViewAndJournal { replica, address, shown, journal });
        }
    }
}

/// At the end, open = registered, counting the present lives of judged replicas; a life that was shut down
/// leaves nothing open, and one that crashed is not asked.
fn check_open(index: &Index<'_>, findings: &mut Findings) {
    for instance in index.history.upstreams.iter().flat_map(|upstream| &upstream.open) {
        if !registered(index, *instance, &findings.judged)
            && must_be_closed(index, *instance, &findings.judged)
        {
            findings.inconsistent.push(Inconsistent::Leaked { instance: *instance });
        }
    }
    for view in index.history.final_views().filter(|view| findings.judged.contains(&view.replica)) {
        for entry in &view.entries {
            let upstream = index.history.upstreams.iter().find(|upstream| upstream.address == entry.address);
            if upstream.is_some_and(|upstream| !upstream.open.contains(&entry.instance)) {
                findings.inconsistent.push(Inconsistent::NotOpen { instance: entry.instance });
            }
        }
    }
}

/// Whether the registry shows the instance; a missing view shows nothing, and is reported as such.
fn registered(index: &Index<'_>, instance: InstanceId, judged: &[ReplicaId]) -> bool {
    let view = index.history.final_views().find(|view| view.replica == instance.replica);
    match view {
        Some(view) => view.entries.iter().any(|entry| entry.instance == instance),
        None => judged.contains(&instance.replica),
    }
}

fn must_be_closed(index: &Index<'_>, instance: InstanceId, judged: &[ReplicaId]) -> bool {
    let opened =
        |run: &Run| run.opened.filter(|(_, opened)| *opened == instance).map(|(event, _)| (event, run.life));
    let opened = index.runs_of(instance.replica, instance.address).find_map(opened);
    let Some((event, life)) = opened else { return true };
    let Some(present) = index.lives.get(usize::from(instance.replica.0)) else { return true };
    if life == present.id && present.is_up() {
        return judged.contains(&instance.replica);
    }
    // What opens only after the shutdown has no one left who could close it.
    shutdown(index, instance.replica, life).is_some_and(|shutdown| event < shutdown)
}

/// When a life was shut down; `None` if it ended in a crash.
fn shutdown(index: &Index<'_>, replica: ReplicaId, life: LifeId) -> Option<usize> {
    let of_life = |event: &Event| event.replica == replica && event.life == life;
    index.history.events.iter().rposition(|event| of_life(event) && event.what == What::ShutDown)
}
