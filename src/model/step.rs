//! The steps of a scenario: what is done to the cluster, in order.
//!
//! Every step has an id that does not depend on its position, and every replica that it names exists.

use std::time::Duration;

use super::EntryExpect;
use crate::names::Columns;
use crate::names::{Address, Secret, Verb};

/// One thing that is done.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Its identity: given, or made from what it does; unique within the file.
    pub id: String,
    /// When it begins, counted from the end of the opening boot; `None` for right after the step before.
    pub at: Option<Duration>,
    /// The event that it waits for, whatever the steps before it do; it begins at that very instant.
    pub when: Option<Trigger>,
    /// Whether the next step waits until this one is done.
    pub wait: bool,
    /// What is done.
    pub action: Action,
}

/// An event that a step waits for: its first occurrence after the opening boot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trigger {
    /// The transaction of a step commits.
    Commit {
        /// The step.
        of: String,
    },
    /// The signal of a step is published.
    Publish {
        /// The step.
        of: String,
    },
    /// The signal of a step arrives at a replica.
    Arrival {
        /// The step.
        of: String,
        /// The replica; `None` for the first that it arrives at.
        on: Option<String>,
    },
    /// A replica has begun to read a row.
    Read {
        /// The row.
        address: Address,
        /// The replica; `None` for any.
        on: Option<String>,
    },
    /// A replica has begun to build an instance.
    Build {
        /// What it builds, or whose upstream it is.
        address: Address,
        /// The replica; `None` for any.
        on: Option<String>,
    },
    /// A replica has begun to list the rows.
    List {
        /// The replica.
        on: String,
    },
}

/// What a step does.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// A request at a door.
    Request(RequestStep),
    /// Wait until the cluster is quiet.
    Settle,
    /// Let time pass.
    Sleep(Duration),
    /// Begin the first life of a late replica.
    Boot(String),
    /// End a replica's life without warning.
    Crash(String),
    /// Crash, and boot again at once; a boot only, if it is down.
    Restart(String),
    /// End a replica's life in good order.
    Shutdown(String),
    /// Let a replica stand still.
    Pause(String),
    /// Let it go on.
    Resume(String),
    /// Reload the lanes.
    Reload(String),
    /// Attach the lane, under `node_id` if one is given.
    Attach {
        /// The replica.
        on: String,
        /// Another node id than the replica's own.
        node_id: Option<String>,
    },
    /// Detach the lane.
    Detach(String),
    /// Cut the replica's link to the bus.
    Cut {
        /// The replica.
        on: String,
        /// Whether the replica notices, and so reconnects when the link is whole again.
        noticed: bool,
    },
    /// Make the replica's link whole again.
    Heal(String),
    /// Publish a stray signal on the lane's channel, from outside the cluster.
    Signal(SignalStep),
    /// Make the upstream of a datasource reachable or not.
    Upstream {
        /// What it builds, or whose upstream it is.
        address: Address,
        /// Whether it can be reached from now on.
        reachable: bool,
    },
    /// Let the upstream of a datasource or a connector accept these credentials and refuse all others.
    Accepts {
        /// Whose upstream.
        address: Address,
        /// The credentials; `None` for any.
        accepts: Option<Vec<Secret>>,
    },
    /// Ask a replica whether it is ready.
    Ready {
        /// Whom.
        on: String,
        /// The status that it must answer.
        status: u16,
        /// The datasources that the answer must name, sorted; `None` if the scenario does not say.
        names: Option<Vec<String>>,
    },
    /// Look into a registry and compare.
    Look(EntryExpect),
}

/// A request at a door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestStep {
    /// The replica that serves it.
    pub on: String,
    /// What is asked.
    pub verb: Verb,
    /// Of which row, item or type.
    pub address: Address,
    /// The columns that are written; for `migrate`, `credentials_ref` is the reference to move to.
    pub columns: Columns,
    /// What the client must be answered.
    pub answer: Answer,
}

/// The answer that a request must get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// 200 or 201.
    Done,
    /// Exactly this status.
    Status(u16),
    /// None: the replica is down, or dies before it answers.
    None,
    /// Whatever comes.
    Any,
}

/// A stray signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignalStep {
    /// The address in the payload; of `payload` where one is given, as far as the scenario says. Its lane is the one
    /// on whose channel the signal goes.
    pub address: Address,
    /// The node id in the payload.
    pub origin: String,
    /// The whole payload instead, as text that need not be JSON.
    pub payload: Option<String>,
}
