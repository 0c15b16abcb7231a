//! Converged: each judged replica holds, for each address, what a fresh boot would hold now.
//!
//! That is: its code's instance where code defines one and the upstream opened it; else an instance of the row's present signature if
//! the row is active, and none if it is not. While a build would fail now, nothing and the kept old
//! instance are right as well. Why an entry is stale is not asked here; see [`explain`](super::explain).

use super::explain::explain;
use super::finding::{Breach, Broken, Findings};
use super::index::Index;
use crate::history::{Entry, Event, Outcome, Port, RowState, Version, View, What};
use crate::names::{AddressId, Instant, Invariant, ReplicaId};

/// The replicas that are judged: up, booted, not paused, in a run that ended quiet.
pub fn judged(index: &Index<'_>) -> Vec<ReplicaId> {
    if index.history.outcome != Outcome::Quiet {
        return Vec::new();
    }
    let ids = (0..u16::MAX).map(ReplicaId);
    ids.zip(&index.lives).filter(|(_, life)| life.is_judged()).map(|(id, _)| id).collect()
}

/// Checks every address on every judged replica.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    let mut shown = vec![None; index.history.addresses.len()];
    for replica in findings.judged.clone() {
        let Some(view) = index.history.final_views().find(|view| view.replica == replica) else { continue };
        spread(view, &mut shown);
        for (address, entry) in index.addresses().zip(&shown) {
            check_entry(index, replica, address, *entry, findings);
        }
    }
}

/// Lays the entries of a view out by address.
fn spread<'v>(view: &'v View, shown: &mut [Option<&'v Entry>]) {
    shown.fill(None);
    for entry in &view.entries {
        if let Some(slot) = shown.get_mut(usize::from(entry.address.0)) {
            *slot = Some(entry);
        }
    }
}

fn check_entry(
    index: &Index<'_>,
    replica: ReplicaId,
    address: AddressId,
    entry: Option<&Entry>,
    findings: &mut Findings,
) {
    if index.is_code(replica, address) {
        let is_right = match entry {
            Some(entry) => entry.code,
            None => could_not_open(index, replica, address),
        };
        if !is_right {
            let at = index.history.events.last().map_or(Instant::default(), |event| event.at);
            let invariant = Invariant::CodeUntouched;
            findings.broken.push(Broken {
                invariant,
                at,
                replica,
                address,
                event: None,
                what: Breach::CodeMissing,
            });
        }
        return;
    }
    if !is_due(index, replica, address, entry) {
        let held = entry.map(|entry| entry.instance);
        findings.stale.push(explain(index, replica, address, held));
    }
}

/// Whether the upstream did not open what code defines, or not in time, when the present life booted.
fn could_not_open(index: &Index<'_>, replica: ReplicaId, address: AddressId) -> bool {
    let life = index.lives[usize::from(replica.0)].id;
    let of_life = |event: &&Event| (event.replica, event.life) == (replica, life);
    index.history.events.iter().filter(of_life).any(|event| match event.what {
        What::OpenFailed { address: of, .. } => of == address,
        What::AnswersLate { port: Port::Open, address: of, .. } => of == Some(address),
        _ => false,
    })
}

/// Whether what a replica holds is what it should hold.
fn is_due(index: &Index<'_>, replica: ReplicaId, address: AddressId, entry: Option<&Entry>) -> bool {
    let active = index.truth.latest(address).filter(|version| version.state == RowState::Active);
    let Some(entry) = entry else {
        return active.is_none() || !builds_now(index, replica, address);
    };
    let Some(due) = active else { return false };
    // What it was opened with decides, where the upstream has written it down; the read alone says what the
    // replica meant to open.
    let opened = index.connection(entry.instance);
    let is_open_as_due = opened.is_none_or(|opened| opened == due.connection);
    match built_from(index, entry) {
        Some(held) if due.signature == held.signature && is_open_as_due => true,
        Some(_) => !builds_now(index, replica, address),
        // An uncommitted record that came true meanwhile is what a fresh boot would hold.
        None => !entry.code && opened.is_some() && is_open_as_due,
    }
}

/// The active version that an entry's instance was built from.
fn built_from(index: &Index<'_>, entry: &Entry) -> Option<Version> {
    let version = index.source_of(entry.instance).version();
    version.filter(|version| version.state == RowState::Active && !entry.code)
}

/// Whether the upstream says that a build of this replica would succeed now.
fn builds_now(index: &Index<'_>, replica: ReplicaId, address: AddressId) -> bool {
    let upstream = index.history.upstreams.iter().find(|upstream| upstream.address == address);
    upstream.and_then(|upstream| upstream.builds.get(usize::from(replica.0)).copied()).unwrap_or(true)
}
