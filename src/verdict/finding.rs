//! What a verdict is made of: failures, misses and notes, as data.
//!
//! Names and numbers are copied only where something is wrong; [`described`](super::told) makes the sentences.

use crate::history::Outcome;
use crate::names::{Address, AddressId, Cause, Invariant, ReplicaId};
use crate::oracle::{Broken, Inconsistent, Stale};

/// How a run is to be taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// All that the scenario expects holds, and all that it is about has happened.
    Pass,
    /// What the scenario is about did not happen, so nothing was shown.
    Miss,
    /// Something that must hold does not.
    Fail,
    /// The run did not come to its end: a panic, a deadlock, or a bound that was passed.
    Fault,
}

/// A run, weighed against what its scenario expects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The worst of what follows.
    pub status: Status,
    /// What must hold and does not.
    pub failures: Vec<Failure>,
    /// What should have happened and did not.
    pub misses: Vec<Miss>,
    /// The stale entries that the scenario accepts.
    pub notes: Vec<Stale>,
}

/// When an entry of a registry was looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// By this step.
    Look(String),
    /// At the end.
    End,
}

/// Something that must hold and does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The run did not come to its end.
    Outcome(Outcome),
    /// An entry is stale that may not be.
    Stale(Stale),
    /// Theorem T1 is broken by an entry that the scenario would accept: nothing was lost and nothing failed.
    Theorem(Stale),
    /// Theorem T2 is broken by an entry that the scenario would accept: its replica has listed the rows after the
    /// last write, and nothing failed since.
    Backstop(Stale),
    /// An entry is stale for another cause than the expected one.
    OtherCause {
        /// The entry.
        stale: Stale,
        /// The cause that the scenario names.
        expected: Cause,
    },
    /// An entry has converged that was expected to be stale.
    NotStale {
        /// The replica's name.
        replica: String,
        /// The address.
        address: Address,
        /// The cause that the scenario names.
        expected: Cause,
    },
    /// An invariant is broken that may not be.
    Broken(Broken),
    /// An invariant holds that the scenario expects to be broken.
    NotBroken(Invariant),
    /// Records contradict each other.
    Inconsistent(Inconsistent),
    /// A request got another answer than the expected one.
    Answer {
        /// The step.
        step: String,
        /// The answer that it must get, in words.
        expected: String,
        /// The status that it got; `None` for none.
        got: Option<u16>,
    },
    /// A replica holds something else for an address than the expected.
    Entry {
        /// The replica's name.
        replica: String,
        /// The address.
        address: Address,
        /// When it was looked at.
        moment: Moment,
        /// What differs.
        what: Difference,
    },
    /// A readiness probe answered something else than the expected.
    Ready {
        /// The step.
        step: String,
        /// What it must answer, in words.
        expected: String,
        /// What it answered, in words.
        got: String,
    },
    /// The replicas published another number of signals.
    Signals {
        /// How many they must publish.
        expected: usize,
        /// How many they did.
        got: usize,
    },
    /// The replicas published another payload at one place of the order.
    Payload {
        /// The place, from 0.
        place: usize,
        /// What must be published there; `None` for nothing more.
        expected: Option<String>,
        /// What was; `None` for nothing.
        got: Option<String>,
    },
    /// Log lines do not occur as they must.
    Log {
        /// The replica's name; `None` for any.
        replica: Option<String>,
        /// The level.
        level: String,
        /// The part of the message that was looked for; `None` for every line of that level.
        text: Option<String>,
        /// How many lines there must be; `None` for at least one.
        expected: Option<usize>,
        /// How many there are.
        got: usize,
    },
}

/// How an entry differs from what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// An instance is held and should not be, or the other way round.
    Held {
        /// Whether one is held.
        got: bool,
    },
    /// The instance is the same and should not be, or the other way round.
    SameInstance {
        /// Whether it is the same.
        got: bool,
    },
    /// The replica began another number of builds.
    Builds {
        /// How many it must begin.
        expected: usize,
        /// How many it did.
        got: usize,
    },
    /// The replica began another number of reads.
    Reads {
        /// How many it must begin.
        expected: usize,
        /// How many it did.
        got: usize,
    },
    /// The instance was built with another value of a column.
    Field {
        /// The column.
        field: &'static str,
        /// What it must be.
        expected: String,
        /// What it is; `None` where there is no such column, or no instance.
        got: Option<String>,
    },
}

/// Something that should have happened and did not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Miss {
    /// An armed fault never fired.
    Fault {
        /// Which, by its index in the header.
        fault: usize,
    },
    /// No replica was judged.
    NothingJudged,
    /// An entry should have converged on a replica that is not judged.
    NotJudged {
        /// The replica's name.
        replica: String,
        /// The address.
        address: Address,
    },
    /// A step left no trace in the history.
    Step(String),
}

/// Where a failure or a note belongs in a summary of many seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The run did not come to its end.
    Outcome,
    /// A stale entry with this cause; without any, if it had no chance to heal.
    Stale(Option<Cause>),
    /// This invariant.
    Invariant(Invariant),
    /// Records contradict each other.
    Inconsistent,
    /// An expectation of the scenario, by the word that a scenario file has for it.
    Expectation(&'static str),
}

impl Failure {
    /// Where the failure belongs in a summary of many seeds.
    pub fn group(&self) -> Group {
        match self {
            Self::Outcome(_) => Group::Outcome,
            Self::Stale(stale)
            | Self::Theorem(stale)
            | Self::Backstop(stale)
            | Self::OtherCause { stale, .. } => Group::Stale(stale.cause),
            Self::NotStale { .. } => Group::Expectation("stale"),
            Self::Broken(broken) => Group::Invariant(broken.invariant),
            Self::NotBroken(_) => Group::Expectation("breaks"),
            Self::Inconsistent(_) => Group::Inconsistent,
            Self::Answer { .. } => Group::Expectation("status"),
            Self::Entry { what, .. } => Group::Expectation(what.key()),
            Self::Ready { .. } => Group::Expectation("ready"),
            Self::Signals { .. } => Group::Expectation("signals"),
            Self::Payload { .. } => Group::Expectation("payloads"),
            Self::Log { .. } => Group::Expectation("log"),
        }
    }

    /// The entry of a registry that the failure is about, if it is about one.
    pub fn entry(&self) -> Option<(ReplicaId, AddressId)> {
        match self {
            Self::Stale(stale)
            | Self::Theorem(stale)
            | Self::Backstop(stale)
            | Self::OtherCause { stale, .. } => Some((stale.replica, stale.address)),
            Self::Broken(broken) => Some((broken.replica, broken.address)),
            _ => None,
        }
    }
}

impl Difference {
    /// The key of a scenario file that says what was expected.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Held { .. } => "held",
            Self::SameInstance { .. } => "same_instance",
            Self::Builds { .. } => "builds",
            Self::Reads { .. } => "reads",
            Self::Field { field, .. } => field,
        }
    }
}
