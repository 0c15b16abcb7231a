//! Signals: what a lane publishes, an address only.
//!
//! Never a value, a fingerprint or a revision: a receiver re-reads the shared row. Unknown members of a
//! payload are ignored, so that a newer peer may add some. What a payload looks like is said in its lane's folder.

use serde::{Deserialize, Serialize};

use super::lanes;
use super::ports::{Envelope, Payload};
use crate::names::{Address, Lane, RequestId, Verb};

/// A payload of some lane.
pub trait Signal<'a>: Serialize + Deserialize<'a> {
    /// The signal of a write of an address, from a node.
    fn new(node: &'a str, verb: Verb, address: &'a Address) -> Self;

    /// The same signal about another address.
    #[must_use]
    fn renamed(self, address: &'a Address) -> Self;

    /// What it names, as the lane's own rows or items are named; an empty name, if a part of it is.
    fn named(&self) -> Address;

    /// Reads a payload; `None` if it is malformed or a name in it is empty.
    fn decode(payload: &'a str) -> Option<Self> {
        serde_json::from_str::<Self>(payload).ok().filter(|signal| !signal.named().as_str().is_empty())
    }

    /// The payload.
    fn encode(&self) -> Payload {
        // A few strings are always JSON; the empty text would be ignored as malformed.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// How a lane writes and reads its payloads.
pub struct Wire {
    /// The payload by which it signals an address, from a node, after such a request.
    pub payload: fn(&str, Verb, &Address) -> Payload,
    /// What a payload names; `None` if it is malformed or a name in it is empty.
    pub named: fn(&str) -> Option<Address>,
    /// A payload that names another address and is else the same; `None` if it is malformed.
    pub renamed: fn(&str, &Address) -> Option<Payload>,
}

/// The wire of a lane whose payloads are of this type.
macro_rules! wire {
    ($signal:ident) => {
        $crate::family::signal::Wire {
            payload: |node, verb, address| $signal::new(node, verb, address).encode(),
            named: |payload| $signal::decode(payload).map(|signal| signal.named()),
            renamed: |payload, address| {
                $signal::decode(payload).map(|signal| signal.renamed(address).encode())
            },
        }
    };
}

pub(super) use wire;

/// What a payload of a lane names; `None` if it is malformed or a name in it is empty.
pub fn named(lane: Lane, payload: &str) -> Option<Address> {
    (lanes::wire(lane).named)(payload)
}

/// A payload that names another address of the same space, and is else the same; unchanged if it is malformed.
pub fn renamed(payload: &str, address: &Address) -> Payload {
    (lanes::wire(address.lane()).renamed)(payload, address).unwrap_or_else(|| payload.into())
}

/// The signal of the write `id` of an address.
pub fn envelope(id: RequestId, node: &str, verb: Verb, address: &Address) -> Envelope {
    let lane = address.lane();
    let payload = (lanes::wire(lane).payload)(node, verb, address);
    Envelope { id, lane, partition_key: lane.partition_key(address.name_in_type()), payload }
}
