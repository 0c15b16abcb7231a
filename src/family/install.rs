//! The order of installs: whether a result may still be installed over what was installed before.
//!
//! By default the queue alone protects this order, and nothing is kept here. Under the other `install` policies each
//! result of a queued convergence carries its freshness, and is discarded if a fresher one was admitted before. An
//! eviction is a result like an instance, and so is a row that a read found unchanged.
//!
//! Invariant: a result that bypasses the queue is always admitted. It is what the next queued result is compared
//! with.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::transaction::Snapshot;
use crate::names::{Address, Install, Revision, WallTime};

/// A result that may be installed or not.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The route that it took.
    pub route: Route,
    /// How fresh it is.
    pub freshness: Freshness,
}

/// The route by which a result reaches the registry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// A queued convergence, with its own read.
    Queue,
    /// Outside the queue: from a listing, or from the row that a door has just written.
    Bypass,
}

/// How fresh a result is, by everything that a policy may compare.
#[derive(Clone, Copy, Debug)]
pub struct Freshness {
    /// The read that the result comes from, counted from 1 in the order in which reads began; 0 if it comes from
    /// none.
    pub read: u64,
    /// The revision of the row or its tombstone.
    pub revision: Revision,
    /// When the row or its tombstone was written, by the writer's clock.
    pub written_at: WallTime,
}

impl Candidate {
    /// A result that shows this snapshot. `read` is 0 if the snapshot comes from no read.
    pub fn new<R>(route: Route, read: u64, snapshot: &Snapshot<R>) -> Self {
        let freshness = Freshness { read, revision: snapshot.revision, written_at: snapshot.written_at };
        Self { route, freshness }
    }
}

impl Freshness {
    /// Whether this is older than `other`, by what the policy compares.
    fn is_older(&self, policy: Install, other: &Self) -> bool {
        match policy {
            Install::Always => false,
            Install::LatestRead => self.read < other.read,
            Install::Version => self.revision < other.revision,
            Install::Clock => self.written_at < other.written_at,
        }
    }
}

/// The reads and the admitted results of one lane of one replica.
#[derive(Default)]
pub struct Installs {
    reads_begun: Cell<u64>,
    /// The freshness of the last admitted result of each address.
    admitted: RefCell<BTreeMap<Address, Freshness>>,
}

impl Installs {
    /// Counts a read that begins now. Returns its number, from 1.
    pub fn begin_read(&self) -> u64 {
        self.reads_begun.set(self.reads_begun.get() + 1);
        self.reads_begun.get()
    }

    /// Whether a result may be installed. If so, later results are compared with it.
    pub fn admit(&self, policy: Install, address: &Address, candidate: Candidate) -> bool {
        let Candidate { route, freshness } = candidate;
        // The default policy compares nothing, so a run that uses it need not pay for the map.
        if policy == Install::Always {
            return true;
        }
        let mut admitted = self.admitted.borrow_mut();
        let is_newer = |last: &Freshness| freshness.is_older(policy, last);
        // What bypasses the queue is installed without a comparison. That is the weakness which its policies show.
        if route == Route::Queue && admitted.get(address).is_some_and(is_newer) {
            return false;
        }
        admitted.insert(address.clone(), freshness);
        true
    }
}
