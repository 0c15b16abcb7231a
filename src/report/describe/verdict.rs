//! Failures, misses and notes as sentences for people, without their full stops.

use std::fmt::{self, Display, Formatter};

use crate::history::{EventKind, History, Outcome};
use crate::names::{Address, ReplicaId};
use crate::verdict::{Difference, Failure, Group, Miss, Moment, Status};

impl Status {
    /// The word for it in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Miss => "miss",
            Self::Fail => "fail",
            Self::Fault => "fault",
        }
    }
}

impl Display for Status {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Display for Group {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome => f.pad("did not end"),
            Self::Stale(Some(cause)) => write!(f, "stale: {cause}"),
            Self::Stale(None) => f.pad("stale: no chance"),
            Self::Invariant(invariant) => write!(f, "invariant {}: {invariant}", invariant.number()),
            Self::Inconsistent => f.pad("contradictory records"),
            Self::Expectation(word) => write!(f, "expected {word}"),
        }
    }
}

impl Failure {
    /// What failed, in a sentence.
    pub fn described<'a>(&'a self, history: &'a History) -> impl Display + 'a {
        fmt::from_fn(move |f| match self {
            Self::Outcome(outcome) => write_outcome(f, outcome, history),
            Self::Stale(stale) => stale.described(history).fmt(f),
            Self::Theorem(stale) => {
                write!(f, "{}; but nothing was lost and nothing failed (T1)", stale.described(history))
            }
            Self::Backstop(stale) => {
                write!(
                    f,
                    "{}; but it has listed the rows since, and nothing failed (T2)",
                    stale.described(history)
                )
            }
            Self::OtherCause { stale, expected } => {
                write!(f, "{}; expected was {expected}", stale.described(history))
            }
            Self::NotStale { replica, address, expected } => {
                write!(f, "{replica} has converged on `{address}`; expected was a stale entry ({expected})")
            }
            Self::Broken(broken) => broken.described(history).fmt(f),
            Self::NotBroken(invariant) => {
                let number = invariant.number();
                write!(f, "invariant {number} ({invariant}) holds; the scenario expects it to be broken")
            }
            Self::Inconsistent(what) => what.described(history).fmt(f),
            Self::Entry { replica, address, moment, difference } => {
                match moment {
                    Moment::Look(step) => write!(f, "when `{step}` looked, ")?,
                    Moment::End => f.write_str("at the end, ")?,
                }
                write_difference(f, replica, address, difference)
            }
            Self::Answer { step, expected, got: Some(got) } => {
                write!(f, "`{step}` was answered {got}; expected was {expected}")
            }
            Self::Answer { step, expected, got: None } => {
                write!(f, "`{step}` was not answered; expected was {expected}")
            }
            Self::Ready { step, expected, got } => write!(f, "`{step}` got {got}; expected was {expected}"),
            Self::Signals { expected, got } => {
                write!(f, "the replicas published {got} signals; expected were {expected}")
            }
            Self::Payload { place, expected, got } => {
                let [expected, got] = [expected, got].map(|text| text.as_deref().unwrap_or("nothing"));
                write!(f, "signal {} was {got}; expected was {expected}", place + 1)
            }
            Self::Log { replica, level, text, expected, got } => {
                write_lines(f, level, replica.as_deref(), text.as_deref(), *got)?;
                match expected {
                    Some(expected) => write!(f, "; expected were {expected}"),
                    None => f.write_str("; expected was at least one"),
                }
            }
        })
    }
}

fn write_outcome(f: &mut Formatter<'_>, outcome: &Outcome, history: &History) -> fmt::Result {
    let who = |replica: Option<_>| replica.map_or("the testbed", |replica| history.header.replica(replica));
    match outcome {
        Outcome::Quiet => f.write_str("the run came to its end"),
        Outcome::Panicked { replica, at, message } => {
            write!(f, "{} panicked at {at}: {message}", who(*replica))
        }
        Outcome::Deadlock { replicas, at } => {
            f.write_str("deadlock: nothing is left at ")?;
            write!(f, "{at} that could wake")?;
            let mut separator = " ";
            for replica in replicas {
                write!(f, "{separator}{}", history.header.replica(*replica))?;
                separator = ", ";
                if is_paused(history, *replica) {
                    f.write_str(" (which stands still: a step that waits for it needs `wait = false`)")?;
                }
            }
            Ok(())
        }
        Outcome::Endless { replica, at, bound } => {
            write!(f, "the run passed its bound of {bound} at {at}; busy last was {}", who(*replica))
        }
    }
}

/// Whether a replica was paused when the run ended.
fn is_paused(history: &History, replica: ReplicaId) -> bool {
    let of_it = history.events.iter().rev().filter(|event| event.replica == replica);
    // A crash ends a pause.
    let mut changes = of_it
        .filter(|event| matches!(event.kind, EventKind::Paused | EventKind::Resumed | EventKind::Crashed));
    changes.next().is_some_and(|event| event.kind == EventKind::Paused)
}

fn write_difference(
    f: &mut Formatter<'_>,
    replica: &str,
    address: &Address,
    what: &Difference,
) -> fmt::Result {
    match what {
        Difference::Held { got: true } => {
            write!(f, "{replica} holds an instance of `{address}` and should not")
        }
        Difference::Held { got: false } => write!(f, "{replica} holds no instance of `{address}`"),
        Difference::SameInstance { got: true } => {
            write!(f, "{replica} still holds the instance of `{address}` that it began with")
        }
        Difference::SameInstance { got: false } => {
            write!(f, "{replica} no longer holds the instance of `{address}` that it began with")
        }
        Difference::Builds { expected, got } => {
            write!(f, "{replica} had begun {got} builds of `{address}`; expected were {expected}")
        }
        Difference::Reads { expected, got } => {
            write!(f, "{replica} had begun {got} reads of `{address}`; expected were {expected}")
        }
        Difference::Field { field, expected, got: Some(got) } => {
            write!(f, "{field} of `{address}` on {replica} is \"{got}\"; expected was \"{expected}\"")
        }
        Difference::Field { field, expected, got: None } => {
            write!(f, "{replica} holds no {field} of `{address}`; expected was \"{expected}\"")
        }
    }
}

/// How many lines of a level there are, on one replica or on any, with a text or with any.
fn write_lines(
    f: &mut Formatter<'_>,
    level: &str,
    replica: Option<&str>,
    text: Option<&str>,
    got: usize,
) -> fmt::Result {
    let whose = replica.unwrap_or("any replica");
    match text {
        Some(text) => write!(f, "{got} {level} lines of {whose} contain \"{text}\""),
        None => write!(f, "there are {got} {level} lines of {whose}"),
    }
}

impl Miss {
    /// What did not happen, in a sentence.
    pub fn described<'a>(&'a self, history: &'a History) -> impl Display + 'a {
        fmt::from_fn(move |f| match self {
            Self::Fault { fault } => {
                let named = history.header.faults.get(*fault).map_or("?", String::as_str);
                write!(f, "an armed fault never fired: {named}")
            }
            Self::NothingJudged => f.write_str("nothing was judged: no replica is up, booted and not paused"),
            Self::NotJudged { replica, address } => {
                write!(
                    f,
                    "`{address}` was not judged on {replica}, which is not up, booted and unpaused at the end"
                )
            }
            Self::Step(step) => write!(
                f,
                "`{step}` never came to anything: what it waits for did not happen, or its replica was down"
            ),
        })
    }
}
