//! Why a seed has no history: a poll that did not return, or a fault of the testbed's own threads and store.

use crate::names::ReplicaId;
use crate::stage::{HeartbeatReading, polled_replica};

/// Why there is no history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HarnessError {
    /// A poll did not return in time.
    Hung {
        /// The seed.
        seed: u64,
        /// The replica that was polled; `None` for the testbed itself.
        replica: Option<ReplicaId>,
    },
    /// A worker thread ended without a result.
    WorkerDied,
    /// SQLite could not open the store, for this reason.
    StoreNotOpened(String),
}

impl HarnessError {
    /// A poll that has not returned since this beat.
    pub(super) fn hung(beat: HeartbeatReading) -> Self {
        Self::Hung { seed: beat.seed, replica: polled_replica(beat) }
    }

    pub(super) fn store_not_opened(error: &rusqlite::Error) -> Self {
        Self::StoreNotOpened(error.to_string())
    }
}
