//! A convergence as the history shows it: from the queue over read and build to its result.
//!
//! Only `enqueued`, `installed` and `ended` come from the family's journal; a port recorded everything else. A position
//! is the index of an event in the history.

use crate::history::{BuildFailure, Kept, ReadResult, Version};
use crate::names::{AddressId, InstanceId, LifeId, ReplicaId, RequestId, Sequence, Work};

/// One convergence of one address on one replica.
///
/// An attempt at a connector within a reconcile, the fill of a cache entry, a door's own read of a row and a build that
/// bypasses the queue are recorded as convergences too.
#[derive(Clone, Copy, Debug)]
pub struct Convergence {
    pub replica: ReplicaId,
    pub life: LifeId,
    pub address: AddressId,
    /// What it is done for.
    pub work: Work,
    /// Its first event.
    pub first: usize,
    /// When it was enqueued; `None` if it bypasses the queue.
    pub enqueued: Option<usize>,
    /// When its last read was sent, and which attempt that was.
    pub read_began: Option<(usize, u16)>,
    /// What that read saw. A connector has the read of the reconcile that it belongs to.
    pub read: Option<ReadRecord>,
    /// When its build was sent.
    pub open_began: Option<usize>,
    /// When the upstream opened an instance for it, and which.
    pub opened: Option<(usize, InstanceId)>,
    /// When the upstream did not, and why.
    pub open_failed: Option<(usize, BuildFailure)>,
    /// When it installed an instance, and which. The last one counts.
    pub installed: Option<(usize, InstanceId)>,
    /// When the replica first began to close the opened instance.
    pub close_began: Option<usize>,
    /// When it began to close that instance a second time.
    pub close_began_again: Option<usize>,
    /// Whether the upstream has closed the opened instance.
    pub is_closed: bool,
    /// When it ended, and how.
    pub ended: Option<(usize, End)>,
    /// The convergence of the same replica and address before it, by index.
    pub previous: Option<usize>,
}

/// A read that acted.
#[derive(Clone, Copy, Debug)]
pub struct ReadRecord {
    /// The event by which it acted.
    pub event: usize,
    /// The commit up to which it saw the store.
    pub as_of: Sequence,
    /// What it saw.
    pub result: ReadResult,
}

/// How a convergence ended, according to the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    Installed(InstanceId),
    Evicted(InstanceId),
    /// It left the registry as it was.
    Kept(Kept),
}

/// What an instance was built from, or what an eviction is based on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The replica's code.
    Code,
    /// A committed version, or a tombstone.
    Version(Version),
    /// A read of an address that never had a row.
    NeverExisted,
    /// The record of a door whose write never committed.
    Uncommitted(RequestId),
    /// Nothing: there was no read before, or the row was unreadable.
    Unread,
}

impl Convergence {
    /// Whether it opened the instance or, where nothing is opened, installed it.
    pub fn made(&self, instance: InstanceId) -> bool {
        let is_it = |made: Option<(usize, InstanceId)>| made.is_some_and(|(_, made)| made == instance);
        is_it(self.opened) || is_it(self.installed)
    }

    /// The replica begins to close the opened instance.
    pub fn begin_close(&mut self, at: usize) {
        let slot =
            if self.close_began.is_none() { &mut self.close_began } else { &mut self.close_began_again };
        *slot = slot.or(Some(at));
    }

    /// Whether it read and the store failed that read.
    pub fn read_failed(&self) -> bool {
        self.read.is_some_and(|read| read.result == ReadResult::Unreadable)
    }
}

impl Source {
    /// The version, if it is one.
    pub fn version(self) -> Option<Version> {
        if let Self::Version(version) = self { Some(version) } else { None }
    }
}

/// A change of a registry: an install or an eviction.
#[derive(Clone, Copy, Debug)]
pub struct RegistryChange {
    /// Its event.
    pub event: usize,
    /// The convergence that made it, by index.
    pub convergence: usize,
    /// The instance that serves from now on; `None` after an eviction.
    pub instance: Option<InstanceId>,
    /// The change before it of the same entry in the same life of the replica, by index.
    pub previous: Option<usize>,
}
