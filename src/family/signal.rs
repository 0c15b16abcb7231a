//! Signals: what a lane publishes, an address only.
//!
//! Never a value, a fingerprint or a revision: a receiver re-reads the shared row. Unknown members of a
//! payload are ignored, so that a newer peer may add some.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::ports::{Envelope, Payload};
use crate::names::{Address, Lane, RequestId, Space, Verb};

/// A payload of some lane.
pub trait Signal<'a>: Serialize + Deserialize<'a> {
    /// The payload.
    fn encode(&self) -> Payload {
        // A few strings are always JSON; the empty text would be ignored as malformed.
        serde_json::to_string(self).unwrap_or_default().into()
    }

    /// Reads a payload; `None` if it is malformed or a name in it is empty.
    fn decode(payload: &'a str) -> Option<Self> {
        serde_json::from_str::<Self>(payload).ok().filter(|signal| !signal.named().as_str().is_empty())
    }

    /// What it names, by the name that the lane's own rows or items have; an empty name, if a part of it is.
    fn named(&self) -> Address;
}

/// `{ originNode, name }`: the signal of lane 3.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameSignal<'a> {
    /// The node id of the publisher.
    #[serde(rename = "originNode", borrow)]
    pub origin_node: Cow<'a, str>,
    /// The row's name.
    #[serde(borrow)]
    pub name: Cow<'a, str>,
}

impl<'a> Signal<'a> for NameSignal<'a> {
    fn named(&self) -> Address {
        Address::new(Space::Datasource, &self.name)
    }
}

/// `{ originNode, ref }`: the signal of lane 4.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefSignal<'a> {
    /// The node id of the publisher.
    #[serde(rename = "originNode", borrow)]
    pub origin_node: Cow<'a, str>,
    /// The reference of the row.
    #[serde(rename = "ref", borrow)]
    pub reference: Cow<'a, str>,
}

impl<'a> Signal<'a> for RefSignal<'a> {
    fn named(&self) -> Address {
        Address::new(Space::Credential, &self.reference)
    }
}

/// `{ originNode, type, name }`: the signal of lane 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedSignal<'a> {
    /// The node id of the publisher.
    #[serde(rename = "originNode", borrow)]
    pub origin_node: Cow<'a, str>,
    /// The type of the row.
    #[serde(rename = "type", borrow)]
    pub of: Cow<'a, str>,
    /// The row's name within its type.
    #[serde(borrow)]
    pub name: Cow<'a, str>,
}

impl<'a> Signal<'a> for TypedSignal<'a> {
    fn named(&self) -> Address {
        typed(Space::Object, &self.of, &self.name)
    }
}

/// `{ originNode, type, event: { kind, name } }`: the signal of lane 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventSignal<'a> {
    /// The node id of the publisher.
    #[serde(rename = "originNode", borrow)]
    pub origin_node: Cow<'a, str>,
    /// The type of the item.
    #[serde(rename = "type", borrow)]
    pub of: Cow<'a, str>,
    /// What happened to which item.
    #[serde(borrow)]
    pub event: ItemEvent<'a>,
}

/// `{ kind, name }`: what happened to which item of a type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemEvent<'a> {
    /// `put` or `delete`.
    #[serde(borrow)]
    pub kind: Cow<'a, str>,
    /// The item's name within its type.
    #[serde(borrow)]
    pub name: Cow<'a, str>,
}

impl<'a> Signal<'a> for EventSignal<'a> {
    fn named(&self) -> Address {
        typed(Space::Item, &self.of, &self.event.name)
    }
}

fn typed(space: Space, of: &str, name: &str) -> Address {
    if of.is_empty() || name.is_empty() {
        return Address::new(space, "");
    }
    Address::typed(space, of, name)
}

/// The payload by which a lane signals an address, from a node, after such a request.
pub fn payload(node: &str, verb: Verb, address: &Address) -> Payload {
    let origin_node = Cow::from(node);
    let (of, name) = address.type_and_name();
    match address.lane() {
        Lane::MetadataCache => {
            let kind = if verb == Verb::Delete { "delete" } else { "put" };
            let event = ItemEvent { kind: kind.into(), name: name.into() };
            EventSignal { origin_node, of: of.into(), event }.encode()
        }
        Lane::Metadata => TypedSignal { origin_node, of: of.into(), name: name.into() }.encode(),
        Lane::Datasource => NameSignal { origin_node, name: address.as_str().into() }.encode(),
        Lane::Credential => RefSignal { origin_node, reference: address.as_str().into() }.encode(),
    }
}

/// A payload that names another address of the same space, and is else the same; unchanged if it is malformed.
pub fn renamed(payload: &str, address: &Address) -> Payload {
    let (of, name) = address.type_and_name();
    let (of, name) = (Cow::from(of), Cow::from(name));
    let renamed = match address.lane() {
        Lane::MetadataCache => EventSignal::decode(payload).map(|signal| {
            let event = ItemEvent { name, ..signal.event };
            EventSignal { of, event, ..signal }.encode()
        }),
        Lane::Metadata => {
            TypedSignal::decode(payload).map(|signal| TypedSignal { of, name, ..signal }.encode())
        }
        Lane::Datasource => NameSignal::decode(payload)
            .map(|signal| NameSignal { name: address.as_str().into(), ..signal }.encode()),
        Lane::Credential => RefSignal::decode(payload)
            .map(|signal| RefSignal { reference: address.as_str().into(), ..signal }.encode()),
    };
    renamed.unwrap_or_else(|| payload.into())
}

/// What a payload of a lane names; `None` if it is malformed or a name in it is empty.
pub fn named(lane: Lane, payload: &str) -> Option<Address> {
    match lane {
        Lane::MetadataCache => EventSignal::decode(payload).map(|signal| signal.named()),
        Lane::Metadata => TypedSignal::decode(payload).map(|signal| signal.named()),
        Lane::Datasource => NameSignal::decode(payload).map(|signal| signal.named()),
        Lane::Credential => RefSignal::decode(payload).map(|signal| signal.named()),
    }
}

/// The signal of the write `id` of an address.
pub fn envelope(id: RequestId, node: &str, verb: Verb, address: &Address) -> Envelope {
    let lane = address.lane();
    let (_, name) = address.type_and_name();
    let name = if matches!(lane, Lane::MetadataCache | Lane::Metadata) { name } else { address.as_str() };
    Envelope { id, lane, partition_key: lane.partition_key(name), payload: payload(node, verb, address) }
}
