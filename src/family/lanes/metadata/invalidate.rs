//! Lane 1 as a lane: on a signal the cache drops entries and wakes watchers.
//!
//! On a signal it first drops, at once, the entry that the signal names and the listing of its type. Then it wakes
//! the type's local watchers, each in a task of its own at the same instant, so that a watcher that re-reads sees the
//! write. An entry is never filled from a payload: the next read fills it (`fill`). A reload drops everything.
//!
//! Invariant: what is dropped is also fenced, so that a read that runs cannot bring it back.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::cache::{MetadataCache, Watcher};
use super::signal::EventSignal;
use crate::family::jobs::Completion;
use crate::family::lane::ReplicaLane;
use crate::family::lane_core::LaneCore;
use crate::family::payload::{DecodedSignal, Signal};
use crate::family::ports::{Host, JournalEvent, Role, Runtime, Unreadable};
use crate::family::view::EntryView;
use crate::names::{Address, Correlation, Lane, RequestId, Space, Work};

impl<H: Host> MetadataCache<H> {
    /// Registers a watcher. From now on it re-reads the listing of a type, and each item that changes.
    pub fn watch(&self, watcher: RequestId, type_name: &str) {
        self.watchers
            .borrow_mut()
            .push(Watcher { id: watcher, listing: Address::new(Space::Listing, type_name) });
    }

    /// Drops the entries of an item and of the listing of its type, fences the reads of both, and wakes the type's
    /// watchers.
    pub fn invalidate(self: &Rc<Self>, work: Work, item: &Address) {
        let (item, listing) = (item.of(Space::Item), Address::new(Space::Listing, item.type_and_name().0));
        self.core.record(JournalEvent::Invalidated { work, address: &item });
        for address in [&item, &listing] {
            self.fence(address);
            self.drop_entry(work, address);
        }
        for watcher in self.watchers.borrow().iter().filter(|watcher| watcher.listing == listing) {
            self.wake(work, watcher, Some(&item));
        }
    }

    /// Drops all entries, fences all reads, and wakes all watchers.
    fn clear(self: &Rc<Self>, work: Work) {
        self.core.record(JournalEvent::Cleared { work });
        self.fence_all();
        let cached: Vec<_> = self.entries.borrow().keys().cloned().collect();
        for address in &cached {
            self.drop_entry(work, address);
        }
        for watcher in self.watchers.borrow().iter() {
            self.wake(work, watcher, None);
        }
    }

    /// Lets a watcher re-read, in a task of its own at this instant.
    fn wake(self: &Rc<Self>, woken_by: Work, watcher: &Watcher, item: Option<&Address>) {
        let id = RequestId::derived(woken_by, &watcher.id.0.to_string());
        let (work, cache) = (Work::Watch(id), Rc::clone(self));
        let (listing, item) = (watcher.listing.clone(), item.cloned());
        let task = self.core.task(Role::Watch, Correlation::of(work), Some(&watcher.listing));
        self.core.host.runtime().spawn(task, async move {
            // If a re-read fails, nothing is cached, and the next read tries again.
            let _ = cache.list(work, listing.as_str()).await;
            if let Some(item) = item {
                let _ = cache.read(work, &item).await;
            }
        });
    }
}

impl<H: Host> ReplicaLane<H> for MetadataCache<H> {
    const LANE: Lane = Lane::MetadataCache;

    fn core(&self) -> &LaneCore<H> {
        &self.core
    }

    fn decode(payload: &str) -> Option<DecodedSignal<'_>> {
        let signal = EventSignal::decode(payload)?;
        let address = signal.address();
        Some(DecodedSignal { origin_node: signal.origin_node, address, queue_address: None })
    }

    fn on_signal(self: &Rc<Self>, work: Work, signal: &DecodedSignal<'_>) {
        self.invalidate(work, &signal.address);
    }

    async fn converge(self: &Rc<Self>, _: Work, _: &Address) {
        // A cache has no queue, so no convergence is ever enqueued.
    }

    /// A reload clears the cache, and leaves nothing to converge.
    async fn addresses_to_reload(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> Result<BTreeSet<Address>, Unreadable> {
        self.clear(correlation.work);
        Ok(BTreeSet::new())
    }

    async fn install_listing(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> Result<Vec<Completion>, Unreadable> {
        self.clear(correlation.work);
        Ok(Vec::new())
    }

    async fn close_all(self: &Rc<Self>, _: Work) {
        self.entries.borrow_mut().clear();
    }

    fn view(&self, visit: &mut dyn FnMut(EntryView<'_>)) {
        for (address, cached) in self.entries.borrow().iter() {
            visit(EntryView {
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
