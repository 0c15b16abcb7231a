//! Clauses for what crossed the bus's port, and for what became of each delivery.

use super::describer::{Description, EventDescriber, nth};
use super::glyph::Glyph;
use crate::history::{Damage, Loss, Reception};
use crate::names::{AddressId, Lane, RequestId};

impl EventDescriber<'_> {
    pub(super) fn subscribed(&self, lane: Lane) -> Description {
        (Glyph::Life, format!("is subscribed{}", self.on(lane)))
    }

    pub(super) fn unsubscribed(&self, lane: Lane) -> Description {
        (Glyph::Life, format!("ends its subscription{}", self.on(lane)))
    }

    pub(super) fn subscription_refused(&self, lane: Lane, ending: bool) -> Description {
        let what = if ending { "to end its subscription" } else { "its subscription" };
        (Glyph::Fault, format!("the bus refuses {what}{}", self.on(lane)))
    }

    pub(super) fn published(&self, request: RequestId, address: AddressId, ok: bool) -> Description {
        let (name, request) = (self.name(address), self.request(request));
        if ok {
            (Glyph::Signal, format!("publishes {name} ({request})"))
        } else {
            (Glyph::Fault, format!("fails to publish {name} ({request})"))
        }
    }

    pub(super) fn dropped(&self, lane: Lane, request: RequestId) -> Description {
        (Glyph::Fault, format!("the bus drops the signal of {}{}", self.request(request), self.on(lane)))
    }

    pub(super) fn arrived(&self, lane: Lane, request: RequestId, copy: u8, damage: Damage) -> Description {
        let damage = match damage {
            Damage::None => "",
            Damage::Corrupt => ", corrupt",
            Damage::Misaddressed => ", with another name",
        };
        let request = self.request(request);
        (Glyph::Signal, format!("gets the signal of {request}{}{damage}{}", nth(copy), self.on(lane)))
    }

    pub(super) fn lost(&self, lane: Lane, request: RequestId, copy: u8, why: Loss) -> Description {
        let why = match why {
            Loss::Cut => "the link is cut",
            Loss::Down => "the replica it was for is gone",
            Loss::Overflow => "the inbox is full",
            Loss::Unsubscribed => "the subscription has ended",
        };
        let signal = format!("the signal of {}{}{}", self.request(request), nth(copy), self.on(lane));
        (Glyph::Fault, format!("{signal} is lost: {why}"))
    }

    pub(super) fn received(
        &self,
        lane: Lane,
        request: RequestId,
        copy: u8,
        verdict: Reception,
    ) -> Description {
        let verdict = match verdict {
            Reception::Malformed => "ignores, as malformed,",
            Reception::Own => "drops, as its own,",
            Reception::Followed => "follows",
        };
        let request = self.request(request);
        (Glyph::Signal, format!("{verdict} the signal of {request}{}{}", nth(copy), self.on(lane)))
    }
}
