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

use crate::history::{EventKind, Kept, RowState};
use crate::names::InstanceId;
use crate::oracle::convergence::{Convergence, End, RegistryChange, Source};
use crate::oracle::index::Index;

/// An evict that no row called for.
#[derive(Clone, Copy)]
pub struct Evict<'i> {
    /// Its event.
    pub event: usize,
    /// The run that did it.
    pub convergence: &'i Convergence,
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
    index.changes.iter().filter(|change| change.now.is_none()).filter_map(move |change| {
        let convergence = &index.convergences[change.convergence];
        let EventKind::Evicted { instance, .. } = index.event(change.event).kind else { return None };
        let fault =
            fault(index, convergence, change).filter(|_| !index.layout.is_cached(convergence.address))?;
        Some(Evict { event: change.event, convergence, instance, fault })
    })
}

fn fault(index: &Index<'_>, convergence: &Convergence, change: &RegistryChange) -> Option<Fault> {
    match index.source(convergence) {
        Source::Unread => Some(Fault::Unread),
        Source::Version(version) if version.state == RowState::Active => {
            Some(if builds_after(index, convergence, change.event) {
                Fault::ClosesFirst
            } else {
                Fault::Active
            })
        }
        _ => None,
    }
}

/// Whether a run goes on to build after an evict. What has no upstream is built without a call: then its end tells. A
/// life that crashes at that very instant may have been about to.
fn builds_after(index: &Index<'_>, convergence: &Convergence, evicted: usize) -> bool {
    let later = |at: usize| at > evicted;
    let tries = |end: End| match end {
        End::Installed(_) => true,
        End::Kept(why) => matches!(why, Kept::BuildFailed | Kept::Discarded | Kept::ShutDown),
        End::Evicted(_) => false,
    };
    let ends = convergence
        .ended
        .is_some_and(|(ended, end)| later(ended) && convergence.open_began.is_none() && tries(end));
    let installs = convergence.installed.is_some_and(|(installed, _)| later(installed));
    convergence.open_began.is_some_and(later) || installs || ends || crashes_at(index, convergence, evicted)
}

/// Whether the life of a run crashed at the instant of an event, before the run went on.
fn crashes_at(index: &Index<'_>, convergence: &Convergence, evicted: usize) -> bool {
    let at = index.event(evicted).at;
    let since = index.history.events[evicted..].iter().take_while(|event| event.at == at);
    let mut of_life =
        since.filter(|event| (event.replica, event.life) == (convergence.replica, convergence.life));
    of_life.any(|event| event.kind == EventKind::Crashed)
}
