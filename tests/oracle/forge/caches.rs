//! Caches on the paper cluster, and the writes of metadata that two lanes follow.

use reconverge::history::{EventKind, RowState, Seen};
use reconverge::names::{AddressId, InstanceId, Lane, Revision, Sequence, Space, Verb, Work};

use super::{Change, Forge, ITEM, LISTING, OBJECT, address};

impl Forge {
    /// Metadata `view/x` given; a and b booted, with nothing cached.
    pub fn metadata() -> Self {
        let mut forge = Self::with(&[Lane::MetadataCache, Lane::Metadata]);
        forge.given(OBJECT);
        forge.boot("a");
        forge.boot("b");
        forge
    }

    /// A client reads an item, or a listing, on a replica.
    pub fn ask_read(&mut self, on: &str, step: &str, name: &str) -> Work {
        let verb = if address(name).space() == Space::Listing { Verb::List } else { Verb::Read };
        self.ask_to(on, step, name, verb);
        Work::Read(self.request(step))
    }

    /// The same, and what was read as the rows are is cached.
    pub fn fill(&mut self, on: &str, step: &str, name: &str) -> InstanceId {
        let work = self.ask_read(on, step, name);
        self.begin_read(on, work, name);
        self.see(on, work, name);
        let instance = self.store(on, work, name);
        self.answer(on, step, 200);
        instance
    }

    /// Caches what was read for a piece of work.
    pub fn store(&mut self, on: &str, work: Work, name: &str) -> InstanceId {
        let instance = self.mint(on, name);
        let revision = self.revision_read(work, instance.address);
        self.record(on, EventKind::Installed { work, instance, revision });
        self.registry.insert((instance.replica, instance.address), instance);
        instance
    }

    /// The revision of the row that was read last for a piece of work, if it was one row and there.
    fn revision_read(&self, work: Work, of: AddressId) -> Option<Revision> {
        let as_of = self.events.iter().rev().find_map(|event| match event.kind {
            EventKind::Read { correlation, address, as_of, seen }
                if correlation.work == work && address == of =>
            {
                Some(if seen == Seen::Present { as_of } else { Sequence(0) })
            }
            _ => None,
        })?;
        let item = &self.header.addresses[usize::from(of.0)];
        let row = self.header.addresses.iter().position(|address| *address == item.of(Space::Object))?;
        let committed = self.events.iter().rev().find_map(|event| match event.kind {
            EventKind::Committed { address, version, .. } if usize::from(address.0) == row => {
                (version.sequence <= as_of).then_some(version)
            }
            _ => None,
        });
        committed.filter(|version| version.state != RowState::Absent).map(|version| version.revision)
    }

    /// Drops what is cached under a name.
    pub fn forget(&mut self, on: &str, work: Work, name: &str) {
        let held = self.registry.remove(&(self.replica(on), self.address(name)));
        if let Some(instance) = held {
            self.record(on, EventKind::Evicted { work, instance });
        }
    }

    /// Drops an item and the listing of its type.
    pub fn invalidate(&mut self, on: &str, work: Work, item: &str) {
        let address = self.address(item);
        self.record(on, EventKind::Invalidated { work, address });
        self.forget(on, work, item);
        self.forget(on, work, LISTING);
    }

    /// Drops everything.
    pub fn clear(&mut self, on: &str, work: Work) {
        self.record(on, EventKind::Cleared { work });
        let cached = self.header.addresses.clone().into_iter();
        for address in cached.filter(|address| address.lane() == Lane::MetadataCache) {
            self.forget(on, work, &format!("{}:{}", address.space().word(), address.as_str()));
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

    /// Lane 2 of a replica follows a write.
    pub fn deliver_object(&mut self, step: &str, to: &str, object: &str) {
        let lane = std::mem::replace(&mut self.lane, Lane::Metadata);
        self.deliver(step, to, object);
        self.lane = lane;
    }

    /// `view/x` is cached on b, then written on a; lane 2 follows it on b.
    pub fn cached() -> Self {
        let mut forge = Self::metadata();
        forge.fill("b", "look", ITEM);
        forge.write_metadata("a", "new", OBJECT, Change::Put);
        forge.deliver_object("new", "b", OBJECT);
        forge
    }
}
