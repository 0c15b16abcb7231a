//! The order of installs: whether a result may still be stored over what is in force.
//!
//! By default the queue alone protects this order, and nothing is kept here. Under the other policies each
//! result of a queue's read brings its freshness along, and is discarded if what is in force is newer. An
//! eviction is in force like an instance, and so is what a read found unchanged. What by-passes the queue is
//! never judged; it is what the next result is compared with.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use super::transaction::Snapshot;
use crate::names::{Address, Install, Revision, WallTime};

/// How fresh a result is, by everything that a policy may compare.
#[derive(Clone, Copy, Debug)]
pub struct Freshness {
    /// Which read it comes from, in the order in which reads began, from 1; 0 if it comes from none.
    pub read: u64,
    /// The revision of the row or its tombstone.
    pub revision: Revision,
    /// When that was written, by the writer's clock.
    pub written_at: WallTime,
}

impl Freshness {
    /// That of what a read showed, or of what a door holds in its hand (`read` 0).
    pub fn of<R>(read: u64, snapshot: &Snapshot<R>) -> Self {
        Self { read, revision: snapshot.revision, written_at: snapshot.written_at }
    }

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

/// How a result came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// By a convergence of the queue, with its own read.
    Queue,
    /// Past the queue: from a listing, or from a door's hand.
    ByPass,
}

/// What is in force on one replica for each address.
#[derive(Default)]
pub struct Installs {
    begun: Cell<u64>,
    in_force: RefCell<BTreeMap<Address, Freshness>>,
}

impl Installs {
    /// The place of a read that begins now in the order of reads.
    pub fn begin_read(&self) -> u64 {
        self.begun.set(self.begun.get() + 1);
        self.begun.get()
    }

    /// Whether a result may be stored. If so it is in force from now on.
    pub fn admit(&self, policy: Install, way: Way, address: &Address, fresh: Freshness) -> bool {
        if policy == Install::Always {
            return true;
        }
        let mut in_force = self.in_force.borrow_mut();
        let newer = |held: &Freshness| fresh.is_older(policy, held);
        if way == Way::Queue && in_force.get(address).is_some_and(newer) {
            return false;
        }
        in_force.insert(address.clone(), fresh);
        true
    }
}
