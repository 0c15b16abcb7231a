//! The index itself, and what can be looked up in it.
//!
//! The convergences and the registry changes of one entry are chained from the last one back, because most questions are
//! about the last ones.

use crate::history::{Event, EventKind, History, NodeNameId, ReadResult};
use crate::names::{AddressId, InstanceId, ReplicaId, RowOf, Signature, Work};
use crate::oracle::convergence::{Convergence, RegistryChange, Source};
use crate::oracle::entry_layout::{self, EntryLayout};
use crate::oracle::life::{Life, Lives};
use crate::oracle::listings::Listings;
use crate::oracle::request_record::RequestRecords;
use crate::oracle::truth::Truth;

/// The index of a history.
pub struct Index<'a> {
    pub history: &'a History,
    pub layout: EntryLayout,
    pub truth: Truth,
    pub requests: RequestRecords,
    /// The events by which replicas sent or committed transactions, in order. Given rows are not among them.
    pub writes: Vec<usize>,
    /// The convergences, in the order of their first events.
    pub convergences: Vec<Convergence>,
    /// The changes of all registries, in order.
    pub changes: Vec<RegistryChange>,
    /// The events by which caches dropped one entry or all of them, in order.
    pub cache_drops: Vec<usize>,
    /// The events by which retries were armed, in order.
    pub retries: Vec<usize>,
    pub lives: Lives,
    /// The ends of the chains of each replica and address, by [`Index::slot`].
    pub(super) last: Vec<LastOfEntry>,
    /// Whether doors install the record that they have written (`own-write = in-hand`, before the commit or after).
    pub(super) installs_own_writes: bool,
    /// Whether a boot or a reload installs what its listing held (`rehydrate = from-listing`).
    pub(super) installs_listings: bool,
    pub(super) listings: Listings,
    /// The replicas that were asked to attach under another node id, each with that id.
    pub(super) node_id_changes: Vec<(ReplicaId, NodeNameId)>,
}

/// The last convergence and the last registry change of one replica and address, by index.
#[derive(Clone, Copy, Default)]
pub(super) struct LastOfEntry {
    pub convergence: Option<usize>,
    pub change: Option<usize>,
}

impl<'a> Index<'a> {
    /// The event at a position.
    pub fn event(&self, at: usize) -> &'a Event {
        &self.history.events[at]
    }

    /// The addresses of the run.
    pub fn addresses(&self) -> impl Iterator<Item = AddressId> + use<> {
        (0..u16::try_from(self.history.addresses.len()).unwrap_or(u16::MAX)).map(AddressId)
    }

    /// The rows that a cache entry shows: the row of an item, or all rows of a listing's type.
    pub fn rows_of(&self, entry: AddressId) -> impl Iterator<Item = AddressId> {
        let (row_of, own_row) = (self.layout.row_of(entry), self.layout.row(entry));
        self.addresses().filter(move |address| match row_of {
            Some(RowOf::TypeIn(rows)) => {
                let is_row = self.layout.space(*address) == Some(rows);
                is_row && entry_layout::is_listing_of(self.history, entry, *address)
            }
            Some(RowOf::Same | RowOf::In(_) | RowOf::Reference | RowOf::All) | None => *address == own_row,
        })
    }

    /// Whether the code of a replica defines an address.
    pub fn is_code(&self, replica: ReplicaId, address: AddressId) -> bool {
        let info = self.history.header.replicas.get(usize::from(replica.0));
        info.is_some_and(|info| info.code.contains(&address))
    }

    /// Every node id that a replica has at some time.
    pub fn node_ids(&self, replica: ReplicaId) -> impl Iterator<Item = &str> {
        let header = &self.history.header;
        let first = header.replicas.get(usize::from(replica.0)).map(|info| info.node_id.as_str());
        let changes = self.node_id_changes.iter().filter(move |(changed, _)| *changed == replica);
        let later = changes.filter_map(|(_, node)| header.node_ids.get(usize::from(node.0)));
        first.into_iter().chain(later.map(String::as_str))
    }

    /// Whether two replicas have the same node id, each at any time.
    pub fn share_node_id(&self, one: ReplicaId, other: ReplicaId) -> bool {
        self.node_ids(one).any(|id| self.node_ids(other).any(|other| other == id))
    }

    /// The present life of a replica.
    pub fn life(&self, replica: ReplicaId) -> Life {
        self.lives.present(replica)
    }

    /// The convergences of a replica and address, the last one first.
    pub fn convergences_of(
        &self,
        replica: ReplicaId,
        address: AddressId,
    ) -> impl Iterator<Item = &Convergence> {
        let last = self.slot(replica, address).and_then(|slot| self.last[slot].convergence);
        let convergences = &self.convergences;
        std::iter::successors(last.map(|last| &convergences[last]), |convergence| {
            convergence.previous.map(|previous| &convergences[previous])
        })
    }

    /// The registry changes of a replica and address in the last life that has any, the last one first.
    pub fn changes_of(
        &self,
        replica: ReplicaId,
        address: AddressId,
    ) -> impl Iterator<Item = &RegistryChange> {
        let last = self.slot(replica, address).and_then(|slot| self.last[slot].change);
        self.changes_from(last)
    }

    /// This registry change, and those before it of the same entry and life, the last one first.
    pub fn changes_from(&self, last: Option<usize>) -> impl Iterator<Item = &RegistryChange> {
        let changes = &self.changes;
        std::iter::successors(last.map(|last| &changes[last]), |change| {
            change.previous.map(|previous| &changes[previous])
        })
    }

    /// The instance that a replica held after an event of its present life, according to the journal.
    pub fn held_after(&self, replica: ReplicaId, address: AddressId, at: usize) -> Option<InstanceId> {
        let began = self.life(replica).began;
        let change =
            self.changes_of(replica, address).find(|change| change.event <= at && change.event > began);
        change.and_then(|change| change.instance)
    }

    /// The convergence that made an instance: it was opened for it or, where nothing is opened, installed by it.
    pub fn convergence_of(&self, instance: InstanceId) -> Option<&Convergence> {
        self.convergences_of(instance.replica, instance.address)
            .find(|convergence| convergence.made(instance))
    }

    /// What an instance was built from.
    pub fn source_of(&self, instance: InstanceId) -> Source {
        self.convergence_of(instance).map_or(Source::Unread, |convergence| self.source(convergence))
    }

    /// Whether the life of an event had been asked to shut down before that event.
    pub fn is_shutting_down(&self, at: usize) -> bool {
        let life_of = |event: &Event| (event.replica, event.life);
        let life = life_of(self.event(at));
        let mut before = self.history.events[..at].iter().rev();
        before.any(|event| matches!(event.kind, EventKind::ShutDownBegan { .. }) && life_of(event) == life)
    }

    /// The connection that an instance was opened with, as the upstream saw it.
    pub fn connection(&self, instance: InstanceId) -> Option<Signature> {
        let opened = self.history.connections.iter().find(|(opened, _)| *opened == instance);
        opened.map(|(_, connection)| *connection)
    }

    /// Whether a convergence installs the record that its own door has written, instead of reading the row.
    pub fn installs_own_write(&self, convergence: &Convergence) -> bool {
        self.installs_own_writes && matches!(convergence.work, Work::Write(_))
    }

    /// Whether a convergence installs what a listing held, instead of reading the row: the listing is its read.
    pub fn installs_listing(&self, convergence: &Convergence) -> bool {
        let lists = matches!(convergence.work, Work::Boot(_) | Work::Attach(_) | Work::Reload(_));
        self.installs_listings && lists
    }

    /// What the result of a convergence is based on.
    pub fn source(&self, convergence: &Convergence) -> Source {
        if let Work::Write(request) = convergence.work
            && self.installs_own_writes
        {
            let written = self.truth.written(self.layout.row(convergence.address), request);
            return written.map_or(Source::Uncommitted(request), Source::Version);
        }
        // A boot opens what code defines before it reads anything.
        if matches!(convergence.work, Work::Boot(_))
            && convergence.read.is_none()
            && self.is_code(convergence.replica, convergence.address)
        {
            return Source::Code;
        }
        match convergence.read {
            Some(read) if read.result != ReadResult::Unreadable => {
                let version = self.truth.version_at(self.layout.row(convergence.address), read.as_of);
                version.map_or(Source::NeverExisted, Source::Version)
            }
            _ => Source::Unread,
        }
    }

    /// The position of a replica and address in `last`; `None` if the run has no such replica or address.
    pub(super) fn slot(&self, replica: ReplicaId, address: AddressId) -> Option<usize> {
        let (replica, address) = (usize::from(replica.0), usize::from(address.0));
        let is_known = replica < self.lives.len() && address < self.history.addresses.len();
        is_known.then(|| replica * self.history.addresses.len() + address)
    }
}
