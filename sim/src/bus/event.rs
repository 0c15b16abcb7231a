//! What the observer of a bus sees.
//!
//! There is no event for a node that is not subscribed at the moment of the publish.

use super::Damage;
use crate::key::{Key, NodeId};

/// What became of a signal on its way to one node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BusEvent {
    /// A copy is on its way.
    Sent {
        /// The signal.
        signal: Key,
        /// The receiving node.
        to: NodeId,
        /// Which copy, from 0.
        copy: u8,
    },
    /// No copy was made for this node.
    Dropped {
        /// The signal.
        signal: Key,
        /// The node that does not receive it.
        to: NodeId,
    },
    /// A copy is in the inbox of its receiver.
    Arrived {
        /// The signal.
        signal: Key,
        /// The receiving node.
        to: NodeId,
        /// Which copy, from 0.
        copy: u8,
        /// How its message was damaged.
        damage: Damage,
    },
    /// A copy that was sent does not arrive.
    Lost {
        /// The signal.
        signal: Key,
        /// The node that does not receive it.
        to: NodeId,
        /// Which copy, from 0.
        copy: u8,
        /// The reason.
        why: Loss,
    },
}

/// Why a copy did not arrive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Loss {
    /// The node was cut off at the publish, or at the instant of the arrival.
    Cut,
    /// The life that the copy was sent to is over.
    Down,
    /// The inbox was full.
    Overflow,
    /// The subscription that the copy was sent to is over.
    Unsubscribed,
}
