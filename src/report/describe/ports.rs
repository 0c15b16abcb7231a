//! The words for what crossed a port: store, bus and upstream.

use super::{Glyph, Words, nth};
use crate::history::{BuildFailure, Damage, Loss, Reception, RowState, Seen, Version, What};

impl Words<'_> {
    pub(super) fn store(&self, what: &What) -> (Glyph, String) {
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

    pub(super) fn read(&self, what: &What) -> (Glyph, String) {
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
            What::ListBegan { correlation, lane } => {
                let work = self.work(correlation.work);
                (Glyph::Read, format!("lists the rows{} for {work}", self.on(lane)))
            }
            What::Listed { lane, as_of, ok: true, .. } => {
                (Glyph::Read, format!("sees the list{} as of commit {}", self.on(lane), as_of.0))
            }
            What::Listed { lane, ok: false, .. } => {
                (Glyph::Fault, format!("cannot list the rows{}", self.on(lane)))
            }
            _ => unreachable!("only events of the store's read port come here"),
        }
    }

    pub(super) fn bus(&self, what: &What) -> (Glyph, String) {
        match *what {
            What::Subscribed { lane } => (Glyph::Life, format!("is subscribed{}", self.on(lane))),
            What::Unsubscribed { lane } => (Glyph::Life, format!("ends its subscription{}", self.on(lane))),
            What::SubscriptionRefused { lane, ending } => {
                let what = if ending { "to end its subscription" } else { "its subscription" };
                (Glyph::Fault, format!("the bus refuses {what}{}", self.on(lane)))
            }
            What::Published { request, address, ok: true } => {
                (Glyph::Signal, format!("publishes {} ({})", self.name(address), self.id(request)))
            }
            What::Published { request, address, ok: false } => {
                (Glyph::Fault, format!("fails to publish {} ({})", self.name(address), self.id(request)))
            }
            What::Dropped { lane, request } => {
                (Glyph::Fault, format!("the bus drops the signal of {}{}", self.id(request), self.on(lane)))
            }
            What::Arrived { lane, request, copy, damage } => {
                let damage = match damage {
                    Damage::None => "",
                    Damage::Corrupt => ", corrupt",
                    Damage::Misaddressed => ", with another name",
                };
                let id = self.id(request);
                (Glyph::Signal, format!("gets the signal of {id}{}{damage}{}", nth(copy), self.on(lane)))
            }
            What::Lost { lane, request, copy, why } => {
                let why = match why {
                    Loss::Cut => "the link is cut",
                    Loss::Down => "the replica it was for is gone",
                    Loss::Overflow => "the inbox is full",
                    Loss::Unsubscribed => "the subscription has ended",
                };
                let id = self.id(request);
                let signal = format!("the signal of {id}{}{}", nth(copy), self.on(lane));
                (Glyph::Fault, format!("{signal} is lost: {why}"))
            }
            What::Received { lane, request, copy, verdict } => {
                let verdict = match verdict {
                    Reception::Malformed => "ignores, as malformed,",
                    Reception::Own => "drops, as its own,",
                    Reception::Followed => "follows",
                };
                let id = self.id(request);
                (Glyph::Signal, format!("{verdict} the signal of {id}{}{}", nth(copy), self.on(lane)))
            }
            _ => unreachable!("only events of the bus come here"),
        }
    }

    pub(super) fn upstream(&self, what: &What) -> (Glyph, String) {
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
}

fn state(version: Version) -> String {
    match version.state {
        RowState::Active => format!("is revision {}", version.revision.0),
        RowState::Inactive => format!("is revision {}, inactive", version.revision.0),
        RowState::Absent => "is gone".to_owned(),
    }
}
