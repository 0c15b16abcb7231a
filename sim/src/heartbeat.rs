//! What a watchdog on another thread can see of a run.
//!
//! The world writes here which seed it runs, and for which node it is about to poll a task or to fire an entry. A
//! watchdog that reads the same count twice, too long apart, knows the seed and the node of a poll that does not
//! return.
//!
//! The world never reads the heartbeat and starts no thread. The fields are written one by one, without a lock, so a
//! reading can mix two polls. That does not matter to a watchdog: of a poll that hangs, all fields are written.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use crate::{key::NodeId, micros::Micros};

/// Where a run is. Shared between the worker that runs and the watchdog.
#[derive(Debug, Default)]
pub struct Heartbeat {
    seed: AtomicU64,
    node: AtomicU16,
    at: AtomicU64,
    count: AtomicU64,
}

/// One reading of a [`Heartbeat`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HeartbeatReading {
    /// The seed of the present or last run.
    pub seed: u64,
    /// The node of the last poll or entry.
    pub node: NodeId,
    /// The simulated instant of the last poll or entry.
    pub at: Micros,
    /// How many polls and entries there were so far, over all runs that shared the heartbeat.
    pub count: u64,
}

impl Heartbeat {
    /// Where the run is now.
    pub fn read(&self) -> HeartbeatReading {
        HeartbeatReading {
            seed: self.seed.load(Relaxed),
            node: NodeId(self.node.load(Relaxed)),
            at: Micros(self.at.load(Relaxed)),
            count: self.count.load(Relaxed),
        }
    }

    pub(crate) fn begin(&self, seed: u64) {
        self.seed.store(seed, Relaxed);
    }

    pub(crate) fn record(&self, node: NodeId, at: Micros) {
        self.node.store(node.0, Relaxed);
        self.at.store(at.0, Relaxed);
        // Only the running worker writes, so no atomic addition is needed.
        self.count.store(self.count.load(Relaxed).wrapping_add(1), Relaxed);
    }
}
