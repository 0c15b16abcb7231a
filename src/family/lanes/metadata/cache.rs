//! The state of lane 1, a read-through cache of items, of *absences*, and of the listing of each type.
//!
//! A read that runs is kept beside the entries, so that it can be **fenced**: a fenced read stores nothing when it
//! ends. A read is fenced when its entry is invalidated or filled by another read. Otherwise it could store an old
//! value, or an old absence, over a newer state. That one read began after another does not help, because it does not
//! say which of them saw the row later.
//!
//! Left out: a bound on the number of entries, and joining reads of one entry that miss at the same time.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use super::Metadatum;
use crate::family::lane_core::LaneCore;
use crate::family::options::Options;
use crate::family::ports::{Host, JournalEvent};
use crate::family::transaction::Record;
use crate::names::{Address, InstanceId, Lane, RequestId, Revision, Work};

/// The metadata cache on one replica, for one life.
pub struct MetadataCache<H: Host> {
    pub(super) core: LaneCore<H>,
    pub(super) entries: RefCell<BTreeMap<Address, Cached>>,
    /// The reads that run, by the entry that they will fill.
    running_reads: RefCell<BTreeMap<Address, Vec<RunningRead>>>,
    pub(super) watchers: RefCell<Vec<Watcher>>,
}

/// What is cached under an address.
pub struct Cached {
    pub id: InstanceId,
    pub value: Value,
}

/// What a read found.
#[derive(Clone)]
pub enum Value {
    /// An item, or that there is none.
    Item(Option<Rc<Metadatum>>),
    Listing(Rc<[Metadatum]>),
}

/// A read that runs: whether it is fenced.
pub type RunningRead = Rc<Cell<bool>>;

/// A client of this replica that re-reads a type whenever it changes.
pub struct Watcher {
    pub id: RequestId,
    /// The listing of the type.
    pub listing: Address,
}

impl<H: Host> MetadataCache<H> {
    /// An empty cache, not attached to a bus.
    pub fn new(host: H, options: &Options) -> Rc<Self> {
        Rc::new(Self {
            core: LaneCore::new(Lane::MetadataCache, host, options.policies, &options.node),
            entries: RefCell::default(),
            running_reads: RefCell::default(),
            watchers: RefCell::default(),
        })
    }

    /// Drops the entry of an address, if there is one.
    pub(super) fn drop_entry(&self, work: Work, address: &Address) {
        if let Some(cached) = self.entries.borrow_mut().remove(address) {
            self.core.record(JournalEvent::Evicted { work, instance: cached.id });
        }
    }

    /// Adds a read of an address to those that run.
    pub(super) fn begin_read(&self, address: &Address) -> RunningRead {
        let read = RunningRead::default();
        // Several reads of one entry can run, because misses are not joined.
        self.running_reads.borrow_mut().entry(address.clone()).or_default().push(Rc::clone(&read));
        read
    }

    /// Removes a read from those that run.
    pub(super) fn end_read(&self, address: &Address, read: &RunningRead) {
        let mut running = self.running_reads.borrow_mut();
        let Some(reads) = running.get_mut(address) else { return };
        reads.retain(|other| !Rc::ptr_eq(other, read));
        // An empty list would stay for ever, for each name that was ever read.
        if reads.is_empty() {
            running.remove(address);
        }
    }

    /// Fences the reads of an address that run now.
    pub(super) fn fence(&self, address: &Address) {
        for read in self.running_reads.borrow().get(address).into_iter().flatten() {
            read.set(true);
        }
    }

    /// Fences every read that runs now.
    pub(super) fn fence_all(&self) {
        for read in self.running_reads.borrow().values().flatten() {
            read.set(true);
        }
    }
}

impl Value {
    /// The revision of the item; `None` for an absence and for a listing.
    pub fn revision(&self) -> Option<Revision> {
        match self {
            Self::Item(Some(row)) => Some(row.revision),
            Self::Item(None) | Self::Listing(_) => None,
        }
    }

    /// What is cached, by column, for people.
    pub fn columns(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Item(Some(row)) => row.columns(),
            Self::Item(None) => vec![("absent", true.to_string())],
            Self::Listing(rows) => {
                let names: Vec<_> = rows.iter().map(|row| row.address.type_and_name().1).collect();
                vec![("names", names.join(", "))]
            }
        }
    }
}
