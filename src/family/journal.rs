//! The journal: what the family does that no other port sees.

use crate::names::{Address, InstanceId, Kept, Lane, Reception, RequestId, Revision, Work};

/// Where the family tells what no other port sees.
pub trait Journal {
    /// Takes note of something that was done.
    fn note(&self, note: Note<'_>);

    /// The identity of an instance that is made of a row alone, which no upstream gives one.
    fn identity(&self, address: &Address) -> InstanceId;
}

/// What the family does that no other port sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Note<'a> {
    /// The receiver judged a signal.
    Received {
        /// On which lane.
        lane: Lane,
        /// The write that it is the signal of.
        request: RequestId,
        /// Which copy of it.
        copy: u8,
        /// The judgement.
        verdict: Reception,
    },
    /// A convergence was enqueued.
    Enqueued {
        /// For what.
        work: Work,
        /// Of which address.
        address: &'a Address,
    },
    /// A new instance serves from now on.
    Installed {
        /// For what.
        work: Work,
        /// Which.
        instance: InstanceId,
        /// The revision of the row that it was built from, where that is known.
        revision: Option<Revision>,
    },
    /// An instance was taken out of the registry.
    Evicted {
        /// For what.
        work: Work,
        /// Which.
        instance: InstanceId,
    },
    /// A convergence ended and left the registry as it was.
    Kept {
        /// For what.
        work: Work,
        /// Of which address.
        address: &'a Address,
        /// Why.
        why: Kept,
    },
    /// The cache dropped what it may have held for an item and its type.
    Invalidated {
        /// For what.
        work: Work,
        /// Of which item.
        address: &'a Address,
    },
    /// The cache dropped everything.
    Cleared {
        /// For what.
        work: Work,
    },
}
