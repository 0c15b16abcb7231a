//! 9, no echo: a replica never converges because of its own signal, and a write has at most one signal.
//!
//! Own is what the same life of the same replica published; by what node id the receiver goes is not asked,
//! unless it was told to go by another one meanwhile: then it cannot know its own.
//! A signal that failed to be published and was published again counts once.

use crate::history::{Event, What};
use crate::names::{Invariant, RequestId, Work};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;
use crate::oracle::run::Run;

/// Checks every convergence, and every request.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for run in &index.runs {
        let Work::Signal { write, copy } = run.work else { continue };
        let published = index.asks.get(write).and_then(|ask| ask.published).map(|event| index.event(event));
        let is_own = |event: &&Event| (event.replica, event.life) == (run.replica, run.life);
        if published.as_ref().is_some_and(is_own) && !is_renamed(index, write, run) {
            let what = Breach::FollowedOwn { request: write, copy };
            findings.broke(index, Invariant::NoEcho, (run.first, run.address), what);
        }
    }
    for ask in index.asks.iter() {
        if let Some(again) = ask.published_again {
            let what = Breach::PublishedAgain { request: ask.request };
            findings.broke(index, Invariant::NoEcho, (again, ask.address), what);
        }
    }
}

/// Whether a replica was told to attach under another node id between the request and what it followed.
fn is_renamed(index: &Index<'_>, write: RequestId, run: &Run) -> bool {
    let before = index.history.events[..run.first].iter().rev();
    let asked = |event: &&Event| matches!(event.what, What::Requested { request, .. } if request == write);
    let since = before.take_while(|event| !asked(event));
    let of_it = |event: &&Event| (event.replica, event.life) == (run.replica, run.life);
    since.filter(of_it).any(|event| matches!(event.what, What::NodeIdSet { .. }))
}
