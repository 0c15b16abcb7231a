//! 7, address only: a payload has the node id of its publisher and the name of its row, and nothing else.
//!
//! Read are the payloads, where they are written down: the exact shape leaves no room for a value, a
//! fingerprint or a revision, and the name is compared with the address that the bus's port saw. An oracle
//! knows no secret; that none is in a log line or a report is shown where those are made.

use std::borrow::Cow;

use serde::Deserialize;

use crate::history::{Payload, What};
use crate::names::{AddressId, Invariant};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// A payload as it has to be; another member, a member twice or one of another type is an error.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exact<'a> {
    #[serde(rename = "originNode", borrow)]
    origin_node: Cow<'a, str>,
    #[serde(borrow)]
    name: Cow<'a, str>,
}

/// Checks every payload.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for payload in &index.history.payloads {
        let Some((event, address)) = published(index, payload) else { continue };
        let request = payload.request;
        let what = match serde_json::from_str::<Exact<'_>>(&payload.text) {
            Err(_) => Breach::PayloadNotAddress { request },
            Ok(exact) if exact.name != index.history.address(address) => Breach::PayloadOfOther { request },
            Ok(exact) if !is_of_publisher(index, payload, &exact.origin_node) => {
                Breach::PayloadFromOther { request }
            }
            Ok(_) => continue,
        };
        findings.broke(index, Invariant::AddressOnly, (event, address), what);
    }
}

/// The event by which a payload reached the bus.
fn published(index: &Index<'_>, payload: &Payload) -> Option<(usize, AddressId)> {
    let mut events = index.history.events.iter().enumerate();
    events.find_map(|(at, event)| match event.what {
        What::Published { request, address, ok: true }
            if request == payload.request && event.replica == payload.replica =>
        {
            Some((at, address))
        }
        _ => None,
    })
}

fn is_of_publisher(index: &Index<'_>, payload: &Payload, origin: &str) -> bool {
    index.node_ids(payload.replica).any(|id| id == origin)
}
