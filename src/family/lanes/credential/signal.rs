//! `{ originNode, ref }`: the payload of lane 4.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::family::payload::{PayloadFormat, Signal, payload_format};
use crate::names::{Address, Space, Verb};

/// The payload format of lane 4.
pub const CREDENTIAL_FORMAT: PayloadFormat = payload_format!(RefSignal);

/// The payload.
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
    fn new(node: &'a str, _: Verb, address: &'a Address) -> Self {
        Self { origin_node: node.into(), reference: address.as_str().into() }
    }

    fn renamed(self, address: &'a Address) -> Self {
        Self { reference: address.as_str().into(), ..self }
    }

    fn address(&self) -> Address {
        Address::new(Space::Credential, &self.reference)
    }
}
