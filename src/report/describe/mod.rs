//! One event as a glyph and a clause.

mod findings;
mod port_events;
mod verdict;

use crate::history::{EventKind, History, Kept, Port};
use crate::names::{AddressId, InstanceId, Lane, RequestId, Work};

/// The kinds of line in a timeline, each with its glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Glyph {
    /// A client's request or its answer.
    Request,
    /// What a transaction did.
    Commit,
    /// A signal on its way.
    Signal,
    /// A fault, or something lost.
    Fault,
    /// A read or a listing.
    Read,
    /// A change of a registry or an upstream.
    Registry,
    /// Something that was left as it was.
    Nothing,
    /// A replica's life.
    Life,
}

impl Glyph {
    /// Every glyph, in the order of the legend.
    pub const ALL: &[Self] = &[
        Self::Request,
        Self::Commit,
        Self::Signal,
        Self::Read,
        Self::Registry,
        Self::Nothing,
        Self::Fault,
        Self::Life,
    ];

    /// The character.
    pub fn symbol(self) -> char {
        match self {
            Self::Request => '>',
            Self::Commit => '#',
            Self::Signal => '~',
            Self::Fault => '!',
            Self::Read => '?',
            Self::Registry => '+',
            Self::Nothing => '=',
            Self::Life => '*',
        }
    }

    /// What it stands for.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Commit => "store",
            Self::Signal => "signal",
            Self::Fault => "fault or loss",
            Self::Read => "read",
            Self::Registry => "registry or upstream",
            Self::Nothing => "left as it was",
            Self::Life => "life",
        }
    }
}

/// Puts events into words.
pub struct Words<'a> {
    history: &'a History,
}

impl<'a> Words<'a> {
    /// The words for the events of a history.
    pub fn new(history: &'a History) -> Self {
        Self { history }
    }

    /// The glyph and the clause for an event.
    pub fn say(&self, kind: &EventKind) -> (Glyph, String) {
        match *kind {
            EventKind::Requested { request, address, verb } => (
                Glyph::Request,
                format!("is asked to {} {} ({})", verb.name(), self.name(address), self.id(request)),
            ),
            EventKind::Answered { request, status } => {
                (Glyph::Request, format!("answers {status} to {}", self.id(request)))
            }
            EventKind::Unanswered { request } => {
                (Glyph::Request, format!("never answers {}", self.id(request)))
            }
            EventKind::WriteSent { .. }
            | EventKind::Committed { .. }
            | EventKind::Refused { .. }
            | EventKind::WriteFailed { .. }
            | EventKind::AnswerLost { .. } => self.store(kind),
            EventKind::ReadBegan { .. }
            | EventKind::Read { .. }
            | EventKind::ListBegan { .. }
            | EventKind::Listed { .. } => self.read(kind),
            EventKind::Subscribed { .. }
            | EventKind::Unsubscribed { .. }
            | EventKind::SubscriptionRefused { .. }
            | EventKind::Published { .. }
            | EventKind::Dropped { .. }
            | EventKind::Arrived { .. }
            | EventKind::Lost { .. }
            | EventKind::Received { .. } => self.bus(kind),
            EventKind::Enqueued { .. }
            | EventKind::Installed { .. }
            | EventKind::Evicted { .. }
            | EventKind::Kept { .. }
            | EventKind::Invalidated { .. }
            | EventKind::Cleared { .. } => self.registry(kind),
            EventKind::OpenBegan { .. }
            | EventKind::Opened { .. }
            | EventKind::OpenFailed { .. }
            | EventKind::CloseBegan { .. }
            | EventKind::Closed { .. } => self.upstream(kind),
            EventKind::RetryArmed { address, due, .. } => {
                (Glyph::Registry, format!("is to try {} again at {due}", self.name(address)))
            }
            _ => self.world(kind),
        }
    }

    fn registry(&self, kind: &EventKind) -> (Glyph, String) {
        match *kind {
            EventKind::Enqueued { work, address } => (
                Glyph::Nothing,
                format!("enqueues a convergence of {} for {}", self.name(address), self.work(work)),
            ),
            EventKind::Installed { instance, revision, .. } => {
                let revision =
                    revision.map_or(String::new(), |revision| format!(", revision {}", revision.0));
                (Glyph::Registry, format!("installs {}{revision}", self.instance(instance)))
            }
            EventKind::Evicted { instance, .. } => {
                (Glyph::Registry, format!("evicts {}", self.instance(instance)))
            }
            EventKind::Kept { address, why, .. } => {
                (Glyph::Nothing, format!("leaves {} as it is: {}", self.name(address), self.kept(why)))
            }
            EventKind::Invalidated { work, address } => (
                Glyph::Registry,
                format!("drops what is cached for {} for {}", self.name(address), self.work(work)),
            ),
            EventKind::Cleared { work } => {
                (Glyph::Registry, format!("clears the cache for {}", self.work(work)))
            }
            _ => unreachable!("only events of the journal come here"),
        }
    }

    fn kept(&self, why: Kept) -> String {
        let why = match why {
            Kept::Unchanged => "it is unchanged",
            Kept::NothingHeld => "there is no row and nothing held",
            Kept::CodeDefined => "code defines it",
            Kept::Unreadable => "the row was not read",
            Kept::BuildFailed => "the build failed",
            Kept::ShutDown => "the replica is shut down",
            Kept::Coalesced { into } => return format!("merged with that for {}", self.work(into)),
            Kept::Swallowed => "the queue is busy and drops it",
            Kept::Discarded => "what is in force is newer",
            Kept::Fenced => "it was invalidated, or filled anew, since the read began",
            Kept::Held => "the credential is refused, it is held",
            Kept::Degraded => "the upstream is not reached, it is tried again",
            Kept::NoReference => "its reference has no row",
        };
        why.to_owned()
    }

    fn world(&self, kind: &EventKind) -> (Glyph, String) {
        match *kind {
            EventKind::BootBegan { request } => (Glyph::Life, format!("boots ({})", self.id(request))),
            EventKind::Serving => (Glyph::Life, "serves".to_owned()),
            EventKind::Reloading { request } => {
                (Glyph::Life, format!("is told to reload ({})", self.id(request)))
            }
            EventKind::Crashed => (Glyph::Life, "crashes".to_owned()),
            EventKind::ShutDown => (Glyph::Life, "shuts down".to_owned()),
            EventKind::Paused => (Glyph::Life, "stands still".to_owned()),
            EventKind::Resumed => (Glyph::Life, "goes on".to_owned()),
            EventKind::Cut { noticed: true } => {
                (Glyph::Fault, "is cut off from the bus, and notices".to_owned())
            }
            EventKind::Cut { noticed: false } => {
                (Glyph::Fault, "is cut off from the bus, and does not notice".to_owned())
            }
            EventKind::Deviated { request, due } => (
                Glyph::Fault,
                format!("the write of {} does not do what it is asked for ({due})", self.id(request)),
            ),
            EventKind::AnswersLate { port, .. } => {
                let call = match port {
                    Port::Write => "write",
                    Port::Read => "read",
                    Port::List => "listing",
                    Port::Open => "build",
                };
                (Glyph::Fault, format!("the answer to the {call} comes after its time-out"))
            }
            EventKind::ShutDownBegan { request } => {
                (Glyph::Life, format!("is told to shut down ({})", self.id(request)))
            }
            EventKind::NodeIdSet { node } => {
                let ids = &self.history.header.node_ids;
                let id = ids.get(usize::from(node.0)).map_or("?", String::as_str);
                (Glyph::Life, format!("is told to attach as `{id}`"))
            }
            EventKind::Triggered { request } => {
                (Glyph::Life, format!("the event of {} has come", self.id(request)))
            }
            EventKind::FaultsEnded => (Glyph::Life, "everything heals".to_owned()),
            EventKind::Healed => (Glyph::Life, "reaches the bus again".to_owned()),
            EventKind::AcceptsSet { address } => {
                (Glyph::Life, format!("the upstream of {} accepts other credentials", self.name(address)))
            }
            EventKind::UpstreamSet { address, reachable: true } => {
                (Glyph::Life, format!("the upstream of {} is reachable", self.name(address)))
            }
            EventKind::UpstreamSet { address, reachable: false } => {
                (Glyph::Fault, format!("the upstream of {} is unreachable", self.name(address)))
            }
            EventKind::Fault { fault } => {
                let faults = &self.history.header.faults;
                let fault = faults.get(usize::from(fault.0)).map_or("?", String::as_str);
                (Glyph::Fault, format!("armed: {fault}"))
            }
            _ => unreachable!("every other event was said before"),
        }
    }

    /// What a convergence is done for.
    pub fn work(&self, work: Work) -> String {
        match work {
            Work::Write(request) => format!("its own write {}", self.id(request)),
            Work::Signal { write, copy } => format!("the signal of {}{}", self.id(write), nth(copy)),
            Work::Boot(_) => "its boot".to_owned(),
            Work::Attach(request) => format!("the attach {}", self.id(request)),
            Work::Reload(request) => format!("the reload {}", self.id(request)),
            Work::Read(request) => format!("the read {}", self.id(request)),
            Work::Watch(_) => "a watcher".to_owned(),
            Work::Retry(_) => "a retry".to_owned(),
        }
    }

    fn name(&self, address: AddressId) -> String {
        format!("`{}`", self.history.described(address))
    }

    /// Which lane, where a run has several.
    fn on(&self, lane: Lane) -> String {
        if self.history.header.lanes.len() > 1 { format!(" ({lane})") } else { String::new() }
    }

    fn id(&self, request: RequestId) -> String {
        self.history.header.request(request).to_owned()
    }

    fn instance(&self, instance: InstanceId) -> String {
        format!("`{}` #{}", self.history.described(instance.address), instance.nth)
    }
}

fn nth(copy: u8) -> String {
    if copy == 0 { String::new() } else { format!(", copy {}", copy + 1) }
}
