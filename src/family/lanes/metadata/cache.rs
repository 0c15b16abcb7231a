//! Lane 1, the metadata cache: a read-through cache of items, of *absences*, and of the listing of each type.
//!
//! On a signal it first drops, at once, the entry that the event names and the listing of its type; then it wakes
//! the type's local watchers as a task of its own at the same instant, so that a watcher that re-reads sees the
//! write. An entry is dropped and never filled from a payload: the next read fills it, behind a **fence**. A read
//! that was under way when its entry was invalidated, or filled by another, stores nothing, for it may bring the old
//! value, or the old absence, back: which of two reads began later does not tell which of them acted later. A reload clears the whole cache and fences every read under way.
//!
//! Left out: a bound on the number of entries, and joining reads of one entry that miss at the same time.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Metadatum;
use super::signal::EventSignal;
use crate::family::lane::{Heard, Lane, LaneCore, Shown};
use crate::family::ports::{Host, Note, Role, Runtime, Store, Unreadable};
use crate::family::queue::Ended;
use crate::family::replica::Options;
use crate::family::signal::Signal;
use crate::family::transaction::Record;
use crate::names::{Address, Correlation, InstanceId, RequestId, Revision, Space, Work};

/// The metadata cache on one replica.
pub struct MetadataCache<H: Host> {
    pub(super) core: LaneCore<H>,
    pub(super) entries: RefCell<BTreeMap<Address, Cached>>,
    pub(super) under_way: RefCell<BTreeMap<Address, Vec<UnderWay>>>,
    watchers: RefCell<Vec<Watcher>>,
}

/// What is cached under an address.
pub(super) struct Cached {
    pub id: InstanceId,
    pub value: Value,
}

/// What a read found.
#[derive(Clone)]
pub(super) enum Value {
    Item(Option<Rc<Metadatum>>),
    Listing(Rc<[Metadatum]>),
}

/// A read that is under way: whether it is fenced.
pub(super) type UnderWay = Rc<Cell<bool>>;

/// Someone who re-reads a type whenever it changes.
struct Watcher {
    id: RequestId,
    of: Address,
}

impl<H: Host> MetadataCache<H> {
    /// An empty cache, attached to nothing.
    pub fn new(host: H, options: &Options) -> Rc<Self> {
        Rc::new(Self {
            core: LaneCore::new(Self::LANE, host, options.policies, &options.node),
            entries: RefCell::default(),
            under_way: RefCell::default(),
            watchers: RefCell::default(),
        })
    }

    /// What every lane has.
    pub fn core(&self) -> &LaneCore<H> {
        &self.core
    }

    /// Reads an item through the cache; `None` if there is none.
    ///
    /// # Errors
    /// If it is not cached and cannot be read.
    pub async fn read(
        self: &Rc<Self>,
        work: Work,
        item: &Address,
    ) -> Result<Option<Rc<Metadatum>>, Unreadable> {
        let item = item.of(Space::Item);
        let (store, source) = (self.core.host.store(), self.core.source());
        let fetch = async |correlation| {
            let found = Store::<Metadatum>::read(store, correlation, source, &item).await?;
            Ok(Value::Item(found.row.map(Rc::new)))
        };
        match self.through(work, &item, Value::Item(None), fetch).await? {
            Value::Item(found) => Ok(found),
            Value::Listing(_) => Ok(None),
        }
    }

    /// Reads the listing of a type through the cache.
    ///
    /// # Errors
    /// If it is not cached and cannot be read.
    pub async fn list(self: &Rc<Self>, work: Work, of: &str) -> Result<Rc<[Metadatum]>, Unreadable> {
        let listing = Address::new(Space::Listing, of);
        let (store, source) = (self.core.host.store(), self.core.source());
        let fetch = async |correlation| {
            let found = Store::<Metadatum>::read_all(store, correlation, source, &listing).await?;
            Ok(Value::Listing(found.into_iter().filter_map(|(_, found)| found.row).collect()))
        };
        match self.through(work, &listing, Value::Listing([].into()), fetch).await? {
            Value::Listing(rows) => Ok(rows),
            Value::Item(_) => Ok([].into()),
        }
    }

    /// Lets someone re-read the listing of a type, and each item that changes, from now on.
    pub fn watch(&self, watcher: RequestId, of: &str) {
        self.watchers.borrow_mut().push(Watcher { id: watcher, of: Address::new(Space::Listing, of) });
    }

    /// Drops what is cached for an item and for the listing of its type, fences what is being read for them, and
    /// wakes the type's watchers.
    pub fn invalidate(self: &Rc<Self>, work: Work, item: &Address) {
        let (item, listing) = (item.of(Space::Item), Address::new(Space::Listing, item.type_and_name().0));
        self.core.note(Note::Invalidated { work, address: &item });
        for address in [&item, &listing] {
            self.fence(address);
            self.drop_entry(work, address);
        }
        for watcher in self.watchers.borrow().iter().filter(|watcher| watcher.of == listing) {
            self.wake(work, watcher, Some(&item));
        }
    }

    /// Drops everything, fences everything that is being read, and wakes every watcher.
    fn clear(self: &Rc<Self>, work: Work) {
        self.core.note(Note::Cleared { work });
        for read in self.under_way.borrow().values().flatten() {
            read.set(true);
        }
        let cached: Vec<_> = self.entries.borrow().keys().cloned().collect();
        for address in &cached {
            self.drop_entry(work, address);
        }
        for watcher in self.watchers.borrow().iter() {
            self.wake(work, watcher, None);
        }
    }

    /// Lets a watcher re-read, as a task of its own at this instant.
    fn wake(self: &Rc<Self>, woken_by: Work, watcher: &Watcher, item: Option<&Address>) {
        let id = RequestId::derived(woken_by, &watcher.id.0.to_string());
        let (work, cache) = (Work::Watch(id), Rc::clone(self));
        let (of, item) = (watcher.of.clone(), item.cloned());
        let task = self.core.task(Role::Watch, Correlation::of(work), Some(&watcher.of));
        self.core.host.runtime().spawn(task, async move {
            // A re-read that fails leaves nothing cached: whoever reads next tries again.
            let _ = cache.list(work, of.as_str()).await;
            if let Some(item) = item {
                let _ = cache.read(work, &item).await;
            }
        });
    }
}

impl<H: Host> Lane<H> for MetadataCache<H> {
    const LANE: crate::names::Lane = crate::names::Lane::MetadataCache;

    fn core(&self) -> &LaneCore<H> {
        &self.core
    }

    fn decode(payload: &str) -> Option<Heard<'_>> {
        let signal = EventSignal::decode(payload)?;
        let named = signal.named();
        Some(Heard { origin_node: signal.origin_node, named, queue: None })
    }

    fn arrived(self: &Rc<Self>, work: Work, heard: &Heard<'_>) {
        self.invalidate(work, &heard.named);
    }

    async fn converge(self: &Rc<Self>, _: Work, _: &Address) {
        // A cache has no queue: nothing is ever enqueued.
    }

    /// A reload clears the cache, and leaves nothing to converge.
    async fn addresses(self: &Rc<Self>, correlation: Correlation) -> Result<BTreeSet<Address>, Unreadable> {
        self.clear(correlation.work);
        Ok(BTreeSet::new())
    }

    async fn install_listing(self: &Rc<Self>, correlation: Correlation) -> Result<Vec<Ended>, Unreadable> {
        self.clear(correlation.work);
        Ok(Vec::new())
    }

    async fn close_all(self: &Rc<Self>, _: Work) {
        self.entries.borrow_mut().clear();
    }

    fn view(&self, see: &mut dyn FnMut(Shown<'_>)) {
        for (address, cached) in self.entries.borrow().iter() {
            see(Shown {
                address,
                instance: Some(cached.id),
                code: false,
                revision: cached.value.revision(),
                state: None,
                columns: &|| cached.value.columns(),
            });
        }
    }
}

impl Value {
    pub fn revision(&self) -> Option<Revision> {
        match self {
            Self::Item(Some(row)) => Some(row.revision),
            Self::Item(None) | Self::Listing(_) => None,
        }
    }

    fn columns(&self) -> Vec<(&'static str, String)> {
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
