//! The words for what crossed a port: store, bus and upstream.

use super::{Glyph, Words, nth};
use crate::history::{BuildFailure, Damage, EventKind, Loss, ReadResult, Reception, RowState, Version};

impl Words<'_> {
    pub(super) fn store(&self, kind: &EventKind) -> (Glyph, String) {
        match *kind {
            EventKind::WriteSent { request } => {
                (Glyph::Commit, format!("sends the write of {}", self.id(request)))
            }
            EventKind::Committed { request, address, version } => (
                Glyph::Commit,
                format!("commits {}: {} {}", self.id(request), self.name(address), state(version)),
            ),
            EventKind::Refused { request, status } => {
                (Glyph::Commit, format!("the store refuses {} ({status})", self.id(request)))
            }
            EventKind::WriteFailed { request } => {
                (Glyph::Fault, format!("the store fails {}", self.id(request)))
            }
            EventKind::AnswerLost { request } => {
                (Glyph::Fault, format!("the store's answer to {} is lost", self.id(request)))
            }
            _ => unreachable!("only events of the store's write port come here"),
        }
    }

    pub(super) fn read(&self, kind: &EventKind) -> (Glyph, String) {
        match *kind {
            EventKind::ReadBegan { correlation, address } => {
                (Glyph::Read, format!("reads {} for {}", self.name(address), self.work(correlation.work)))
            }
            EventKind::Read { address, as_of, result, .. } => match result {
                ReadResult::Present => {
                    (Glyph::Read, format!("sees {} as of commit {}", self.name(address), as_of.0))
                }
                ReadResult::Absent => {
                    (Glyph::Read, format!("sees no {} as of commit {}", self.name(address), as_of.0))
                }
                ReadResult::Unreadable => (Glyph::Fault, format!("cannot read {}", self.name(address))),
            },
            EventKind::ListBegan { correlation, lane } => {
                let work = self.work(correlation.work);
                (Glyph::Read, format!("lists the rows{} for {work}", self.on(lane)))
            }
            EventKind::Listed { lane, as_of, ok: true, .. } => {
                (Glyph::Read, format!("sees the list{} as of commit {}", self.on(lane), as_of.0))
            }
            EventKind::Listed { lane, ok: false, .. } => {
                (Glyph::Fault, format!("cannot list the rows{}", self.on(lane)))
            }
            _ => unreachable!("only events of the store's read port come here"),
        }
    }

    pub(super) fn bus(&self, kind: &EventKind) -> (Glyph, String) {
        match *kind {
            EventKind::Subscribed { lane } => (Glyph::Life, format!("is subscribed{}", self.on(lane))),
            EventKind::Unsubscribed { lane } => {
                (Glyph::Life, format!("ends its subscription{}", self.on(lane)))
            }
            EventKind::SubscriptionRefused { lane, ending } => {
                let kind = if ending { "to end its subscription" } else { "its subscription" };
                (Glyph::Fault, format!("the bus refuses {kind}{}", self.on(lane)))
            }
            EventKind::Published { request, address, ok: true } => {
                (Glyph::Signal, format!("publishes {} ({})", self.name(address), self.id(request)))
            }
            EventKind::Published { request, address, ok: false } => {
                (Glyph::Fault, format!("fails to publish {} ({})", self.name(address), self.id(request)))
            }
            EventKind::Dropped { lane, request } => {
                (Glyph::Fault, format!("the bus drops the signal of {}{}", self.id(request), self.on(lane)))
            }
            EventKind::Arrived { lane, request, copy, damage } => {
                let damage = match damage {
                    Damage::None => "",
                    Damage::Corrupt => ", corrupt",
                    Damage::Misaddressed => ", with another name",
                };
                let id = self.id(request);
                (Glyph::Signal, format!("gets the signal of {id}{}{damage}{}", nth(copy), self.on(lane)))
            }
            EventKind::Lost { lane, request, copy, why } => {
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
            EventKind::Received { lane, request, copy, verdict } => {
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

    pub(super) fn upstream(&self, kind: &EventKind) -> (Glyph, String) {
        match *kind {
            EventKind::OpenBegan { address, .. } => {
                (Glyph::Registry, format!("builds {}", self.name(address)))
            }
            EventKind::Opened { instance, .. } => {
                (Glyph::Registry, format!("the upstream opens {}", self.instance(instance)))
            }
            EventKind::OpenFailed { address, why, .. } => {
                let why = match why {
                    BuildFailure::Refused => "the credential is refused",
                    BuildFailure::Unreachable => "the upstream is unreachable",
                    BuildFailure::Failed => "the build fails",
                };
                (Glyph::Fault, format!("cannot build {}: {why}", self.name(address)))
            }
            EventKind::CloseBegan { instance } => {
                (Glyph::Registry, format!("closes {}", self.instance(instance)))
            }
            EventKind::Closed { instance } => {
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
