//! What the oracles look up, gathered in one walk over the events.
//!
//! It judges nothing. Calls are joined to the work that they were made for by their correlation ids, never
//! by asking the system under test.

mod begin;
mod notes;

use super::convergence::{Convergence, RegistryChange, Source};
use super::entry_layout::{self, EntryLayout};
use super::life::Life;
use super::listings::Listings;
use super::request_record::RequestRecords;
use super::truth::Truth;
use crate::history::{Event, EventKind, History, NodeNameId, Seen};
use crate::names::{AddressId, InstanceId, OwnWrite, Rehydrate, ReplicaId, RowOf, Signature, Work};

/// The index of a history.
pub struct Index<'a> {
    /// The history.
    pub history: &'a History,
    /// Where the entries belong.
    pub layout: EntryLayout,
    /// What the rows were.
    pub truth: Truth,
    /// The requests.
    pub requests: RequestRecords,
    /// The events by which transactions were sent or committed, in order; the given rows not among them.
    pub writes: Vec<usize>,
    /// The convergences, in the order of their first events.
    pub convergences: Vec<Convergence>,
    /// The changes of registries, in order.
    pub changes: Vec<RegistryChange>,
    /// The events by which caches dropped entries, one of them or all, in order.
    pub drops: Vec<usize>,
    /// The events by which retries were armed, in order.
    pub retries: Vec<usize>,
    /// The present life of each replica.
    pub lives: Vec<Life>,
    cells: Vec<Cell>,
    in_hand: bool,
    from_listing: bool,
    listings: Listings,
    /// The node ids that replicas were told to attach their lanes under.
    renamed: Vec<(ReplicaId, NodeNameId)>,
}

/// One replica and address: where its chains of runs and of stores end.
#[derive(Clone, Copy, Default)]
struct Cell {
    convergence: Option<usize>,
    change: Option<usize>,
}

impl<'a> Index<'a> {
    /// Walks over a history.
    pub fn of(history: &'a History) -> Self {
        let replicas = history.header.replicas.len();
        let mut index = Self {
            history,
            layout: EntryLayout::of(history),
            truth: Truth::of(&history.events),
            requests: RequestRecords::with_room(),
            writes: Vec::with_capacity(32),
            convergences: Vec::with_capacity(history.events.len() / 6),
            changes: Vec::with_capacity(history.events.len() / 12),
            drops: Vec::new(),
            retries: Vec::new(),
            lives: vec![Life::default(); replicas],
            cells: vec![Cell::default(); replicas * history.addresses.len()],
            in_hand: history.header.policies.own_write != OwnWrite::ThroughQueue,
            from_listing: history.header.policies.rehydrate == Rehydrate::FromListing,
            listings: Listings::default(),
            renamed: Vec::new(),
        };
        for (at, event) in history.events.iter().enumerate() {
            index.note(at, event);
        }
        index
    }

    /// The event at a position.
    pub fn event(&self, at: usize) -> &'a Event {
        &self.history.events[at]
    }

    /// The addresses of the run.
    pub fn addresses(&self) -> impl Iterator<Item = AddressId> + use<> {
        (0..u16::try_from(self.history.addresses.len()).unwrap_or(u16::MAX)).map(AddressId)
    }

    /// The rows that an entry of a cache shows: that of an item, or all of a listing's type.
    pub fn rows_of(&self, entry: AddressId) -> impl Iterator<Item = AddressId> {
        let (row_of, row) = (self.layout.row_of(entry), self.layout.row(entry));
        self.addresses().filter(move |of| match row_of {
            Some(RowOf::TypeIn(rows)) => {
                self.layout.space(*of) == Some(rows) && entry_layout::lists(self.history, entry, *of)
            }
            Some(RowOf::Same | RowOf::In(_) | RowOf::Reference | RowOf::All) | None => *of == row,
        })
    }

    /// Whether the code of a replica defines an address.
    pub fn is_code(&self, replica: ReplicaId, address: AddressId) -> bool {
        let info = self.history.header.replicas.get(usize::from(replica.0));
        info.is_some_and(|info| info.code.contains(&address))
    }

    /// Every node id that a replica has at one time or another.
    pub fn node_ids(&self, replica: ReplicaId) -> impl Iterator<Item = &str> {
        let header = &self.history.header;
        let own = header.replicas.get(usize::from(replica.0)).map(|info| info.node_id.as_str());
        let renamed = self.renamed.iter().filter(move |(renamed, _)| *renamed == replica);
        let later = renamed.filter_map(|(_, node)| header.node_ids.get(usize::from(node.0)));
        own.into_iter().chain(later.map(String::as_str))
    }

    /// Whether two replicas have, or come to have, one node id.
    pub fn share_id(&self, one: ReplicaId, other: ReplicaId) -> bool {
        self.node_ids(one).any(|id| self.node_ids(other).any(|other| other == id))
    }

    /// The runs of a replica and address, the last one first.
    pub fn convergences_of(
        &self,
        replica: ReplicaId,
        address: AddressId,
    ) -> impl Iterator<Item = &Convergence> {
        let last = self.cell(replica, address).and_then(|cell| self.cells[cell].convergence);
        let convergences = &self.convergences;
        std::iter::successors(last.map(|convergence| &convergences[convergence]), |convergence| {
            convergence.before.map(|before| &convergences[before])
        })
    }

    /// The changes of a replica's registry for an address in its last life with any, the last one first.
    pub fn changes_of(
        &self,
        replica: ReplicaId,
        address: AddressId,
    ) -> impl Iterator<Item = &RegistryChange> {
        let last = self.cell(replica, address).and_then(|cell| self.cells[cell].change);
        self.changes_from(last)
    }

    /// This change of a registry, and those before it in the same life.
    pub fn changes_from(&self, last: Option<usize>) -> impl Iterator<Item = &RegistryChange> {
        let changes = &self.changes;
        std::iter::successors(last.map(|change| &changes[change]), |change| {
            change.before.map(|before| &changes[before])
        })
    }

    /// What the journal says that a replica held after an event of its present life.
    pub fn held_after(&self, replica: ReplicaId, address: AddressId, at: usize) -> Option<InstanceId> {
        let began = self.lives.get(usize::from(replica.0))?.began;
        let change =
            self.changes_of(replica, address).find(|change| change.event <= at && change.event > began);
        change.and_then(|change| change.now)
    }

    /// The run by which an instance came about: it was opened for it or, where nothing is opened, installed.
    pub fn convergence_of(&self, instance: InstanceId) -> Option<&Convergence> {
        self.convergences_of(instance.replica, instance.address)
            .find(|convergence| convergence.made(instance))
    }

    /// What an instance was built from.
    pub fn source_of(&self, instance: InstanceId) -> Source {
        self.convergence_of(instance).map_or(Source::Unread, |convergence| self.source(convergence))
    }

    /// Whether a life had been told to end in good order by an event of its own.
    pub fn is_ending(&self, at: usize) -> bool {
        let of = |event: &Event| (event.replica, event.life);
        let (before, life) = (&self.history.events[..at], of(self.event(at)));
        before
            .iter()
            .rev()
            .any(|event| matches!(event.kind, EventKind::ShutDownBegan { .. }) && of(event) == life)
    }

    /// What an instance was opened with, as the upstream saw it.
    pub fn connection(&self, instance: InstanceId) -> Option<Signature> {
        let opened = self.history.connections.iter().find(|(opened, _)| *opened == instance);
        opened.map(|(_, connection)| *connection)
    }

    /// Whether a run installs the record in its door's hand instead of reading the row.
    pub fn is_by_hand(&self, convergence: &Convergence) -> bool {
        self.in_hand && matches!(convergence.work, Work::Write(_))
    }

    /// Whether a run installs what a listing held instead of reading the row: the listing is its read.
    pub fn is_from_listing(&self, convergence: &Convergence) -> bool {
        let lists = matches!(convergence.work, Work::Boot(_) | Work::Attach(_) | Work::Reload(_));
        self.from_listing && lists
    }

    /// What the result of a run goes back to.
    pub fn source(&self, convergence: &Convergence) -> Source {
        match convergence.work {
            Work::Write(request) if self.is_by_hand(convergence) => {
                let written = self.truth.written(self.layout.row(convergence.address), request);
                written.map_or(Source::Uncommitted(request), Source::Version)
            }
            Work::Boot(_)
                if convergence.read.is_none() && self.is_code(convergence.replica, convergence.address) =>
            {
                Source::Code
            }
            _ => self.source_read(convergence),
        }
    }

    fn source_read(&self, convergence: &Convergence) -> Source {
        match convergence.read {
            Some(read) if read.seen != Seen::Unreadable => {
                let version = self.truth.version_at(self.layout.row(convergence.address), read.as_of);
                version.map_or(Source::Never, Source::Version)
            }
            _ => Source::Unread,
        }
    }

    fn cell(&self, replica: ReplicaId, address: AddressId) -> Option<usize> {
        let (replica, address) = (usize::from(replica.0), usize::from(address.0));
        let known = replica < self.lives.len() && address < self.history.addresses.len();
        known.then(|| replica * self.history.addresses.len() + address)
    }

    fn note(&mut self, at: usize, event: &Event) {
        match event.kind {
            EventKind::Enqueued { work, address } => {
                if let Some(convergence) = self.begin(at, event, work, address) {
                    convergence.enqueued = Some(at);
                }
            }
            EventKind::ReadBegan { .. } | EventKind::Read { .. } => self.note_read(at, event),
            EventKind::ListBegan { .. } | EventKind::Listed { .. } if self.from_listing => {
                self.listings.note(at, event);
            }
            EventKind::Invalidated { .. } | EventKind::Cleared { .. } => self.drops.push(at),
            EventKind::RetryArmed { .. } => self.retries.push(at),
            EventKind::NodeIdSet { node } => self.renamed.push((event.replica, node)),
            EventKind::OpenBegan { .. } | EventKind::Opened { .. } | EventKind::OpenFailed { .. } => {
                self.note_open(at, event);
            }
            EventKind::CloseBegan { instance } | EventKind::Closed { instance } => {
                self.note_close(at, event, instance);
            }
            EventKind::Installed { .. } | EventKind::Evicted { .. } | EventKind::Kept { .. } => {
                self.note_end(at, event);
            }
            EventKind::BootBegan { .. }
            | EventKind::Serving
            | EventKind::Crashed
            | EventKind::ShutDown
            | EventKind::Paused
            | EventKind::Resumed => {
                if let Some(life) = self.lives.get_mut(usize::from(event.replica.0)) {
                    life.note(at, event);
                }
            }
            EventKind::WriteSent { .. } | EventKind::Committed { .. } if event.replica != Event::OUTSIDE => {
                self.writes.push(at);
                self.requests.note(at, event, &self.layout);
            }
            _ => self.requests.note(at, event, &self.layout),
        }
    }
}
