//! Converged: each judged replica holds, for each address, what a fresh boot would hold now.
//!
//! What that is depends on the style of the lane, one in each file. What code defines is right if it is the
//! code's own instance, where the upstream opened it. A lane that a replica lacks is not judged there. Why an
//! entry is stale is not asked here; see [`explain`](super::explain).

mod cache;
mod reconcile;
mod resource;

use super::explain::explain;
use super::finding::{Breach, Broken, Findings};
use super::index::Index;
use crate::history::{Entry, Event, EventKind, Outcome, Port, RowState, Version, View};
use crate::names::{AddressId, InstanceId, Instant, Invariant, ReplicaId, Style};

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
            let Some(style) = index.layout.style(address) else { continue };
            if has_lane(index, replica, address) {
                check_entry(index, (replica, address, style), *entry, findings);
            }
        }
    }
}

/// Whether a replica has the lane that knows an address.
fn has_lane(index: &Index<'_>, replica: ReplicaId, address: AddressId) -> bool {
    let info = &index.history.header.replicas[usize::from(replica.0)];
    index.layout.lane(address).is_some_and(|lane| info.lanes.contains(&lane))
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
    (replica, address, style): (ReplicaId, AddressId, Style),
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
    let is_due = match style {
        Style::Cache => cache::is_due(index, address, entry),
        Style::Resource => resource::is_due(index, replica, address, entry),
        Style::Reconcile => reconcile::is_due(index, replica, address, entry),
    };
    if !is_due {
        findings.stale.push(explain(index, (replica, address, style), entry));
    }
}

/// Whether the upstream did not open what code defines, or not in time, when the present life booted.
fn could_not_open(index: &Index<'_>, replica: ReplicaId, address: AddressId) -> bool {
    let life = index.lives[usize::from(replica.0)].id;
    let of_life = |event: &&Event| (event.replica, event.life) == (replica, life);
    index.history.events.iter().filter(of_life).any(|event| match event.kind {
        EventKind::OpenFailed { address: of, .. } => of == address,
        EventKind::AnswersLate { port: Port::Open, address: of, .. } => of == Some(address),
        _ => false,
    })
}

/// The active version that an instance was built from, if it was built from one.
fn built_from(index: &Index<'_>, instance: InstanceId) -> Option<Version> {
    index.source_of(instance).version().filter(|version| version.state == RowState::Active)
}

/// Whether an instance is of a version: built from its signature, and opened with its connection.
///
/// What it was opened with decides, where the upstream has written it down; the read alone says what the replica
/// meant to open. An uncommitted record that came true meanwhile is what a fresh boot would hold.
fn is_of(index: &Index<'_>, instance: InstanceId, due: Version) -> bool {
    let opened = index.connection(instance);
    let is_open_as_due = opened.is_none_or(|opened| opened == due.connection);
    match built_from(index, instance) {
        Some(held) => due.signature == held.signature && is_open_as_due,
        None => opened.is_some() && is_open_as_due,
    }
}

/// Whether the upstream says that a build of this replica would succeed now.
fn builds_now(index: &Index<'_>, replica: ReplicaId, address: AddressId) -> bool {
    let upstream = index.history.upstreams.iter().find(|upstream| upstream.address == address);
    upstream.and_then(|upstream| upstream.builds.get(usize::from(replica.0)).copied()).unwrap_or(true)
}
