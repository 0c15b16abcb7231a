//! How a run ends, and what bounds it.
//!
//! Invariant: every end is a value. A panic, a deadlock or an endless loop of the code in the world is an outcome of
//! its run, and the caller goes on with the next seed.

use std::fmt;

use crate::{
    key::{Key, NodeId},
    micros::Micros,
    trace::Trace,
};

/// The limits of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The last simulated instant at which an entry may fire.
    pub time: Micros,
    /// How many agenda entries may fire.
    pub fired: u64,
    /// How many polls there may be at one instant.
    pub polls_per_instant: u64,
}

impl Default for Limits {
    /// An hour of simulated time, a million entries, ten thousand polls at one instant.
    fn default() -> Self {
        Self { time: Micros::from_secs(3_600), fired: 1_000_000, polls_per_instant: 10_000 }
    }
}

/// Which limit a run went over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// [`Limits::time`]
    Time,
    /// [`Limits::fired`]
    Fired,
    /// [`Limits::polls_per_instant`]
    Polls,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Time => "too much simulated time",
            Self::Fired => "too many events",
            Self::Polls => "too many polls at one instant",
        })
    }
}

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// The driver called [`World::finish`](crate::World::finish).
    Done,
    /// A task, an act or a drop panicked.
    Panicked {
        /// The node that it ran for.
        node: NodeId,
        /// The key of the task or entry.
        key: Key,
        /// The simulated instant.
        at: Micros,
        /// The panic's message.
        message: String,
    },
    /// Nothing is left to happen, and the driver has not finished.
    Stuck {
        /// The nodes whose tasks wait for ever, in order and without repetition.
        nodes: Vec<NodeId>,
    },
    /// The run went over one of its limits.
    Endless {
        /// The node that was polled last; if the limit is of time or entries, the node of the next entry.
        node: NodeId,
        /// The key of that task or entry.
        key: Key,
        /// The limit.
        bound: Bound,
    },
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("done"),
            Self::Panicked { node, at, message, .. } => write!(f, "{node} panicked at {at}: {message}"),
            Self::Stuck { nodes } => {
                f.write_str("stuck: nothing is left to happen")?;
                nodes.iter().enumerate().try_for_each(|(nth, node)| {
                    write!(f, "{}{node}", if nth == 0 { ", waiting: " } else { ", " })
                })
            }
            Self::Endless { node, bound, .. } => write!(f, "endless: {bound}, last {node}"),
        }
    }
}

/// The result of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished<E> {
    /// How it ended.
    pub end: End,
    /// What happened in it.
    pub trace: Trace<E>,
    /// The simulated instant at which it ended.
    pub at: Micros,
    /// How many agenda entries fired.
    pub fired: u64,
    /// How many polls of tasks there were.
    pub polls: u64,
}
