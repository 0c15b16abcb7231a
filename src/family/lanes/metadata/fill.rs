//! Filling the cache: a miss reads the store, and what was found is stored unless it is fenced.

use std::rc::Rc;
use std::time::Duration;

use super::cache::{Cached, MetadataCache, UnderWay, Value};
use crate::family::bounded_read;
use crate::family::ports::{Host, Journal, Note, Role, Runtime, Unreadable};
use crate::names::{Address, Correlation, Fill, InstanceId, Kept, ReadError, Work};

impl<H: Host> MetadataCache<H> {
    /// Answers from the cache or, where that holds nothing, from the store, and stores what was found there unless
    /// it is fenced. `gone`: what a failed read is taken for, where the policy says so.
    pub(super) async fn through(
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
        let found = bounded_read::read(&self.core, work, address, fetch).await;
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
        let attempt = id.ordinal();
        let task = self.core.task(Role::Expire, Correlation { work, attempt }, Some(&named));
        self.core.host.runtime().spawn(task, async move {
            let task = cache.core.task(Role::Expire, Correlation { work, attempt }, Some(&address));
            cache.core.host.runtime().sleep(task, Duration::from_micros(time)).await;
            if cache.entries.borrow().get(&address).is_some_and(|cached| cached.id == id) {
                cache.drop_entry(work, &address);
            }
        });
    }

    pub(super) fn drop_entry(&self, work: Work, address: &Address) {
        if let Some(cached) = self.entries.borrow_mut().remove(address) {
            self.core.note(Note::Evicted { work, instance: cached.id });
        }
    }

    /// Fences what is being read for an address.
    pub(super) fn fence(&self, address: &Address) {
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
}
