//! Findings as sentences for people. Text is made here and only here, when somebody reads it.

use std::fmt::{self, Display, Formatter};

use crate::history::{EventKind, History};
use crate::names::{Cause, InstanceId, Work};
use crate::oracle::{Breach, BrokenInvariant, Chance, Charge, Inconsistent, Stale};

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
            Self::Work(work) => write_work(f, work, history),
            Self::LateAttach => f.write_str("the reload after its late attach"),
            Self::Retry => f.write_str("the retry that was due"),
        })
    }
}

fn write_work(f: &mut Formatter<'_>, work: Work, history: &History) -> fmt::Result {
    let name = history.header.request(work.request());
    match work {
        Work::Write(_) => write!(f, "its own write `{name}`"),
        Work::Signal { copy: 0, .. } => write!(f, "the signal of `{name}`"),
        Work::Signal { copy, .. } => write!(f, "copy {} of the signal of `{name}`", u16::from(copy) + 1),
        Work::Boot(_) => write!(f, "its boot (`{name}`)"),
        Work::Attach(_) => write!(f, "the reload after its attach (`{name}`)"),
        Work::Reload(_) => write!(f, "the reload `{name}`"),
        Work::Read(_) => write!(f, "the read `{name}`"),
        Work::Watch(_) => f.write_str("the re-read of a watcher"),
        Work::Retry(_) => f.write_str("a retry"),
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

impl BrokenInvariant {
    /// Which invariant was broken where and how, in a sentence without its full stop.
    pub fn described<'a>(&'a self, history: &'a History) -> impl Display + 'a {
        fmt::from_fn(move |f| {
            let (replica, address) = (history.header.replica(self.replica), history.described(self.address));
            write!(f, "{replica} broke invariant {} ({})", self.invariant.number(), self.invariant)?;
            write!(f, " on `{address}` at {}: ", self.at)?;
            write_breach(f, self.breach, history)
        })
    }
}

fn write_breach(f: &mut Formatter<'_>, what: Breach, history: &History) -> fmt::Result {
    let described = |work: Work| fmt::from_fn(move |f| write_work(f, work, history));
    let request = |id| history.header.request(id);
    match what {
        Breach::InstalledFromAbsent { instance, work } => {
            write!(
                f,
                "instance {} was installed for {} from a read that showed no row",
                nth(instance),
                described(work)
            )
        }
        Breach::InstalledOvertaken { instance, work, by } => {
            let (work, by) = (described(work), described(by));
            write!(
                f,
                "instance {} was installed for {work}, though the later read for {by} was done",
                nth(instance)
            )
        }
        Breach::BuiltUncommitted { instance, work } => {
            write!(f, "instance {} was built for {}, which never committed", nth(instance), described(work))
        }
        Breach::BuiltUnread { instance, work } => {
            write!(
                f,
                "instance {} was built for {} without a row that was read",
                nth(instance),
                described(work)
            )
        }
        Breach::BuiltOther { instance, work } => {
            write!(
                f,
                "instance {} was built for {} with what no version of its row says",
                nth(instance),
                described(work)
            )
        }
        Breach::ShowsOther { instance, work } => {
            let (nth, work) = (nth(instance), described(work));
            write!(f, "instance {nth} was made for {work} and shows something else than the rows said then")
        }
        Breach::WentBack { work, from, to } => {
            write!(f, "it went back from revision {} to {} for {}", from.0, to.0, described(work))
        }
        Breach::Churned { old, new, work } => {
            let work = described(work);
            write!(f, "instance {} was replaced by its equal {} for {work}", nth(old), nth(new))
        }
        Breach::ClosedFirst { instance, work } => {
            write!(f, "instance {} was closed for {} before a new one served", nth(instance), described(work))
        }
        Breach::CodeReplaced { work } => {
            write!(f, "its code's instance was replaced for {}", described(work))
        }
        Breach::CodeEvicted { work } => write!(f, "its code's instance was evicted for {}", described(work)),
        Breach::CodeClosed { instance } => write!(f, "its code's instance {} was closed", nth(instance)),
        Breach::CodeMissing => f.write_str("it does not hold its code's instance at the end"),
        Breach::AcknowledgedLost { request: id, status } => {
            write!(f, "`{}` was answered {status} and never committed", request(id))
        }
        Breach::EvictedUnread { instance, work } => {
            write!(
                f,
                "instance {} was evicted for {} though the row was not readable",
                nth(instance),
                described(work)
            )
        }
        Breach::EvictedActive { instance, work } => {
            write!(
                f,
                "instance {} was evicted for {} though the row is active",
                nth(instance),
                described(work)
            )
        }
        Breach::Leaked { instance } => {
            write!(f, "instance {} was never closed, and is in no registry", nth(instance))
        }
        Breach::HeldClosed { instance } => {
            write!(f, "instance {} is in the registry, and was closed", nth(instance))
        }
        Breach::ClosedAgain { instance } => write!(f, "instance {} was closed a second time", nth(instance)),
        Breach::WroteUnasked { request: id } => {
            write!(f, "a transaction was sent for `{}` that its door did not send", request(id))
        }
        Breach::ActedAgainstRows { request: id } => {
            write!(f, "the transaction of `{}` did not do what the rows gave when it acted", request(id))
        }
        Breach::AnsweredAgainstRows { request: id, status } => {
            write!(f, "`{}` was answered {status}, which the rows did not give", request(id))
        }
        of_signal => write_breach_of_signal(f, of_signal, history),
    }
}

/// What was wrong with a signal, or with what became of it.
fn write_breach_of_signal(f: &mut Formatter<'_>, what: Breach, history: &History) -> fmt::Result {
    let request = |id| history.header.request(id);
    match what {
        Breach::PayloadNotAddress { request: id } => {
            write!(f, "the payload of `{}` is not just an address", request(id))
        }
        Breach::PayloadOfOther { request: id } => {
            write!(f, "the payload of `{}` names another address", request(id))
        }
        Breach::PayloadFromOther { request: id } => {
            write!(f, "the payload of `{}` has a node id that its publisher does not have", request(id))
        }
        Breach::RefusedPublished { request: id } => {
            write!(f, "`{}` was refused or failed, and yet its signal was published", request(id))
        }
        Breach::PublishFailedWrite { request: id, status } => {
            write!(f, "`{}` was answered {status} because its signal could not be published", request(id))
        }
        Breach::FollowedOwn { request: id, .. } => {
            write!(f, "it followed its own signal of `{}`", request(id))
        }
        Breach::PublishedAgain { request: id } => write!(f, "`{}` published a second signal", request(id)),
        _ => Ok(()),
    }
}

/// An instance as people name it next to its replica and address.
fn nth(instance: InstanceId) -> impl Display {
    fmt::from_fn(move |f| write!(f, "#{}", instance.nth))
}

impl Inconsistent {
    /// Which records contradict each other, in a sentence without its full stop.
    pub fn described<'a>(&'a self, history: &'a History) -> impl Display + 'a {
        fmt::from_fn(move |f| write_inconsistent(f, *self, history))
    }
}

fn write_inconsistent(f: &mut Formatter<'_>, what: Inconsistent, history: &History) -> fmt::Result {
    let instance = |id: InstanceId| {
        let (replica, address) = (history.header.replica(id.replica), history.described(id.address));
        fmt::from_fn(move |f| write!(f, "instance #{} of `{address}` on {replica}", id.nth))
    };
    let held = |id: Option<InstanceId>| {
        fmt::from_fn(move |f| match id {
            Some(id) => write!(f, "#{}", id.nth),
            None => f.write_str("nothing"),
        })
    };
    match what {
        Inconsistent::NoView { replica } => {
            write!(f, "the history does not show what {} holds at the end", history.header.replica(replica))
        }
        Inconsistent::ViewAndJournal { replica, address, shown, journal } => {
            let (replica, address) = (history.header.replica(replica), history.described(address));
            let (shown, journal) = (held(shown), held(journal));
            write!(f, "{replica} shows {shown} for `{address}`, but its journal ends with {journal}")
        }
        Inconsistent::RowAndCommit { address, .. } => {
            write!(
                f,
                "the row of `{}` at the end is not what its last commit left",
                history.described(address)
            )
        }
        Inconsistent::ReadAndCommit { event, address } => {
            let address = history.described(address);
            write!(f, "event {event}: the read of `{address}` does not show what was committed by then")
        }
        Inconsistent::RevisionAndRead { event, instance: id } => {
            write!(f, "event {event}: the journal gives {} another revision than was read", instance(id))
        }
        Inconsistent::OpenUnrecorded { instance: id } => {
            write!(f, "{} is open at its upstream, and no event says so", instance(id))
        }
        Inconsistent::NotOpen { instance: id } => {
            write!(f, "{} is not open at its upstream, and no event says so", instance(id))
        }
    }
}
