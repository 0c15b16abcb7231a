//! 9, no echo: a replica never converges because of its own signal, and a write has at most one signal on each lane.
//!
//! Own is what the same life of the same replica published; by what node id the receiver goes is not asked,
//! unless it was told to go by another one meanwhile: then it cannot know its own. A cache converges by dropping
//! what the signal names; a reconcile is asked once, whatever it does at its connectors.
//! A signal that failed to be published and was published again counts once.

use crate::history::{Event, EventKind};
use crate::names::{AddressId, Invariant, RequestId, Style, Work};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks every convergence and every drop, and every request.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for convergence in &index.convergences {
        // What is done at a connector was asked for by the reconcile, what is dropped by the invalidation.
        if !matches!(index.layout.style(convergence.address), Some(Style::Cache | Style::Reconcile)) {
            check_one(index, convergence.work, (convergence.first, convergence.address), findings);
        }
    }
    for &at in &index.drops {
        if let EventKind::Invalidated { work, address } = index.event(at).kind {
            check_one(index, work, (at, address), findings);
        }
    }
    for request_record in index.requests.iter() {
        for again in request_record.signals().filter_map(|signal| signal.again) {
            let what = Breach::PublishedAgain { request: request_record.request };
            findings.broke(index, Invariant::NoEcho, (again, request_record.address), what);
        }
    }
}

/// Checks that a piece of work, which an event shows begun, does not follow the replica's own signal.
fn check_one(index: &Index<'_>, work: Work, (at, address): (usize, AddressId), findings: &mut Findings) {
    let Work::Signal { write, copy } = work else { return };
    let Some(lane) = index.layout.lane(address) else { return };
    let published = index.requests.get(write).and_then(|request_record| request_record.on(lane).published);
    let of = |event: &Event| (event.replica, event.life);
    let is_own = published.is_some_and(|published| of(index.event(published)) == of(index.event(at)));
    if is_own && !is_renamed(index, write, at) {
        let what = Breach::FollowedOwn { request: write, copy };
        findings.broke(index, Invariant::NoEcho, (at, address), what);
    }
}

/// Whether a replica was told to attach under another node id between the request and what it followed.
fn is_renamed(index: &Index<'_>, write: RequestId, followed: usize) -> bool {
    let event = index.event(followed);
    let before = index.history.events[..followed].iter().rev();
    let asked =
        |event: &&Event| matches!(event.kind, EventKind::Requested { request, .. } if request == write);
    let since = before.take_while(|event| !asked(event));
    let of_it = |other: &&Event| (other.replica, other.life) == (event.replica, event.life);
    since.filter(of_it).any(|event| matches!(event.kind, EventKind::NodeIdSet { .. }))
}
