//! The walk over all entries of the judged replicas.

use super::{cache, reconcile, resource};
use crate::history::{Entry, Event, EventKind, Outcome, Port, View};
use crate::names::Style;
use crate::names::{AddressId, Instant, Invariant, ReplicaId};
use crate::oracle::explain::explain;
use crate::oracle::finding::{Breach, BrokenInvariant, Findings};
use crate::oracle::index::Index;

/// The replicas that are judged: those up, booted and not paused at the end of a run that ended quiet.
pub fn judged(index: &Index<'_>) -> Vec<ReplicaId> {
    if index.history.outcome != Outcome::Quiet {
        return Vec::new();
    }
    index.lives.iter().filter(|(_, life)| life.is_judged()).map(|(replica, _)| replica).collect()
}

/// Checks every address on every judged replica.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    // One buffer for all replicas, because this runs for every seed.
    let mut entries = vec![None; index.history.addresses.len()];
    for replica in findings.judged.clone() {
        let Some(view) = index.history.final_views().find(|view| view.replica == replica) else { continue };
        entries_by_address(view, &mut entries);
        for (address, entry) in index.addresses().zip(&entries) {
            let Some(style) = index.layout.style(address) else { continue };
            if has_lane(index, replica, address) {
                check_entry(index, (replica, address, style), *entry, findings);
            }
        }
    }
}

/// Whether a replica has the lane of an address.
fn has_lane(index: &Index<'_>, replica: ReplicaId, address: AddressId) -> bool {
    let info = &index.history.header.replicas[usize::from(replica.0)];
    index.layout.lane(address).is_some_and(|lane| info.lanes.contains(&lane))
}

/// Puts each entry of a view at the position of its address.
fn entries_by_address<'v>(view: &'v View, entries: &mut [Option<&'v Entry>]) {
    entries.fill(None);
    for entry in &view.entries {
        if let Some(slot) = entries.get_mut(usize::from(entry.address.0)) {
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
        return check_code(index, (replica, address), entry, findings);
    }
    let has_converged = match style {
        Style::Cache => cache::has_converged(index, address, entry),
        Style::Resource => resource::has_converged(index, replica, address, entry),
        Style::Reconcile => reconcile::has_converged(index, replica, address, entry),
    };
    if !has_converged {
        findings.stale.push(explain(index, (replica, address, style), entry));
    }
}

/// Checks that a replica still holds what its code defines. No row can make such an entry stale: a missing one is a
/// broken invariant.
fn check_code(
    index: &Index<'_>,
    (replica, address): (ReplicaId, AddressId),
    entry: Option<&Entry>,
    findings: &mut Findings,
) {
    let is_right = match entry {
        Some(entry) => entry.code,
        None => could_not_open(index, replica, address),
    };
    if !is_right {
        let at = index.history.events.last().map_or(Instant::default(), |event| event.at);
        let (invariant, breach) = (Invariant::CodeUntouched, Breach::CodeMissing);
        findings.broken.push(BrokenInvariant { invariant, at, replica, address, event: None, breach });
    }
}

/// Whether the upstream did not open an address for the present life of a replica, or answered too late.
fn could_not_open(index: &Index<'_>, replica: ReplicaId, address: AddressId) -> bool {
    let life = index.life(replica).id;
    let failed = |kind: EventKind| matches!(kind, EventKind::OpenFailed { address: of, .. } if of == address);
    let is_late = |kind: EventKind| matches!(kind, EventKind::AnswersLate { port: Port::Open, address: of, .. } if of == Some(address));
    let shows_it = |event: &Event| failed(event.kind) || is_late(event.kind);
    let mut events = index.history.events.iter();
    events.any(|event| (event.replica, event.life) == (replica, life) && shows_it(event))
}
