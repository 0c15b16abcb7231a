//! One event as a glyph and a clause.

use crate::history::{
    BuildFailure, Damage, History, Kept, Loss, Port, Reception, RowState, Seen, Version, What,
};
use crate::names::{AddressId, InstanceId, RequestId, Work};

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
    pub fn say(&self, what: &What) -> (Glyph, String) {
        match *what {
            What::Requested { request, address, verb } => (
                Glyph::Request,
                format!("is asked to {} {} ({})", verb.name(), self.name(address), self.id(request)),
            ),
            What::Answered { request, status } => {
                (Glyph::Request, format!("answers {status} to {}", self.id(request)))
            }
            What::Unanswered { request } => (Glyph::Request, format!("never answers {}", self.id(request))),
            What::WriteSent { .. }
            | What::Committed { .. }
            | What::Refused { .. }
            | What::WriteFailed { .. }
            | What::AnswerLost { .. } => self.store(what),
            What::ReadBegan { .. } | What::Read { .. } | What::ListBegan { .. } | What::Listed { .. } => {
                self.read(what)
            }
            What::Subscribed
            | What::Unsubscribed
            | What::Published { .. }
            | What::Dropped { .. }
            | What::Arrived { .. }
            | What::Lost { .. }
            | What::Received { .. } => self.bus(what),
            What::Enqueued { .. } | What::Installed { .. } | What::Evicted { .. } | What::Kept { .. } => {
                self.registry(what)
            }
            What::OpenBegan { .. }
            | What::Opened { .. }
            | What::OpenFailed { .. }
            | What::CloseBegan { .. }
            | What::Closed { .. } => self.upstream(what),
            _ => self.world(what),
        }
    }

    fn store(&self, what: &What) -> (Glyph, String) {
        match *what {
            What::WriteSent { request } => {
                (Glyph::Commit, format!("sends the write of {}", self.id(request)))
            }
            What::Committed { request, address, version } => (
                Glyph::Commit,
                format!("commits {}: {} {}", self.id(request), self.name(address), state(version)),
            ),
            What::Refused { request, status } => {
                (Glyph::Commit, format!("the store refuses {} ({status})", self.id(request)))
            }
            What::WriteFailed { request } => (Glyph::Fault, format!("the store fails {}", self.id(request))),
            What::AnswerLost { request } => {
                (Glyph::Fault, format!("the store's answer to {} is lost", self.id(request)))
            }
            _ => unreachable!("only events of the store's write port come here"),
        }
    }

    fn read(&self, what: &What) -> (Glyph, String) {
        match *what {
            What::ReadBegan { correlation, address } => {
                (Glyph::Read, format!("reads {} for {}", self.name(address), self.work(correlation.work)))
            }
            What::Read { address, as_of, seen, .. } => match seen {
                Seen::Present => {
                    (Glyph::Read, format!("sees {} as of commit {}", self.name(address), as_of.0))
                }
                Seen::Absent => {
                    (Glyph::Read, format!("sees no {} as of commit {}", self.name(address), as_of.0))
                }
                Seen::Unreadable => (Glyph::Fault, format!("cannot read {}", self.name(address))),
            },
            What::ListBegan { correlation } => {
                (Glyph::Read, format!("lists the rows for {}", self.work(correlation.work)))
            }
            What::Listed { as_of, ok: true, .. } => {
                (Glyph::Read, format!("sees the list as of commit {}", as_of.0))
            }
            What::Listed { ok: false, .. } => (Glyph::Fault, "cannot list the rows".to_owned()),
            _ => unreachable!("only events of the store's read port come here"),
        }
    }

    fn bus(&self, what: &What) -> (Glyph, String) {
        match *what {
            What::Subscribed => (Glyph::Life, "is subscribed".to_owned()),
            What::Unsubscribed => (Glyph::Life, "ends its subscription".to_owned()),
            What::Published { request, address, ok: true } => {
                (Glyph::Signal, format!("publishes {} ({})", self.name(address), self.id(request)))
            }
            What::Published { request, address, ok: false } => {
                (Glyph::Fault, format!("fails to publish {} ({})", self.name(address), self.id(request)))
            }
            What::Dropped { request } => {
                (Glyph::Fault, format!("the bus drops the signal of {}", self.id(request)))
            }
            What::Arrived { request, copy, damage } => {
                let damage = match damage {
                    Damage::None => "",
                    Damage::Corrupt => ", corrupt",
                    Damage::Misaddressed => ", with another name",
                };
                (Glyph::Signal, format!("gets the signal of {}{}{damage}", self.id(request), nth(copy)))
            }
            What::Lost { request, copy, why } => {
                let why = match why {
                    Loss::Cut => "the link is cut",
                    Loss::Down => "the replica it was for is gone",
                    Loss::Overflow => "the inbox is full",
                    Loss::Unsubscribed => "the subscription has ended",
                };
                (Glyph::Fault, format!("the signal of {}{} is lost: {why}", self.id(request), nth(copy)))
            }
            What::Received { request, copy, verdict } => {
                let verdict = match verdict {
                    Reception::Malformed => "ignores, as malformed,",
                    Reception::Own => "drops, as its own,",
                    Reception::Followed => "follows",
                };
                (Glyph::Signal, format!("{verdict} the signal of {}{}", self.id(request), nth(copy)))
            }
            _ => unreachable!("only events of the bus come here"),
        }
    }

    fn registry(&self, what: &What) -> (Glyph, String) {
        match *what {
            What::Enqueued { work, address } => (
                Glyph::Nothing,
                format!("enqueues a convergence of {} for {}", self.name(address), self.work(work)),
            ),
            What::Installed { instance, revision, .. } => {
                let revision =
                    revision.map_or(String::new(), |revision| format!(", revision {}", revision.0));
                (Glyph::Registry, format!("installs {}{revision}", self.instance(instance)))
            }
            What::Evicted { instance, .. } => {
                (Glyph::Registry, format!("evicts {}", self.instance(instance)))
            }
            What::Kept { address, why, .. } => {
                (Glyph::Nothing, format!("leaves {} as it is: {}", self.name(address), self.kept(why)))
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
        };
        why.to_owned()
    }

    fn upstream(&self, what: &What) -> (Glyph, String) {
        match *what {
            What::OpenBegan { address, .. } => (Glyph::Registry, format!("builds {}", self.name(address))),
            What::Opened { instance, .. } => {
                (Glyph::Registry, format!("the upstream opens {}", self.instance(instance)))
            }
            What::OpenFailed { address, why, .. } => {
                let why = match why {
                    BuildFailure::Refused => "the credential is refused",
                    BuildFailure::Unreachable => "the upstream is unreachable",
                    BuildFailure::Failed => "the build fails",
                };
                (Glyph::Fault, format!("cannot build {}: {why}", self.name(address)))
            }
            What::CloseBegan { instance } => (Glyph::Registry, format!("closes {}", self.instance(instance))),
            What::Closed { instance } => {
                (Glyph::Registry, format!("the upstream closes {}", self.instance(instance)))
            }
            _ => unreachable!("only events of the upstream's port come here"),
        }
    }

    fn world(&self, what: &What) -> (Glyph, String) {
        match *what {
            What::BootBegan { request } => (Glyph::Life, format!("boots ({})", self.id(request))),
            What::Serving => (Glyph::Life, "serves".to_owned()),
            What::Reloading { request } => (Glyph::Life, format!("is told to reload ({})", self.id(request))),
            What::Crashed => (Glyph::Life, "crashes".to_owned()),
            What::ShutDown => (Glyph::Life, "shuts down".to_owned()),
            What::Paused => (Glyph::Life, "stands still".to_owned()),
            What::Resumed => (Glyph::Life, "goes on".to_owned()),
            What::Cut { noticed: true } => (Glyph::Fault, "is cut off from the bus, and notices".to_owned()),
            What::Cut { noticed: false } => {
                (Glyph::Fault, "is cut off from the bus, and does not notice".to_owned())
            }
            What::Deviated { request, due } => (
                Glyph::Fault,
                format!("the write of {} does not do what it is asked for ({due})", self.id(request)),
            ),
            What::AnswersLate { port, .. } => {
                let call = match port {
                    Port::Write => "write",
                    Port::Read => "read",
                    Port::List => "listing",
                    Port::Open => "build",
                };
                (Glyph::Fault, format!("the answer to the {call} comes after its time-out"))
            }
            What::ShutDownBegan { request } => {
                (Glyph::Life, format!("is told to shut down ({})", self.id(request)))
            }
            What::NodeIdSet { node } => {
                let ids = &self.history.header.node_ids;
                let id = ids.get(usize::from(node.0)).map_or("?", String::as_str);
                (Glyph::Life, format!("is told to attach as `{id}`"))
            }
            What::Calmed => (Glyph::Life, "everything heals".to_owned()),
            What::Healed => (Glyph::Life, "reaches the bus again".to_owned()),
            What::UpstreamSet { address, reachable: true } => {
                (Glyph::Life, format!("the upstream of {} is reachable", self.name(address)))
            }
            What::UpstreamSet { address, reachable: false } => {
                (Glyph::Fault, format!("the upstream of {} is unreachable", self.name(address)))
            }
            What::Fault { fault } => {
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
        }
    }

    fn name(&self, address: AddressId) -> String {
        format!("`{}`", self.history.address(address))
    }

    fn id(&self, request: RequestId) -> String {
        self.history.header.request(request).to_owned()
    }

    fn instance(&self, instance: InstanceId) -> String {
        format!("`{}` #{}", self.history.address(instance.address), instance.nth)
    }
}

fn nth(copy: u8) -> String {
    if copy == 0 { String::new() } else { format!(", copy {}", copy + 1) }
}

fn state(version: Version) -> String {
    match version.state {
        RowState::Active => format!("is revision {}", version.revision.0),
        RowState::Inactive => format!("is revision {}, inactive", version.revision.0),
        RowState::Absent => "is gone".to_owned(),
    }
}
