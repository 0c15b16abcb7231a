//! Convergences on the paper cluster, whole or step by step.

use reconverge::history::{BuildFailure, EventKind, Kept, RowState, Seen};
use reconverge::names::{Correlation, InstanceId, Sequence, Signature, Space, Work};

use super::{Forge, address};

/// Convergences.
impl Forge {
    pub fn enqueue(&mut self, on: &str, work: Work, name: &str) {
        let address = self.address(name);
        self.record(on, EventKind::Enqueued { work, address });
    }

    pub fn begin_read(&mut self, on: &str, work: Work, name: &str) {
        let (correlation, address) = (Correlation::of(work), self.address(name));
        self.record(on, EventKind::ReadBegan { correlation, address });
    }

    /// A read that sees the rows as they are.
    pub fn see(&mut self, on: &str, work: Work, name: &str) {
        let shows_many = matches!(address(name).space(), Space::Listing | Space::Reconcile);
        let seen = match self.row(name) {
            _ if shows_many => Seen::Present,
            Some(row) if row.state != RowState::Absent => Seen::Present,
            _ => Seen::Absent,
        };
        self.see_as_of(on, work, name, self.sequence(), seen);
    }

    pub fn see_as_of(&mut self, on: &str, work: Work, name: &str, as_of: Sequence, seen: Seen) {
        let (correlation, address) = (Correlation::of(work), self.address(name));
        self.record(on, EventKind::Read { correlation, address, as_of, seen });
    }

    /// Enqueued, and read as the rows are.
    pub fn read(&mut self, on: &str, work: Work, name: &str) {
        self.enqueue(on, work, name);
        self.begin_read(on, work, name);
        self.see(on, work, name);
    }

    /// Enqueued; the store fails the read.
    pub fn fail_read(&mut self, on: &str, work: Work, name: &str) {
        self.enqueue(on, work, name);
        self.begin_read(on, work, name);
        self.see_as_of(on, work, name, self.sequence(), Seen::Unreadable);
        self.keep(on, work, name, Kept::Unreadable);
    }

    pub fn keep(&mut self, on: &str, work: Work, name: &str, why: Kept) {
        let address = self.address(name);
        self.record(on, EventKind::Kept { work, address, why });
    }

    pub fn begin_open(&mut self, on: &str, work: Work, name: &str) {
        let (correlation, address) = (Correlation::of(work), self.address(name));
        self.record(on, EventKind::OpenBegan { correlation, address });
    }

    /// The next instance of a replica for an address.
    pub fn mint(&mut self, on: &str, name: &str) -> InstanceId {
        let (replica, address) = (self.replica(on), self.address(name));
        let nth = self.opened.entry((replica, address)).or_default();
        *nth += 1;
        InstanceId { replica, address, nth: *nth }
    }

    /// An instance of the row as it is; an object has no upstream that would open it.
    pub fn open(&mut self, on: &str, work: Work, name: &str) -> InstanceId {
        if address(name).space() == Space::Object {
            let instance = self.mint(on, name);
            let signature = self.row(name).map_or(Signature(0), |row| row.signature);
            self.built.insert(instance, signature);
            return instance;
        }
        self.begin_open(on, work, name);
        let instance = self.mint(on, name);
        self.open.insert(instance);
        let signature = self.row(name).map_or(Signature(0), |row| row.signature);
        self.built.insert(instance, signature);
        self.record(on, EventKind::Opened { correlation: Correlation::of(work), instance });
        instance
    }

    pub fn fail_open(&mut self, on: &str, work: Work, name: &str, why: BuildFailure) {
        self.begin_open(on, work, name);
        let (correlation, address) = (Correlation::of(work), self.address(name));
        self.record(on, EventKind::OpenFailed { correlation, address, why });
        self.keep(on, work, name, Kept::BuildFailed);
    }

    /// Swaps an instance in, and closes the one before.
    pub fn install(&mut self, on: &str, work: Work, instance: InstanceId) -> usize {
        let event = self.record(on, EventKind::Installed { work, instance, revision: None });
        let old = self.registry.insert((instance.replica, instance.address), instance);
        if let Some(old) = old {
            self.close(on, old);
        }
        event
    }

    pub fn close(&mut self, on: &str, instance: InstanceId) {
        if self.header.addresses[usize::from(instance.address.0)].space() == Space::Object {
            return;
        }
        self.record(on, EventKind::CloseBegan { instance });
        self.open.remove(&instance);
        self.record(on, EventKind::Closed { instance });
    }

    pub fn evict(&mut self, on: &str, work: Work, name: &str) {
        let held = self.registry.remove(&(self.replica(on), self.address(name)));
        if let Some(instance) = held {
            self.record(on, EventKind::Evicted { work, instance });
            self.close(on, instance);
        }
    }

    /// A whole convergence, as the family does it.
    pub fn converge(&mut self, on: &str, work: Work, name: &str) {
        self.read(on, work, name);
        self.apply(on, work, name);
    }

    /// What follows a read of the rows as they are.
    pub fn apply(&mut self, on: &str, work: Work, name: &str) {
        let code = &self.header.replicas[usize::from(self.replica(on).0)].code;
        if code.contains(&self.address(name)) {
            self.keep(on, work, name, Kept::CodeDefined);
            return;
        }
        let due = self.row(name).filter(|row| row.state == RowState::Active);
        let held = self.held(on, name);
        match (due, held) {
            (Some(due), Some(held)) if self.built[&held] == due.signature => {
                self.keep(on, work, name, Kept::Unchanged);
            }
            (Some(_), _) => {
                let instance = self.open(on, work, name);
                self.install(on, work, instance);
            }
            (None, Some(_)) => self.evict(on, work, name),
            (None, None) => self.keep(on, work, name, Kept::NothingHeld),
        }
    }

    pub fn held(&self, on: &str, name: &str) -> Option<InstanceId> {
        self.registry.get(&(self.replica(on), self.address(name))).copied()
    }
}
