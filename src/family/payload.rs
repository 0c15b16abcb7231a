//! What the payload of a lane is: an address only.
//!
//! A payload never holds a value, a fingerprint or a revision, because a receiver re-reads the shared row. Unknown
//! members of a payload are ignored, so that a newer peer may add some. Left out: the payload types themselves, which
//! are in the folders of their lanes, and the look-up by lane (`lanes::signal`).

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::ports::Payload;
use crate::names::{Address, Verb};

/// The payload type of a lane.
pub trait Signal<'a>: Serialize + Deserialize<'a> {
    /// The signal of a write of an address. `node` is the node id of the sender.
    fn new(node: &'a str, verb: Verb, address: &'a Address) -> Self;

    /// The same signal about another address.
    #[must_use]
    fn renamed(self, address: &'a Address) -> Self;

    /// The address that the signal names. Its name is empty if a part of it is empty.
    fn address(&self) -> Address;

    /// Decodes a payload; `None` if it is malformed or a name in it is empty.
    fn decode(payload: &'a str) -> Option<Self> {
        serde_json::from_str::<Self>(payload).ok().filter(|signal| !signal.address().as_str().is_empty())
    }

    /// Encodes the payload.
    fn encode(&self) -> Payload {
        // A few strings can always be written as JSON. If not, receivers ignore the empty text as malformed.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// What a receiver needs of a signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodedSignal<'a> {
    /// The node id of the sender.
    pub origin_node: Cow<'a, str>,
    /// The address that the signal names.
    pub address: Address,
    /// The address whose convergence is enqueued; `None` on a lane without a queue.
    pub queue_address: Option<Address>,
}

/// The payload format of a lane, as functions, so that a lane can be looked up at run time.
pub struct PayloadFormat {
    /// The payload of the signal of a write: node id of the sender, verb of the request, address.
    pub encode: fn(&str, Verb, &Address) -> Payload,
    /// The address that a payload names; `None` if the payload is malformed or a name in it is empty.
    pub address: fn(&str) -> Option<Address>,
    /// The payload with another address in it; `None` if the payload is malformed.
    pub renamed: fn(&str, &Address) -> Option<Payload>,
}

/// The format of a payload type. A macro and not a generic function, because the type has a lifetime that differs
/// from call to call.
macro_rules! payload_format {
    ($signal:ident) => {
        $crate::family::payload::PayloadFormat {
            encode: |node, verb, address| $signal::new(node, verb, address).encode(),
            address: |payload| $signal::decode(payload).map(|signal| signal.address()),
            renamed: |payload, address| {
                $signal::decode(payload).map(|signal| signal.renamed(address).encode())
            },
        }
    };
}

pub(super) use payload_format;
