//! `{ originNode, name }`: the payload of lane 3.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::family::signal::{Signal, Wire, wire};
use crate::names::{Address, Space, Verb};

/// How lane 3 writes and reads its payloads.
pub const WIRE: Wire = wire!(NameSignal);

/// The payload.
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
    fn new(node: &'a str, _: Verb, address: &'a Address) -> Self {
        Self { origin_node: node.into(), name: address.as_str().into() }
    }

    fn renamed(self, address: &'a Address) -> Self {
        Self { name: address.as_str().into(), ..self }
    }

    fn named(&self) -> Address {
        Address::new(Space::Datasource, &self.name)
    }
}
