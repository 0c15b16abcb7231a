//! Signals: what a lane publishes, an address only.
//!
//! Never a value, a fingerprint or a revision: a receiver re-reads the shared row. Unknown members of a
//! payload are ignored, so that a newer peer may add some.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::ports::{Envelope, Payload};
use crate::names::{Address, Lane, RequestId};

/// `{ originNode, name }`: the signal of the lanes whose rows have a single name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameSignal<'a> {
    /// The node id of the publisher.
    #[serde(rename = "originNode", borrow)]
    pub origin_node: Cow<'a, str>,
    /// The row's name.
    #[serde(borrow)]
    pub name: Cow<'a, str>,
}

impl<'a> NameSignal<'a> {
    /// Reads a payload; `None` if it is malformed or its name is empty.
    pub fn decode(payload: &'a str) -> Option<Self> {
        serde_json::from_str::<Self>(payload).ok().filter(|signal| !signal.name.is_empty())
    }

    /// The payload.
    pub fn encode(&self) -> Payload {
        // Two strings are always JSON; the empty text would be ignored as malformed.
        serde_json::to_string(self).unwrap_or_default().into()
    }
}

/// The envelope of the signal of the write `id`.
pub(super) fn envelope(lane: Lane, id: RequestId, node: &str, address: &Address) -> Envelope {
    let signal = NameSignal { origin_node: node.into(), name: address.as_str().into() };
    Envelope { id, lane, partition_key: lane.partition_key(address.as_str()), payload: signal.encode() }
}
