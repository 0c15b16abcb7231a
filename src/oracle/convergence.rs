//! A convergence as the history shows it: from the queue over read and build to what it left behind.
//!
//! Everything but `enqueued` and `ended` was recorded by a port. Positions are indices of events.

use crate::history::{BuildFailure, Kept, Seen, Version};
use crate::names::{AddressId, InstanceId, LifeId, ReplicaId, RequestId, Sequence, Work};

/// One convergence of one address on one replica, or an opening outside the queue.
#[derive(Clone, Copy, Debug)]
pub struct Convergence {
    /// The replica.
    pub replica: ReplicaId,
    /// Its life.
    pub life: LifeId,
    /// The address.
    pub address: AddressId,
    /// What it is done for.
    pub work: Work,
    /// Its first event.
    pub first: usize,
    /// When it was enqueued; `None` for what by-passes the queue.
    pub enqueued: Option<usize>,
    /// When its last read was sent, and which attempt that was.
    pub read_began: Option<(usize, u16)>,
    /// The answer of that read. A connector has that of the reconcile that it belongs to.
    pub read: Option<Reading>,
    /// When its build was sent.
    pub open_began: Option<usize>,
    /// The instance that was opened for it.
    pub opened: Option<(usize, InstanceId)>,
    /// Why none was.
    pub open_failed: Option<(usize, BuildFailure)>,
    /// The instance that it installed last.
    pub installed: Option<(usize, InstanceId)>,
    /// When closing the opened instance was sent.
    pub closed: Option<usize>,
    /// When closing it was sent a second time.
    pub closed_again: Option<usize>,
    /// Whether the upstream has closed it.
    pub is_gone: bool,
    /// How it ended.
    pub ended: Option<(usize, End)>,
    /// The run before it of the same replica and address, by index.
    pub before: Option<usize>,
}

/// A read that acted.
#[derive(Clone, Copy, Debug)]
pub struct Reading {
    /// Its event.
    pub event: usize,
    /// The commit up to which it saw the store.
    pub as_of: Sequence,
    /// What it saw.
    pub seen: Seen,
}

/// How a convergence ended, in the journal's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It installed this instance.
    Installed(InstanceId),
    /// It evicted this instance.
    Evicted(InstanceId),
    /// It left the registry as it was.
    Kept(Kept),
}

/// What an instance, or an eviction, goes back to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Code of the replica.
    Code,
    /// A committed version, or a tombstone.
    Version(Version),
    /// A read of an address that never had a row.
    Never,
    /// The record in the hand of a door whose write never committed.
    Uncommitted(RequestId),
    /// Nothing: no read came before, or none that could be read.
    Unread,
}

impl Convergence {
    /// Whether an instance came about by it.
    pub fn made(&self, instance: InstanceId) -> bool {
        let is_it = |made: Option<(usize, InstanceId)>| made.is_some_and(|(_, made)| made == instance);
        is_it(self.opened) || is_it(self.installed)
    }
}

impl Source {
    /// The version, if it is one.
    pub fn version(self) -> Option<Version> {
        match self {
            Self::Version(version) => Some(version),
            _ => None,
        }
    }
}

/// A change of a registry: what was stored for an address, and what was there before.
#[derive(Clone, Copy, Debug)]
pub struct RegistryChange {
    /// Its event.
    pub event: usize,
    /// The run that did it, by index.
    pub convergence: usize,
    /// The instance that serves from now on; `None` after an eviction.
    pub now: Option<InstanceId>,
    /// The store before it in the same life of the replica, by index.
    pub before: Option<usize>,
}
