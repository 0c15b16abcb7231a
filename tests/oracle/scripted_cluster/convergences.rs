//! Convergences on the scripted cluster, whole or step by step.

use reconverge::history::{BuildFailure, EventKind, Kept, ReadResult, RowState};
use reconverge::names::{Correlation, InstanceId, Sequence, Signature, Space, Work};

use super::{ScriptedCluster, address};

/// Convergences.
impl ScriptedCluster {
    pub fn enqueue(&mut self, on: &str, work: Work, name: &str) {
        let address = self.address(name);
        self.record(on, EventKind::Enqueued { work, address });
    }

    pub fn begin_read(&mut self, on: &str, work: Work, name: &str) {
        let (correlation, address) = (Correlation::of(work), self.address(name));
        self.record(on, EventKind::ReadBegan { correlation, address });
    }

    /// A read acts and sees the rows as they are.
    pub fn finish_read(&mut self, on: &str, work: Work, name: &str) {
        let reads_many_rows = matches!(address(name).space(), Space::Listing | Space::Reconcile);
        let result = match self.row(name) {
            _ if reads_many_rows => ReadResult::Present,
            Some(row) if row.state != RowState::Absent => ReadResult::Present,
            _ => ReadResult::Absent,
        };
        self.finish_read_as_of(on, work, name, self.sequence(), result);
    }

    pub fn finish_read_as_of(
        &mut self,
        on: &str,
        work: Work,
        name: &str,
        as_of: Sequence,
        result: ReadResult,
    ) {
        let (correlation, address) = (Correlation::of(work), self.address(name));
        self.record(on, EventKind::Read { correlation, address, as_of, result });
    }

    /// A convergence is enqueued and reads the rows as they are.
    pub fn read(&mut self, on: &str, work: Work, name: &str) {
        self.enqueue(on, work, name);
        self.begin_read(on, work, name);
        self.finish_read(on, work, name);
    }

    /// A convergence is enqueued, and the store fails its read.
    pub fn fail_read(&mut self, on: &str, work: Work, name: &str) {
        self.enqueue(on, work, name);
        self.begin_read(on, work, name);
        self.finish_read_as_of(on, work, name, self.sequence(), ReadResult::Unreadable);
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
    pub fn next_instance(&mut self, on: &str, name: &str) -> InstanceId {
        let (replica, address) = (self.replica(on), self.address(name));
        let nth = self.opened.entry((replica, address)).or_default();
        *nth += 1;
        InstanceId { replica, address, nth: *nth }
    }

    /// Opens an instance of the row as it is. An object has no upstream, so nothing is recorded for it.
    pub fn open(&mut self, on: &str, work: Work, name: &str) -> InstanceId {
        if address(name).space() == Space::Object {
            let instance = self.next_instance(on, name);
            let signature = self.row(name).map_or(Signature(0), |row| row.signature);
            self.built.insert(instance, signature);
            return instance;
        }
        self.begin_open(on, work, name);
        let instance = self.next_instance(on, name);
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

    /// Installs an instance and closes the old one. Returns the position of the install.
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

    /// The rest of a convergence after a read of the rows as they are.
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
