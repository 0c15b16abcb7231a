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
use std::time::Duration;

use super::super::super::lane::{Heard, Lane, LaneCore, Shown};
use super::super::super::ports::{Host, Journal, Note, Role, Runtime, Store, Unreadable};
use super::super::super::queue::Ended;
use super::super::super::reading;
use super::super::super::replica::Options;
use super::super::super::signal::{EventSignal, Signal};
use super::super::super::transaction::Record;
use super::Metadatum;
use crate::names::{
    Address, Correlation, Fill, InstanceId, Kept, ReadError, RequestId, Revision, Space, Work,
};

/// The metadata cache on one replica.
pub struct MetadataCache<H: Host> {
    core: LaneCore<H>,
    entries: RefCell<BTreeMap<Address, Cached>>,
    under_way: RefCell<BTreeMap<Address, Vec<UnderWay>>>,
    watchers: RefCell<Vec<Watcher>>,
}

/// What is cached under an address.
struct Cached {
    id: InstanceId,
    value: Value,
}

/// What a read found.
#[derive(Clone)]
enum Value {
    Item(Option<Rc<Metadatum>>),
    Listing(Rc<[Metadatum]>),
}

/// A read that is under way: whether it is fenced.
type UnderWay = Rc<Cell<bool>>;

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

    /// Answers from the cache or, where that holds nothing, from the store, and stores what was found there unless
    /// it is fenced. `gone`: what a failed read is taken for, where the policy says so.
    async fn through(
        self: &Rc<Self>,
        work: Work,
        address: &Address,
        gone: Value,
        fetch: impl AsyncFn(Correlation) -> Result<Value, Unreadable>,
    ) -> Result<Value, Unreadable> {
        if let Some(cached) = self.entries.borrow().get(address) {
            return Ok(cached.value.clone());
        }
        let read = self.begin(address);
        let fetch = async |correlation| {
            // A retry is a read of its own.
            read.set(false);
            fetch(correlation).await
        };
        let found = reading::read(&self.core, work, address, fetch).await;
        self.end(address, &read);
        let value = match found {
            Ok((_, value)) => value,
            Err(_) if self.core.policies.read_error == ReadError::TreatAsGone => gone,
            Err(_) => {
                self.core.kept(work, address, Kept::Unreadable);
                return Err(Unreadable);
            }
        };
        self.fill(work, address, &value, read.get());
        Ok(value)
    }

    fn fill(self: &Rc<Self>, work: Work, address: &Address, value: &Value, fenced: bool) {
        if fenced && self.core.policies.fill == Fill::Fenced {
            return self.core.kept(work, address, Kept::Fenced);
        }
        if self.core.is_down() {
            return self.core.kept(work, address, Kept::ShutDown);
        }
        let id = self.core.host.journal().identity(address);
        self.core.note(Note::Installed { work, instance: id, revision: value.revision() });
        self.fence(address);
        self.entries.borrow_mut().insert(address.clone(), Cached { id, value: value.clone() });
        self.expire(work, address, id);
    }

    /// Drops an entry when it has lived its time, where the policy gives it one.
    fn expire(self: &Rc<Self>, work: Work, address: &Address, id: InstanceId) {
        let Some(time) = self.core.policies.ttl.0 else { return };
        let (cache, address) = (Rc::clone(self), address.clone());
        let named = address.clone();
        let attempt = u16::try_from(id.nth & 0xffff).expect("sixteen bits fit");
        let task = self.core.task(Role::Expire, Correlation { work, attempt }, Some(&named));
        self.core.host.runtime().spawn(task, async move {
            let task = cache.core.task(Role::Expire, Correlation { work, attempt }, Some(&address));
            cache.core.host.runtime().sleep(task, Duration::from_micros(time)).await;
            if cache.entries.borrow().get(&address).is_some_and(|cached| cached.id == id) {
                cache.drop_entry(work, &address);
            }
        });
    }

    fn drop_entry(&self, work: Work, address: &Address) {
        if let Some(cached) = self.entries.borrow_mut().remove(address) {
            self.core.note(Note::Evicted { work, instance: cached.id });
        }
    }

    /// Fences what is being read for an address.
    fn fence(&self, address: &Address) {
        for read in self.under_way.borrow().get(address).into_iter().flatten() {
            read.set(true);
        }
    }

    fn begin(&self, address: &Address) -> UnderWay {
        let read = UnderWay::default();
        self.under_way.borrow_mut().entry(address.clone()).or_default().push(Rc::clone(&read));
        read
    }

    fn end(&self, address: &Address, read: &UnderWay) {
        let mut under_way = self.under_way.borrow_mut();
        let Some(reads) = under_way.get_mut(address) else { return };
        reads.retain(|other| !Rc::ptr_eq(other, read));
        if reads.is_empty() {
            under_way.remove(address);
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
                retrying: false,
                columns: &|| cached.value.columns(),
            });
        }
    }
}

impl Value {
    fn revision(&self) -> Option<Revision> {
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
