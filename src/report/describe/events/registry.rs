//! Clauses for changes of a registry or a cache, from the journal.

use super::describer::{Description, EventDescriber};
use super::glyph::Glyph;
use crate::history::Kept;
use crate::names::{AddressId, InstanceId, Instant, Revision, Work};

impl EventDescriber<'_> {
    pub(super) fn enqueued(&self, work: Work, address: AddressId) -> Description {
        let clause = format!("enqueues a convergence of {} for {}", self.name(address), self.work(work));
        (Glyph::Nothing, clause)
    }

    pub(super) fn installed(&self, instance: InstanceId, revision: Option<Revision>) -> Description {
        let revision = revision.map_or(String::new(), |revision| format!(", revision {}", revision.0));
        (Glyph::Registry, format!("installs {}{revision}", self.instance(instance)))
    }

    pub(super) fn evicted(&self, instance: InstanceId) -> Description {
        (Glyph::Registry, format!("evicts {}", self.instance(instance)))
    }

    pub(super) fn kept(&self, address: AddressId, why: Kept) -> Description {
        let why = match why {
            Kept::Unchanged => "it is unchanged",
            Kept::NothingHeld => "there is no row and nothing held",
            Kept::CodeDefined => "code defines it",
            Kept::Unreadable => "the row was not read",
            Kept::BuildFailed => "the build failed",
            Kept::ShutDown => "the replica is shut down",
            Kept::Coalesced { into } => &format!("merged with that for {}", self.work(into)),
            Kept::Swallowed => "the queue is busy and drops it",
            Kept::Discarded => "what is in force is newer",
            Kept::Fenced => "it was invalidated, or filled anew, since the read began",
            Kept::Held => "the credential is refused, it is held",
            Kept::Degraded => "the upstream is not reached, it is tried again",
            Kept::NoReference => "its reference has no row",
        };
        (Glyph::Nothing, format!("leaves {} as it is: {why}", self.name(address)))
    }

    pub(super) fn invalidated(&self, work: Work, address: AddressId) -> Description {
        let clause = format!("drops what is cached for {} for {}", self.name(address), self.work(work));
        (Glyph::Registry, clause)
    }

    pub(super) fn cleared(&self, work: Work) -> Description {
        (Glyph::Registry, format!("clears the cache for {}", self.work(work)))
    }

    pub(super) fn retry_armed(&self, address: AddressId, due: Instant) -> Description {
        (Glyph::Registry, format!("is to try {} again at {due}", self.name(address)))
    }
}
