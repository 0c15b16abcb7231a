//! What a watchdog on another thread can see of a run.
//!
//! The world writes here which seed it is at and which node it is about to poll or to act for. A watchdog
//! that sees the same count twice, too far apart, names the seed and the node of a poll that does not
//! return. The world itself never reads it and starts no thread; the fields are written one by one,
//! so a reader can catch them between two polls.

use std::sync::atomic::{AtomicU16, AtomicU64, Ordering::Relaxed};

use crate::{key::NodeId, micros::Micros};

/// Where a run is; shared between the worker that runs and whoever watches it.
#[derive(Debug, Default)]
pub struct Heartbeat {
    seed: AtomicU64,
    node: AtomicU16,
    at: AtomicU64,
    count: AtomicU64,
}

/// One look at a [`Heartbeat`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beat {
    /// The seed of the present or last run.
    pub seed: u64,
    /// The node polled or acted for last.
    pub node: NodeId,
    /// The simulated instant of that.
    pub at: Micros,
    /// How many polls and acts there were so far, over all runs that shared the heartbeat.
    pub count: u64,
}

impl Heartbeat {
    /// Where the run is now.
    pub fn beat(&self) -> Beat {
        Beat {
            seed: self.seed.load(Relaxed),
            node: NodeId(self.node.load(Relaxed)),
            at: Micros(self.at.load(Relaxed)),
            count: self.count.load(Relaxed),
        }
    }

    pub(crate) fn begin(&self, seed: u64) {
        self.seed.store(seed, Relaxed);
    }

    /// Only the running worker writes, so that no atomic addition is needed.
    pub(crate) fn step(&self, node: NodeId, at: Micros) {
        self.node.store(node.0, Relaxed);
        self.at.store(at.0, Relaxed);
        self.count.store(self.count.load(Relaxed).wrapping_add(1), Relaxed);
    }
}
