//! Evicts that no row called for: which of the invariants 5 and 10 each of them breaks.
//!
//! | the run that evicted had read | and then | breaks |
//! |---|---|---|
//! | an active row | builds, or tries to | 5: a rebuild that closes first |
//! | an active row | builds nothing more | 10: what was held is lost |
//! | nothing that could be read | whatever | 10 |
//! | an absent or inactive row | whatever | neither |
//!
//! What a door does from its hand is asked what its write left; a connector, what the row of its reference was. A cache
//! may drop whatever it likes. Believed is what the ports and the journal saw, not what the policies say.

use crate::history::{Kept, RowState, What};
use crate::names::InstanceId;
use crate::oracle::index::Index;
use crate::oracle::run::{End, Run, Source, Store};

/// An evict that no row called for.
#[derive(Clone, Copy)]
pub struct Evict<'i> {
    /// Its event.
    pub event: usize,
    /// The run that did it.
    pub run: &'i Run,
    /// What was taken out.
    pub instance: InstanceId,
    /// Why it should not have been.
    pub fault: Fault,
}

/// Why an evict is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It begins a rebuild.
    ClosesFirst,
    /// The row is active.
    Active,
    /// No row was read.
    Unread,
}

/// The evicts that no row called for, in order.
pub fn uncalled<'i>(index: &'i Index<'_>) -> impl Iterator<Item = Evict<'i>> {
    index.stores.iter().filter(|store| store.now.is_none()).filter_map(move |store| {
        let run = &index.runs[store.run];
        let What::Evicted { instance, .. } = index.event(store.event).what else { return None };
        let fault = fault(index, run, store).filter(|_| !index.places.is_cached(run.address))?;
        Some(Evict { event: store.event, run, instance, fault })
    })
}

fn fault(index: &Index<'_>, run: &Run, store: &Store) -> Option<Fault> {
    match index.source(run) {
        Source::Unread => Some(Fault::Unread),
        Source::Version(version) if version.state == RowState::Active => {
            Some(if builds_after(index, run, store.event) { Fault::ClosesFirst } else { Fault::Active })
        }
        _ => None,
    }
}

/// Whether a run goes on to build after an evict. What has no upstream is built without a call: then its end tells. A
/// life that crashes at that very instant may have been about to.
fn builds_after(index: &Index<'_>, run: &Run, evicted: usize) -> bool {
    let later = |at: usize| at > evicted;
    let tries = |end: End| match end {
        End::Installed(_) => true,
        End::Kept(why) => matches!(why, Kept::BuildFailed | Kept::Discarded | Kept::ShutDown),
        End::Evicted(_) => false,
    };
    let ends = run.ended.is_some_and(|(ended, end)| later(ended) && run.open_began.is_none() && tries(end));
    let installs = run.installed.is_some_and(|(installed, _)| later(installed));
    run.open_began.is_some_and(later) || installs || ends || crashes_at(index, run, evicted)
}

/// Whether the life of a run crashed at the instant of an event, before the run went on.
fn crashes_at(index: &Index<'_>, run: &Run, evicted: usize) -> bool {
    let at = index.event(evicted).at;
    let since = index.history.events[evicted..].iter().take_while(|event| event.at == at);
    let mut of_life = since.filter(|event| (event.replica, event.life) == (run.replica, run.life));
    of_life.any(|event| event.what == What::Crashed)
}
