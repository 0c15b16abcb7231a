//! `{ originNode, name }`: the payload of lane 3.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::family::payload::{PayloadFormat, Signal, payload_format};
use crate::names::{Address, Space, Verb};

/// The payload format of lane 3.
pub const DATASOURCE_FORMAT: PayloadFormat = payload_format!(NameSignal);

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

    fn address(&self) -> Address {
        Address::new(Space::Datasource, &self.name)
    }
}
