//! The verdict as data: failures, misses and notes.
//!
//! Names and numbers are copied only where something is wrong. `report` makes sentences of them.

use crate::history::Outcome;
use crate::names::{Address, AddressId, Cause, Invariant, ReplicaId};
use crate::oracle::{BrokenInvariant, Inconsistent, Stale};

/// The result of a run, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Status {
    /// Everything that the scenario expects holds, and everything that it is about has happened.
    Pass,
    /// Something that the scenario is about did not happen, so the run shows nothing.
    Miss,
    /// Something that must hold does not.
    Fail,
    /// The run did not come to its end: a panic, a deadlock, or a bound that was passed.
    Fault,
}

/// The result of a run, with the reasons for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The worst of what follows.
    pub status: Status,
    /// Everything that must hold and does not.
    pub failures: Vec<Failure>,
    /// Everything that should have happened and did not.
    pub misses: Vec<Miss>,
    /// The stale entries that the scenario accepts.
    pub notes: Vec<Stale>,
}

/// When an entry of a registry was compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Moment {
    /// When this step looked.
    Look(String),
    /// At the end of the run.
    End,
}

/// Something that must hold and does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The run did not come to its end.
    Outcome(Outcome),
    /// An entry is stale and must not be.
    Stale(Stale),
    /// An entry is stale that the scenario would accept, but it breaks theorem T1: nothing was lost and nothing failed.
    Theorem(Stale),
    /// An entry is stale that the scenario would accept, but it breaks theorem T2: its replica has listed the rows after
    /// the last write, and nothing has failed since.
    Backstop(Stale),
    /// An entry is stale for another cause than the expected one.
    OtherCause {
        /// The entry.
        stale: Stale,
        /// The cause that the scenario names.
        expected: Cause,
    },
    /// An entry has converged and was expected to be stale.
    NotStale {
        /// The replica's name.
        replica: String,
        /// The address.
        address: Address,
        /// The cause that the scenario names.
        expected: Cause,
    },
    /// An invariant is broken and must not be.
    Broken(BrokenInvariant),
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
    /// A replica holds something else for an address than expected.
    Entry {
        /// The replica's name.
        replica: String,
        /// The address.
        address: Address,
        /// When they were compared.
        moment: Moment,
        /// What differs.
        difference: Difference,
    },
    /// A replica answered a readiness probe otherwise than expected.
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
    /// The replicas published another payload than expected at one position.
    Payload {
        /// The position in the order of publishing, from 0.
        place: usize,
        /// The payload that must be published there; `None` if there must be none.
        expected: Option<String>,
        /// The payload that was published there; `None` if there was none.
        got: Option<String>,
    },
    /// Log lines do not occur as often as they must.
    Log {
        /// The replica's name; `None` for any.
        replica: Option<String>,
        /// The level.
        level: String,
        /// The text that the lines contain; `None` for every line of that level.
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
    /// The entry has another value in a column.
    Field {
        /// The column.
        field: &'static str,
        /// The value that it must have.
        expected: String,
        /// The value that it has; `None` if it has no such column, or there is no instance.
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
    /// An entry must have converged on a replica that is not judged.
    NotJudged {
        /// The replica's name.
        replica: String,
        /// The address.
        address: Address,
    },
    /// A step did nothing that the history shows.
    Step(String),
}

/// The group that a failure or a note belongs to in a summary of many seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// The run did not come to its end.
    Outcome,
    /// A stale entry with this cause; with none if it had no chance to converge.
    Stale(Option<Cause>),
    /// This invariant.
    Invariant(Invariant),
    /// Records contradict each other.
    Inconsistent,
    /// An expectation of the scenario, by its key in scenario files.
    Expectation(&'static str),
}

impl Failure {
    /// The group that the failure belongs to in a summary of many seeds.
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
            Self::Entry { difference, .. } => Group::Expectation(difference.key()),
            Self::Ready { .. } => Group::Expectation("ready"),
            Self::Signals { .. } => Group::Expectation("signals"),
            Self::Payload { .. } => Group::Expectation("payloads"),
            Self::Log { .. } => Group::Expectation("log"),
        }
    }

    /// The entry of a registry that is stale or broke an invariant, if the failure is about one.
    pub fn entry(&self) -> Option<(ReplicaId, AddressId)> {
        match self {
            Self::Stale(stale)
            | Self::Theorem(stale)
            | Self::Backstop(stale)
            | Self::OtherCause { stale, .. } => Some((stale.replica, stale.address)),
            Self::Broken(broken) => Some((broken.replica, broken.address)),
            Self::Outcome(_)
            | Self::NotStale { .. }
            | Self::NotBroken(_)
            | Self::Inconsistent(_)
            | Self::Answer { .. }
            | Self::Entry { .. }
            | Self::Ready { .. }
            | Self::Signals { .. }
            | Self::Payload { .. }
            | Self::Log { .. } => None,
        }
    }
}

impl Difference {
    /// The key that says in scenario files what is expected.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Held { .. } => "held",
            Self::SameInstance { .. } => "same-instance",
            Self::Builds { .. } => "builds",
            Self::Reads { .. } => "reads",
            Self::Field { field, .. } => field,
        }
    }
}
