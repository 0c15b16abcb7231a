//! The payloads of lane 1, `{ originNode, type, event: { kind, name } }`, and of lane 2, `{ originNode, type, name
//! }`.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::family::payload::{PayloadFormat, Signal, payload_format};
use crate::names::{Address, Space, Verb};

/// The payload format of lane 1.
pub const CACHE_FORMAT: PayloadFormat = payload_format!(EventSignal);

/// The payload format of lane 2.
pub const OBJECTS_FORMAT: PayloadFormat = payload_format!(TypedSignal);

/// The payload of lane 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventSignal<'a> {
    /// The node id of the publisher.
    #[serde(rename = "originNode", borrow)]
    pub origin_node: Cow<'a, str>,
    /// The type of the item.
    #[serde(rename = "type", borrow)]
    pub type_name: Cow<'a, str>,
    /// What happened to which item.
    #[serde(borrow)]
    pub event: ItemEvent<'a>,
}

/// What happened to which item of a type.
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
    fn new(node: &'a str, verb: Verb, address: &'a Address) -> Self {
        let (type_name, name) = address.type_and_name();
        let kind = if verb == Verb::Delete { "delete" } else { "put" };
        let event = ItemEvent { kind: kind.into(), name: name.into() };
        Self { origin_node: node.into(), type_name: type_name.into(), event }
    }

    fn renamed(self, address: &'a Address) -> Self {
        let (type_name, name) = address.type_and_name();
        Self { type_name: type_name.into(), event: ItemEvent { name: name.into(), ..self.event }, ..self }
    }

    fn address(&self) -> Address {
        Address::typed(Space::Item, &self.type_name, &self.event.name)
    }
}

/// The payload of lane 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedSignal<'a> {
    /// The node id of the publisher.
    #[serde(rename = "originNode", borrow)]
    pub origin_node: Cow<'a, str>,
    /// The type of the row.
    #[serde(rename = "type", borrow)]
    pub type_name: Cow<'a, str>,
    /// The row's name within its type.
    #[serde(borrow)]
    pub name: Cow<'a, str>,
}

impl<'a> Signal<'a> for TypedSignal<'a> {
    fn new(node: &'a str, _: Verb, address: &'a Address) -> Self {
        let (type_name, name) = address.type_and_name();
        Self { origin_node: node.into(), type_name: type_name.into(), name: name.into() }
    }

    fn renamed(self, address: &'a Address) -> Self {
        let (type_name, name) = address.type_and_name();
        Self { type_name: type_name.into(), name: name.into(), ..self }
    }

    fn address(&self) -> Address {
        Address::typed(Space::Object, &self.type_name, &self.name)
    }
}
