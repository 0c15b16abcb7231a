//! Evictions that no row called for, and which of the invariants 5 and 10 each of them breaks.
//!
//! | the convergence that evicted had read | and then | breaks |
//! |---|---|---|
//! | an active row | builds, or tries to | 5: a rebuild that closes first |
//! | an active row | builds nothing | 10: the old instance is lost |
//! | nothing, or an unreadable row | anything | 10 |
//! | an absent or inactive row | anything | neither |
//!
//! For a door that installs its own record, the row is what its write made of it; for a connector, it is the row of its
//! reference. A cache may drop anything. The records of the ports and of the journal decide, not the policies.

use crate::history::{EventKind, Kept, RowState};
use crate::names::InstanceId;
use crate::oracle::convergence::{Convergence, End, RegistryChange, Source};
use crate::oracle::index::Index;

/// An eviction that no row called for.
#[derive(Clone, Copy)]
pub struct Eviction<'i> {
    pub event: usize,
    /// The convergence that evicted.
    pub convergence: &'i Convergence,
    pub instance: InstanceId,
    /// Why it is wrong.
    pub fault: Fault,
}

/// Why an eviction is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It begins a rebuild, which should close the old instance last.
    ClosesFirst,
    /// The row is active, and no build follows.
    Active,
    /// No row was read.
    Unread,
}

/// The evictions that no row called for, in order.
pub fn wrong_evictions<'i>(index: &'i Index<'_>) -> impl Iterator<Item = Eviction<'i>> {
    index.changes.iter().filter(|change| change.instance.is_none()).filter_map(move |change| {
        let convergence = &index.convergences[change.convergence];
        let EventKind::Evicted { instance, .. } = index.event(change.event).kind else { return None };
        let fault =
            fault(index, convergence, change).filter(|_| !index.layout.is_cached(convergence.address))?;
        Some(Eviction { event: change.event, convergence, instance, fault })
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
        Source::Version(_) | Source::Code | Source::NeverExisted | Source::Uncommitted(_) => None,
    }
}

/// Whether a convergence builds after it has evicted. An object is built without a call to an upstream; then the end of
/// the convergence shows it. If the life crashes at the instant of the eviction, a build may have been about to begin.
fn builds_after(index: &Index<'_>, convergence: &Convergence, evicted: usize) -> bool {
    let is_later = |at: usize| at > evicted;
    let built_or_tried = |end: End| match end {
        End::Installed(_) => true,
        End::Kept(why) => matches!(why, Kept::BuildFailed | Kept::Discarded | Kept::ShutDown),
        End::Evicted(_) => false,
    };
    let ends = convergence.ended.is_some_and(|(ended, end)| {
        is_later(ended) && convergence.open_began.is_none() && built_or_tried(end)
    });
    let installs = convergence.installed.is_some_and(|(installed, _)| is_later(installed));
    convergence.open_began.is_some_and(is_later)
        || installs
        || ends
        || crashes_at(index, convergence, evicted)
}

/// Whether the life of a convergence crashed at the instant of its eviction, after it.
fn crashes_at(index: &Index<'_>, convergence: &Convergence, evicted: usize) -> bool {
    let at = index.event(evicted).at;
    let since = index.history.events[evicted..].iter().take_while(|event| event.at == at);
    let mut of_life =
        since.filter(|event| (event.replica, event.life) == (convergence.replica, convergence.life));
    of_life.any(|event| event.kind == EventKind::Crashed)
}
