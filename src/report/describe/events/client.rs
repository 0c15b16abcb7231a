//! Clauses for the requests of clients and their answers.

use super::describer::{Description, EventDescriber};
use super::glyph::Glyph;
use crate::names::{AddressId, RequestId, Verb};

impl EventDescriber<'_> {
    pub(super) fn requested(&self, request: RequestId, address: AddressId, verb: Verb) -> Description {
        let clause =
            format!("is asked to {} {} ({})", verb.name(), self.name(address), self.request(request));
        (Glyph::Request, clause)
    }

    pub(super) fn answered(&self, request: RequestId, status: u16) -> Description {
        (Glyph::Request, format!("answers {status} to {}", self.request(request)))
    }

    pub(super) fn unanswered(&self, request: RequestId) -> Description {
        (Glyph::Request, format!("never answers {}", self.request(request)))
    }
}
