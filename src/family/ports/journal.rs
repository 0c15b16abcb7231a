//! The journal: a record of what the family does and no other port sees.
//!
//! It is for observers. The family never reads it back.

use crate::names::{Address, InstanceId, Kept, Lane, Reception, RequestId, Revision, Work};

/// Where the family records what no other port sees.
pub trait Journal {
    /// Records an event, at the moment that it happens.
    fn record(&self, event: JournalEvent<'_>);

    /// A new identity for an instance that is made from a row alone, and so gets none from an upstream. Each call
    /// yields another one.
    fn new_instance_id(&self, address: &Address) -> InstanceId;
}

/// What the family does that no other port sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JournalEvent<'a> {
    /// The receiver judged a signal.
    Received {
        /// The lane.
        lane: Lane,
        /// The write that the signal belongs to.
        request: RequestId,
        /// Which copy of the signal, from 0.
        copy: u8,
        /// The judgement.
        verdict: Reception,
    },
    /// A convergence was enqueued.
    Enqueued {
        /// The work that it is done for.
        work: Work,
        /// The address that it converges.
        address: &'a Address,
    },
    /// A new instance serves from now on.
    Installed {
        /// The work that it was built for.
        work: Work,
        /// The instance.
        instance: InstanceId,
        /// The revision of the row that it was built from, if that is known.
        revision: Option<Revision>,
    },
    /// An instance was taken out of the registry.
    Evicted {
        /// The work that this was done for.
        work: Work,
        /// The instance.
        instance: InstanceId,
    },
    /// A convergence ended and left the registry as it was.
    Kept {
        /// The work that the convergence was done for.
        work: Work,
        /// The address that it converged.
        address: &'a Address,
        /// The reason.
        why: Kept,
    },
    /// The cache dropped the entry of an item, if it held one, and that of the listing of the item's type.
    Invalidated {
        /// The work that this was done for.
        work: Work,
        /// The item.
        address: &'a Address,
    },
    /// The cache dropped all entries.
    Cleared {
        /// The work that this was done for.
        work: Work,
    },
}
