//! The stale entry that is to be explained, and what every explanation looks up for it.

use crate::history::{ConnectorState, Event, EventKind};
use crate::names::Style;
use crate::names::{AddressId, Cause, InstanceId, Lane, ReplicaId, RequestId, Work};
use crate::oracle::convergence::Convergence;
use crate::oracle::entry_layout::is_listing_of;
use crate::oracle::finding::{Chance, Charge};
use crate::oracle::index::Index;
use crate::oracle::life::Life;
use crate::oracle::truth::Commit;

/// A stale entry, and the commit that it lags behind.
#[derive(Clone, Copy)]
pub struct StaleCase<'i, 'a> {
    pub index: &'i Index<'a>,
    pub replica: ReplicaId,
    /// The present life of that replica.
    pub life: Life,
    pub lane: Lane,
    pub style: Style,
    pub address: AddressId,
    /// The instance that the entry holds at the end.
    pub held: Option<InstanceId>,
    /// The state that a connector shows at the end.
    pub state: Option<ConnectorState>,
    pub commit: Commit,
}

/// Where a chance was stopped: the cause, and the position of the event that shows it.
#[derive(Clone, Copy)]
pub struct Stop {
    pub cause: Cause,
    pub event: usize,
}

impl Stop {
    pub fn by(cause: Cause, event: usize) -> Self {
        Self { cause, event }
    }
}

impl<'i, 'a> StaleCase<'i, 'a> {
    /// A charge for a chance that was stopped.
    pub fn charge(self, chance: Chance, stop: Stop) -> Charge {
        let at = self.index.event(stop.event).at;
        Charge { chance, cause: stop.cause, at, event: Some(stop.event) }
    }

    /// Whether an address that a signal or an invalidation names concerns the entry.
    pub fn is_about(self, named: AddressId) -> bool {
        match self.style {
            Style::Resource => named == self.address,
            Style::Reconcile => self.index.layout.lane(named) == Some(self.lane),
            Style::Cache => {
                let is_cached = self.index.layout.is_cached(named);
                named == self.address || is_cached && is_listing_of(self.index.history, self.address, named)
            }
        }
    }

    /// Whether an event belongs to the present life of the replica.
    fn is_of_life(self, event: &Event) -> bool {
        (event.replica, event.life) == (self.replica, self.life.id)
    }

    /// Whether the replica itself made the commit, in its present life.
    pub fn is_writer(self) -> bool {
        self.is_of_life(self.index.event(self.commit.event))
    }

    /// The events of the replica's present life, each with its position.
    pub fn events(self) -> impl Iterator<Item = (usize, &'a Event)> {
        let events = self.index.history.events.iter().enumerate().skip(self.life.began);
        events.filter(move |(_, event)| self.is_of_life(event))
    }

    /// When the signal of a request was first published on the entry's lane.
    pub fn published(self, request: RequestId) -> Option<usize> {
        self.index.requests.get(request).and_then(|record| record.on(self.lane).published)
    }

    /// Whether the replica does this work for its own signal, which is no chance.
    pub fn is_echo(self, work: Work) -> bool {
        let Work::Signal { write, .. } = work else { return false };
        self.published(write).is_some_and(|published| self.is_of_life(self.index.event(published)))
    }

    /// Whether the lane attaches at boot.
    pub fn attaches_at_boot(self) -> bool {
        let info = &self.index.history.header.replicas[usize::from(self.replica.0)];
        info.attaches.contains(&self.lane)
    }

    /// The convergences in the entry's queue in the present life, the last one first.
    pub fn convergences(self) -> impl Iterator<Item = &'i Convergence> {
        self.convergences_of(self.index.layout.queue(self.address))
    }

    /// The attempts at the entry itself in the present life, the last one first. For an entry with a queue of its own
    /// these are the same as the convergences in its queue.
    pub fn attempts(self) -> impl Iterator<Item = &'i Convergence> {
        self.convergences_of(self.address)
    }

    fn convergences_of(self, address: AddressId) -> impl Iterator<Item = &'i Convergence> {
        let convergences = self.index.convergences_of(self.replica, address);
        convergences.take_while(move |convergence| convergence.life == self.life.id)
    }

    /// The convergence that was done for a piece of work, in the queue or outside of it.
    pub fn convergence_for(self, work: Work) -> Option<&'i Convergence> {
        let is_it = |convergence: &&Convergence| convergence.work == work && is_convergence(convergence);
        self.convergences().find(is_it).or_else(|| self.attempts().find(is_it))
    }
}

/// Whether a convergence is more than a read that a door made for itself.
fn is_convergence(convergence: &Convergence) -> bool {
    convergence.enqueued.is_some() || convergence.open_began.is_some() || convergence.ended.is_some()
}

/// The work of the boot or the reload that begins with an event.
pub fn boot_or_reload(kind: EventKind) -> Option<Work> {
    if let EventKind::BootBegan { request } = kind {
        return Some(Work::Boot(request));
    }
    if let EventKind::Reloading { request } = kind { Some(Work::Reload(request)) } else { None }
}
