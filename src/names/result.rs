//! How the steps of a convergence can end: words that the family says and histories keep.

use super::Work;

/// What a receiver made of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reception {
    /// The payload could not be decoded, or its name was empty.
    Malformed,
    /// It carried the own node id and was dropped.
    Own,
    /// It was followed: a convergence is enqueued.
    Followed,
}

/// Why a convergence left the registry as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kept {
    /// The live instance has the row's signature.
    Unchanged,
    /// There is no row, and no instance.
    NothingHeld,
    /// The address belongs to code.
    CodeDefined,
    /// The row could not be read, or not in time.
    Unreadable,
    /// The build failed, or not in time.
    BuildFailed,
    /// The replica was shut down meanwhile.
    ShutDown,
    /// The queue merged it, before it began, into the convergence of the same address that waited already.
    Coalesced {
        /// What that convergence is done for.
        into: Work,
    },
    /// The queue dropped it, before it began, because another convergence of the address was under way.
    Swallowed,
    /// The install policy discarded its result, because it judges what is in force to be newer.
    Discarded,
    /// The cache discarded what was read, because the entry was invalidated, or filled by another read, meanwhile.
    Fenced,
    /// The upstream refused the connector's credential: it is held until something changes.
    Held,
    /// The upstream of the connector could not be reached: it is degraded, and tried again.
    Degraded,
    /// The connector's reference has no row: it is degraded until there is one.
    NoReference,
}

/// What a declared connector is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConnectorState {
    /// It serves what its reference's row says.
    Live,
    /// The upstream refused the credential: nothing is tried until something changes.
    Held,
    /// The upstream could not be reached: it is tried again.
    Degraded,
    /// Its reference has no row.
    NoReference,
}

impl ConnectorState {
    /// The protocol's word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Live => "live",
            Self::Held => "held",
            Self::Degraded | Self::NoReference => "degraded",
        }
    }
}

/// Why an upstream did not open an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuildFailure {
    /// It refused the credential.
    Refused,
    /// It could not be reached.
    Unreachable,
    /// The build failed for another reason.
    Failed,
}
