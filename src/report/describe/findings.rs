//! Stale entries, the chances to heal that they had, and what spent each chance.

use std::fmt::{self, Display, Formatter};

use super::work::described_work;
use crate::history::{EventKind, History};
use crate::names::Cause;
use crate::oracle::{Chance, Charge, Stale};

impl Stale {
    /// Which entry is stale since when, and what accounts for it, in a sentence without its full stop.
    pub fn described<'a>(&'a self, history: &'a History) -> impl Display + 'a {
        fmt::from_fn(move |f| {
            let replica = history.header.replica(self.replica);
            write!(f, "{replica} is stale on `{}` since {}: ", history.described(self.address), self.since)?;
            match self.charge() {
                Some(charge) => charge.described(history).fmt(f),
                None => f.write_str("it had no chance to heal at all"),
            }
        })
    }
}

impl Charge {
    /// What spent the chance, as a clause that ends with the cause's name.
    pub fn described<'a>(&'a self, history: &'a History) -> impl Display + 'a {
        fmt::from_fn(move |f| {
            write_charge(f, self, history)?;
            write!(f, " ({})", self.cause)
        })
    }
}

impl Chance {
    /// The chance as a noun, such as "the signal of `gone`".
    pub fn described<'a>(&'a self, history: &'a History) -> impl Display + 'a {
        fmt::from_fn(move |f| match *self {
            Self::Signal(request) => write!(f, "the signal of `{}`", history.header.request(request)),
            Self::Work(work) => described_work(work, history).fmt(f),
            Self::LateAttach => f.write_str("the reload after its late attach"),
            Self::Retry => f.write_str("the retry that was due"),
        })
    }
}

fn write_charge(f: &mut Formatter<'_>, charge: &Charge, history: &History) -> fmt::Result {
    let chance = charge.chance.described(history);
    let name = match charge.chance {
        Chance::Signal(request) => history.header.request(request),
        Chance::Work(work) => history.header.request(work.request()),
        Chance::LateAttach => "attach",
        Chance::Retry => "retry",
    };
    match charge.cause {
        Cause::CommitUnknown => write!(f, "the writer never learnt whether `{name}` had committed"),
        Cause::DiedBeforePublish => write!(f, "the writer died before it published {chance}"),
        Cause::PublishFailed => write!(f, "{chance} could not be published"),
        Cause::NotPublished => write!(f, "the door did not publish {chance}"),
        Cause::LostDelivery => write!(f, "the bus lost the delivery of `{name}`"),
        Cause::Overflow => write!(f, "its inbox was full when {chance} came"),
        Cause::Malformed => write!(f, "{chance} arrived corrupt"),
        Cause::MisAddressed => write!(f, "{chance} arrived with another name"),
        Cause::Detached => write!(f, "the lane was not attached for {chance}"),
        Cause::MissedAtBoot => write!(f, "it was booting and not yet subscribed when `{name}` was published"),
        Cause::SameNodeId => {
            write!(f, "it took {chance} for its own, because another replica has its node id")
        }
        Cause::Filtered => write!(f, "its receiver dropped {chance}"),
        Cause::Swallowed => write!(f, "no read began for {chance}"),
        Cause::ReadError => write!(f, "the row could not be read for {chance}"),
        Cause::StaleRead => write!(f, "the read for {chance} showed the row as it was before the commit"),
        Cause::Upstream => write!(f, "the upstream refused the build for {chance} or could not be reached"),
        Cause::BuildFailed => write!(f, "the build for {chance} failed"),
        Cause::Ignored if is_of_cache(charge, history) => {
            write!(f, "{chance} was followed, and yet the entry stayed")
        }
        Cause::Ignored => write!(f, "the row was read for {chance}, and yet nothing was installed"),
        Cause::Overtaken => write!(f, "an older result was stored over that of {chance}"),
        Cause::Died => write!(f, "it crashed before {chance} was done"),
    }
}

/// Whether what spent the chance is what a cache should have dropped its entry for.
fn is_of_cache(charge: &Charge, history: &History) -> bool {
    let event = charge.event.and_then(|event| history.events.get(event));
    event.is_some_and(|event| {
        matches!(
            event.kind,
            EventKind::Received { .. } | EventKind::Invalidated { .. } | EventKind::Cleared { .. }
        )
    })
}
