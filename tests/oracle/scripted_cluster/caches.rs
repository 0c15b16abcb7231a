//! Caches on the scripted cluster, and writes of metadata, which two lanes follow.

use reconverge::history::{EventKind, ReadResult, RowState};
use reconverge::names::{AddressId, InstanceId, Lane, Revision, Sequence, Space, Verb, Work};

use super::{Change, ITEM, LISTING, OBJECT, ScriptedCluster, address};

impl ScriptedCluster {
    /// The metadata row `view/x` is given; a and b have booted, and nothing is cached.
    pub fn metadata() -> Self {
        let mut cluster = Self::with(&[Lane::MetadataCache, Lane::Metadata]);
        cluster.given(OBJECT);
        cluster.boot("a");
        cluster.boot("b");
        cluster
    }

    /// A client reads an item, or a listing, on a replica.
    pub fn request_read(&mut self, on: &str, step: &str, name: &str) -> Work {
        let verb = if address(name).space() == Space::Listing { Verb::List } else { Verb::Read };
        self.send_request_for(on, step, name, verb);
        Work::Read(self.request(step))
    }

    /// The same; the read sees the rows as they are, and its result is cached.
    pub fn fill(&mut self, on: &str, step: &str, name: &str) -> InstanceId {
        let work = self.request_read(on, step, name);
        self.begin_read(on, work, name);
        self.finish_read(on, work, name);
        let instance = self.cache(on, work, name);
        self.answer(on, step, 200);
        instance
    }

    /// Caches the result of the read for a piece of work.
    pub fn cache(&mut self, on: &str, work: Work, name: &str) -> InstanceId {
        let instance = self.next_instance(on, name);
        let revision = self.revision_read(work, instance.address);
        self.record(on, EventKind::Installed { work, instance, revision });
        self.registry.insert((instance.replica, instance.address), instance);
        instance
    }

    /// The revision of the row that was last read for a piece of work. A listing has none, nor has an absence.
    fn revision_read(&self, work: Work, of: AddressId) -> Option<Revision> {
        let as_of = self.events.iter().rev().find_map(|event| {
            let EventKind::Read { correlation, address, as_of, result } = event.kind else { return None };
            let is_it = correlation.work == work && address == of;
            is_it.then_some(if result == ReadResult::Present { as_of } else { Sequence(0) })
        })?;
        let item = &self.header.addresses[usize::from(of.0)];
        let row = self.header.addresses.iter().position(|address| *address == item.of(Space::Object))?;
        let committed = self.events.iter().rev().find_map(|event| {
            let EventKind::Committed { address, version, .. } = event.kind else { return None };
            (usize::from(address.0) == row && version.sequence <= as_of).then_some(version)
        });
        committed.filter(|version| version.state != RowState::Absent).map(|version| version.revision)
    }

    /// Drops a cached entry.
    pub fn drop_cached(&mut self, on: &str, work: Work, name: &str) {
        let held = self.registry.remove(&(self.replica(on), self.address(name)));
        if let Some(instance) = held {
            self.record(on, EventKind::Evicted { work, instance });
        }
    }

    /// Drops an item and the listing of its type.
    pub fn invalidate(&mut self, on: &str, work: Work, item: &str) {
        let address = self.address(item);
        self.record(on, EventKind::Invalidated { work, address });
        self.drop_cached(on, work, item);
        self.drop_cached(on, work, LISTING);
    }

    /// Drops everything.
    pub fn clear(&mut self, on: &str, work: Work) {
        self.record(on, EventKind::Cleared { work });
        let cached = self.header.addresses.clone().into_iter();
        for address in cached.filter(|address| address.lane() == Lane::MetadataCache) {
            self.drop_cached(on, work, &format!("{}:{}", address.space().word(), address.as_str()));
        }
    }

    /// A whole write of metadata: a commit, two signals, the own invalidation and the own convergence.
    pub fn write_metadata(&mut self, on: &str, step: &str, object: &str, change: Change) {
        let item = object.replace("object:", "item:");
        self.commit(on, step, object, change);
        self.publish(on, step, &item, true);
        self.publish(on, step, object, true);
        let work = Work::Write(self.request(step));
        self.invalidate(on, work, &item);
        self.finish(on, step, object);
    }

    /// Lane 2 of a replica follows the signal of a write.
    pub fn deliver_object(&mut self, step: &str, to: &str, object: &str) {
        let lane = std::mem::replace(&mut self.lane, Lane::Metadata);
        self.deliver(step, to, object);
        self.lane = lane;
    }

    /// `view/x` is cached on b, then written on a; lane 2 follows it on b.
    pub fn cached() -> Self {
        let mut cluster = Self::metadata();
        cluster.fill("b", "look", ITEM);
        cluster.write_metadata("a", "new", OBJECT, Change::Put);
        cluster.deliver_object("new", "b", OBJECT);
        cluster
    }
}
