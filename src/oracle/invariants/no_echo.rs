//! 9, no echo: a replica never converges because of its own signal, and a write has at most one signal on each lane.
//!
//! A signal is a replica's own if the same life of the same replica published it. The node id does not matter, with one
//! exception: a replica that was asked in the meantime to attach under another node id cannot recognise its own signal.
//!
//! A cache converges by dropping what the signal names. A reconcile counts once, whatever it does at its connectors. A
//! signal that failed to be published and was then published counts once.

use crate::history::{Event, EventKind};
use crate::names::{AddressId, Invariant, RequestId, Style, Work};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks every convergence, every invalidation and every request.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for convergence in &index.convergences {
        // An attempt at a connector belongs to its reconcile; a cache entry is dropped by an invalidation.
        if !matches!(index.layout.style(convergence.address), Some(Style::Cache | Style::Reconcile)) {
            check_one(index, convergence.work, (convergence.first, convergence.address), findings);
        }
    }
    for &at in &index.cache_drops {
        if let EventKind::Invalidated { work, address } = index.event(at).kind {
            check_one(index, work, (at, address), findings);
        }
    }
    for record in index.requests.iter() {
        for again in record.signals().filter_map(|signal| signal.published_again) {
            let breach = Breach::PublishedAgain { request: record.request };
            findings.record_broken(index, Invariant::NoEcho, (again, record.address), breach);
        }
    }
}

/// Checks that a piece of work that begins with an event is not done for the replica's own signal.
fn check_one(index: &Index<'_>, work: Work, (at, address): (usize, AddressId), findings: &mut Findings) {
    let Work::Signal { write, copy } = work else { return };
    let Some(lane) = index.layout.lane(address) else { return };
    let published = index.requests.get(write).and_then(|record| record.on(lane).published);
    let life_of = |event: &Event| (event.replica, event.life);
    let is_own =
        published.is_some_and(|published| life_of(index.event(published)) == life_of(index.event(at)));
    if is_own && !has_new_node_id(index, write, at) {
        let breach = Breach::FollowedOwn { request: write, copy };
        findings.record_broken(index, Invariant::NoEcho, (at, address), breach);
    }
}

/// Whether a replica was asked to attach under another node id between a request and the event that followed its signal.
fn has_new_node_id(index: &Index<'_>, write: RequestId, followed: usize) -> bool {
    let event = index.event(followed);
    let before = index.history.events[..followed].iter().rev();
    let is_request =
        |event: &&Event| matches!(event.kind, EventKind::Requested { request, .. } if request == write);
    let mut since = before.take_while(|event| !is_request(event));
    since.any(|other| {
        (other.replica, other.life) == (event.replica, event.life)
            && matches!(other.kind, EventKind::NodeIdSet { .. })
    })
}
