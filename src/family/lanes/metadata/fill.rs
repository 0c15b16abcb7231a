//! Reading through the cache: a miss reads the store, and stores what it found unless the read was fenced.

use std::rc::Rc;
use std::time::Duration;

use super::Metadatum;
use super::cache::{Cached, MetadataCache, Value};
use crate::family::bounded_read;
use crate::family::ports::{Host, Journal, JournalEvent, Role, Runtime, Store, Unreadable};
use crate::names::{Address, Correlation, Fill, InstanceId, Kept, ReadError, Space, Work};

impl<H: Host> MetadataCache<H> {
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
        match self.read_through(work, &item, Value::Item(None), fetch).await? {
            Value::Item(found) => Ok(found),
            Value::Listing(_) => Ok(None),
        }
    }

    /// Reads the listing of a type through the cache.
    ///
    /// # Errors
    /// If it is not cached and cannot be read.
    pub async fn list(self: &Rc<Self>, work: Work, type_name: &str) -> Result<Rc<[Metadatum]>, Unreadable> {
        let listing = Address::new(Space::Listing, type_name);
        let (store, source) = (self.core.host.store(), self.core.source());
        let fetch = async |correlation| {
            let found = Store::<Metadatum>::read_all(store, correlation, source, &listing).await?;
            Ok(Value::Listing(found.into_iter().filter_map(|(_, found)| found.row).collect()))
        };
        match self.read_through(work, &listing, Value::Listing([].into()), fetch).await? {
            Value::Listing(rows) => Ok(rows),
            Value::Item(_) => Ok([].into()),
        }
    }

    /// Answers from the cache. If it holds nothing, answers from the store, and stores the answer unless the read was
    /// fenced. `absent` is the answer to a read that failed, if the policy treats errors as absence.
    async fn read_through(
        self: &Rc<Self>,
        work: Work,
        address: &Address,
        absent: Value,
        fetch: impl AsyncFn(Correlation) -> Result<Value, Unreadable>,
    ) -> Result<Value, Unreadable> {
        if let Some(cached) = self.entries.borrow().get(address) {
            return Ok(cached.value.clone());
        }
        let read = self.begin_read(address);
        let fetch = async |correlation| {
            // A retry sees the row anew. What was invalidated before it began does not concern it.
            read.set(false);
            fetch(correlation).await
        };
        let found = bounded_read::read(&self.core, work, address, fetch).await;
        self.end_read(address, &read);
        let value = match found {
            Ok((_, value)) => value,
            Err(_) if self.core.policies.read_error == ReadError::TreatAsGone => absent,
            Err(_) => {
                self.core.record_kept(work, address, Kept::Unreadable);
                return Err(Unreadable);
            }
        };
        self.fill(work, address, &value, read.get());
        Ok(value)
    }

    fn fill(self: &Rc<Self>, work: Work, address: &Address, value: &Value, is_fenced: bool) {
        if is_fenced && self.core.policies.fill == Fill::Fenced {
            return self.core.record_kept(work, address, Kept::Fenced);
        }
        if self.core.is_shut_down() {
            return self.core.record_kept(work, address, Kept::ShutDown);
        }
        let id = self.core.host.journal().new_instance_id(address);
        self.core.record(JournalEvent::Installed { work, instance: id, revision: value.revision() });
        // Other reads of this entry may have seen the row earlier than this one.
        self.fence(address);
        self.entries.borrow_mut().insert(address.clone(), Cached { id, value: value.clone() });
        self.expire(work, address, id);
    }

    /// Drops an entry when its time to live is over, if the policy gives it one.
    fn expire(self: &Rc<Self>, work: Work, address: &Address, id: InstanceId) {
        let Some(time_to_live) = self.core.policies.ttl.0 else { return };
        let (cache, address) = (Rc::clone(self), address.clone());
        let task_address = address.clone();
        // One work can fill an entry several times. The ordinal tells their timers apart.
        let correlation = Correlation { work, attempt: id.ordinal() };
        let task = self.core.task(Role::Expire, correlation, Some(&task_address));
        self.core.host.runtime().spawn(task, async move {
            let task = cache.core.task(Role::Expire, correlation, Some(&address));
            cache.core.host.runtime().sleep(task, Duration::from_micros(time_to_live)).await;
            // The entry may have been dropped and filled anew meanwhile.
            if cache.entries.borrow().get(&address).is_some_and(|cached| cached.id == id) {
                cache.drop_entry(work, &address);
            }
        });
    }
}
