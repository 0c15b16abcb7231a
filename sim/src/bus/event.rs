//! What a bus tells its observer.
//!
//! A node that is not subscribed when a signal is published is not told of.

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
        /// What its message suffered.
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
    /// The node was cut off when it was published or when it would have arrived.
    Cut,
    /// The life that it was sent to is over.
    Down,
    /// The inbox was full.
    Overflow,
    /// The subscription that it was sent to is over.
    Unsubscribed,
}
