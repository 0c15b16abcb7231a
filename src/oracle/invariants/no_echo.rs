//! 9, no echo: a replica never converges because of its own signal, and a write has at most one signal.
//!
//! Own is what the same life of the same replica published; by what node id the receiver goes is not asked.
//! A signal that failed to be published and was published again counts once.

use crate::names::{Invariant, Work};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks every convergence, and every request.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for run in &index.runs {
        let Work::Signal { write, copy } = run.work else { continue };
        let published = index.asks.get(write).and_then(|ask| ask.published).map(|event| index.event(event));
        if published.is_some_and(|event| (event.replica, event.life) == (run.replica, run.life)) {
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
