//! The text of an armed fault, as reports show it.

use std::fmt;

use super::{Call, CallEffect, DeliveryEffect, Fault, FaultKind, Moment};

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        match self.times {
            Some(1) => f.write_str(", once"),
            Some(times) => write!(f, ", at most {times} times"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Delivery { of, to, lane, effect } => {
                write!(f, "{effect} the ")?;
                lane.map_or(Ok(()), |lane| write!(f, "{lane} "))?;
                write!(f, "signal of {of}")?;
                to.as_ref().map_or(Ok(()), |to| write!(f, " to {to}"))
            }
            Self::PublishError { of, lane } => {
                f.write_str("publishing the ")?;
                lane.map_or(Ok(()), |lane| write!(f, "{lane} "))?;
                write!(f, "signal of {of} fails")
            }
            Self::Subscription { on, lane, ending: false } => {
                write!(f, "the bus refuses the {lane} subscription of {on}")
            }
            Self::Subscription { on, lane, ending: true } => {
                write!(f, "the bus refuses to end the {lane} subscription of {on}")
            }
            Self::Read { address, on, of, effect } => {
                write!(f, "a read of `{address}` {effect}")?;
                on.as_ref().map_or(Ok(()), |on| write!(f, " on {on}"))?;
                of.as_ref().map_or(Ok(()), |of| write!(f, " for {of}"))
            }
            Self::List { on, lane, effect } => {
                f.write_str("a ")?;
                lane.map_or(Ok(()), |lane| write!(f, "{lane} "))?;
                write!(f, "listing {effect} on {on}")
            }
            Self::Write { of, effect } => write!(f, "the write of {of} {effect}"),
            Self::AnswerLost { of } => write!(f, "the store's answer to {of} is lost"),
            Self::CountError { of } => write!(f, "the objects bound to the row of {of} cannot be counted"),
            Self::Build { address, on, of, effect } => {
                write!(f, "a build of `{address}` {effect}")?;
                on.as_ref().map_or(Ok(()), |on| write!(f, " on {on}"))?;
                of.as_ref().map_or(Ok(()), |of| write!(f, " for {of}"))
            }
            Self::Crash { on, moment, call, of } => {
                write!(f, "{on} crashes {moment} a {call}")?;
                of.as_ref().map_or(Ok(()), |of| write!(f, " for {of}"))
            }
        }
    }
}

impl fmt::Display for DeliveryEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Drop => f.write_str("drop"),
            Self::Duplicate(after) => write!(f, "duplicate, {after:?} later,"),
            Self::Delay(by) => write!(f, "delay by {by:?}"),
            Self::Corrupt => f.write_str("corrupt"),
            Self::Misaddress(name) => write!(f, "address to `{name}`"),
        }
    }
}

impl fmt::Display for CallEffect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error => f.write_str("fails"),
            Self::SlowBefore(by) => write!(f, "acts {by:?} late"),
            Self::SlowAfter(by) => write!(f, "answers {by:?} late"),
        }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Before => "before",
            Self::During => "during",
            Self::After => "after",
        })
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Write => "write",
            Self::Read => "read",
            Self::List => "listing",
            Self::Publish => "publish",
            Self::Subscribe => "subscribe",
            Self::Open => "build",
            Self::Close => "close",
        })
    }
}
