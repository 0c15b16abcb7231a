//! Clauses for what crossed the store's port.

use super::describer::{Description, EventDescriber};
use super::glyph::Glyph;
use crate::history::{ReadResult, RowState, Version};
use crate::names::{AddressId, Correlation, Lane, RequestId, Sequence};

impl EventDescriber<'_> {
    pub(super) fn write_sent(&self, request: RequestId) -> Description {
        (Glyph::Commit, format!("sends the write of {}", self.request(request)))
    }

    pub(super) fn committed(&self, request: RequestId, address: AddressId, version: Version) -> Description {
        let (request, name) = (self.request(request), self.name(address));
        (Glyph::Commit, format!("commits {request}: {name} {}", state(version)))
    }

    pub(super) fn refused(&self, request: RequestId, status: u16) -> Description {
        (Glyph::Commit, format!("the store refuses {} ({status})", self.request(request)))
    }

    pub(super) fn write_failed(&self, request: RequestId) -> Description {
        (Glyph::Fault, format!("the store fails {}", self.request(request)))
    }

    pub(super) fn answer_lost(&self, request: RequestId) -> Description {
        (Glyph::Fault, format!("the store's answer to {} is lost", self.request(request)))
    }

    pub(super) fn deviated(&self, request: RequestId, due: u16) -> Description {
        let request = self.request(request);
        (Glyph::Fault, format!("the write of {request} does not do what it is asked for ({due})"))
    }

    pub(super) fn read_began(&self, correlation: Correlation, address: AddressId) -> Description {
        (Glyph::Read, format!("reads {} for {}", self.name(address), self.work(correlation.work)))
    }

    pub(super) fn read(&self, address: AddressId, as_of: Sequence, seen: ReadResult) -> Description {
        let name = self.name(address);
        match seen {
            ReadResult::Present => (Glyph::Read, format!("sees {name} as of commit {}", as_of.0)),
            ReadResult::Absent => (Glyph::Read, format!("sees no {name} as of commit {}", as_of.0)),
            ReadResult::Unreadable => (Glyph::Fault, format!("cannot read {name}")),
        }
    }

    pub(super) fn list_began(&self, correlation: Correlation, lane: Lane) -> Description {
        let work = self.work(correlation.work);
        (Glyph::Read, format!("lists the rows{} for {work}", self.on(lane)))
    }

    pub(super) fn listed(&self, lane: Lane, as_of: Sequence, ok: bool) -> Description {
        if ok {
            (Glyph::Read, format!("sees the list{} as of commit {}", self.on(lane), as_of.0))
        } else {
            (Glyph::Fault, format!("cannot list the rows{}", self.on(lane)))
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
