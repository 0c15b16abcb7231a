//! How a run ends, and what bounds it.
//!
//! Each way to end is an outcome: a panic, a deadlock or an endless loop of the code in the world is
//! reported, and the worker goes on with the next seed.

use std::fmt;

use crate::{
    key::{Key, NodeId},
    micros::Micros,
    trace::Trace,
};

/// What bounds a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The last instant at which something may happen.
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

/// Which bound a run went over.
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
    /// The driver called `finish`.
    Done,
    /// A task, an act or a drop panicked.
    Panicked {
        /// The node on whose behalf it ran.
        node: NodeId,
        /// The key of the task or entry.
        key: Key,
        /// When.
        at: Micros,
        /// The panic's message.
        message: String,
    },
    /// Nothing is left to happen and the driver has not finished.
    Stuck {
        /// The nodes whose tasks wait for ever, each once, in order.
        nodes: Vec<NodeId>,
    },
    /// The run went over one of its limits.
    Endless {
        /// The node polled last or, for time and entries, the one whose entry was next.
        node: NodeId,
        /// The key of that task or entry.
        key: Key,
        /// Which limit.
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

/// What is left of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finished<E> {
    /// How it ended.
    pub end: End,
    /// What happened in it.
    pub trace: Trace<E>,
    /// When it ended.
    pub at: Micros,
    /// How many agenda entries fired.
    pub fired: u64,
    /// How often a task was polled.
    pub polls: u64,
}
