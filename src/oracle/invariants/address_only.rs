//! 7, address only: a payload contains the node id of its publisher and the address of its row, and nothing else.
//!
//! This checks the payloads that the history contains; every payload that is not exactly what the testbed would have
//! published is among them. The exact shape for each lane leaves no room for a value, a fingerprint or a revision. The
//! name is compared with the address that the bus's port saw and with that of the request. An oracle knows no secret;
//! tests of the logs and reports show that they contain none.
//!
//! | lane | payload |
//! |---|---|
//! | 1 | `{ originNode, type, event: { kind, name } }`, with a kind of `put` or `delete` |
//! | 2 | `{ originNode, type, name }` |
//! | 3 | `{ originNode, name }` |
//! | 4 | `{ originNode, ref }` |

use std::borrow::Cow;

use serde::Deserialize;

use crate::history::{EventKind, Payload};
use crate::names::{Address, AddressId, Invariant, Lane};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// The exact payloads. A further member, a member twice or one of another type is an error.
macro_rules! exact {
    ($($name:ident { $($field:ident $key:literal $type:ty,)* })*) => {
        $(
            #[derive(Deserialize)]
            #[serde(deny_unknown_fields)]
            struct $name<'a> { $(#[serde(rename = $key, borrow)] $field: $type,)* }
        )*
    };
}

exact! {
    OfCache { node "originNode" Cow<'a, str>, of "type" Cow<'a, str>, event "event" Event<'a>, }
    Event { kind "kind" Cow<'a, str>, name "name" Cow<'a, str>, }
    OfObject { node "originNode" Cow<'a, str>, of "type" Cow<'a, str>, name "name" Cow<'a, str>, }
    OfDatasource { node "originNode" Cow<'a, str>, name "name" Cow<'a, str>, }
    OfCredential { node "originNode" Cow<'a, str>, reference "ref" Cow<'a, str>, }
}

/// Parses a payload of a lane: its node id, and whether it names this address. `None` if it has another shape.
fn read<'a>(lane: Lane, text: &'a str, address: &Address) -> Option<(Cow<'a, str>, bool)> {
    let typed = |of: &str, name: &str| address.type_and_name() == (of, name);
    match lane {
        Lane::MetadataCache => {
            let OfCache { node, of, event } = serde_json::from_str(text).ok()?;
            let is_kind = matches!(&*event.kind, "put" | "delete");
            is_kind.then(|| (node, typed(&of, &event.name)))
        }
        Lane::Metadata => {
            let OfObject { node, of, name } = serde_json::from_str(text).ok()?;
            Some((node, typed(&of, &name)))
        }
        Lane::Datasource => {
            let OfDatasource { node, name } = serde_json::from_str(text).ok()?;
            Some((node, name == address.as_str()))
        }
        Lane::Credential => {
            let OfCredential { node, reference } = serde_json::from_str(text).ok()?;
            Some((node, reference == address.as_str()))
        }
    }
}

/// Checks every payload.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    for payload in &index.history.payloads {
        let Some((event, address)) = published(index, payload) else { continue };
        let (request, named) = (payload.request, index.history.address(address));
        let breach = match read(named.lane(), &payload.text, named) {
            None => Breach::PayloadNotAddress { request },
            Some((_, false)) => Breach::PayloadOfOther { request },
            Some(_) if !is_of_request(index, payload, named) => Breach::PayloadOfOther { request },
            Some((node, true)) if !is_of_publisher(index, payload, &node) => {
                Breach::PayloadFromOther { request }
            }
            Some(_) => continue,
        };
        findings.record_broken(index, Invariant::AddressOnly, (event, address), breach);
    }
}

/// The event by which a payload reached the bus on its channel, and the address that the bus's port saw.
fn published(index: &Index<'_>, payload: &Payload) -> Option<(usize, AddressId)> {
    let of_channel =
        |address| index.layout.lane(address).is_some_and(|lane| lane.channel() == payload.channel);
    let mut events = index.history.events.iter().enumerate();
    events.find_map(|(at, event)| {
        let EventKind::Published { request, address, ok: true } = event.kind else { return None };
        let is_it = request == payload.request && event.replica == payload.replica && of_channel(address);
        is_it.then_some((at, address))
    })
}

/// Whether an address has the name of the row that the client's request is about. A stray signal has no client.
fn is_of_request(index: &Index<'_>, payload: &Payload, named: &Address) -> bool {
    let record = index.requests.get(payload.request).filter(|record| record.requested.is_some());
    record.is_none_or(|record| index.history.address(record.address).as_str() == named.as_str())
}

fn is_of_publisher(index: &Index<'_>, payload: &Payload, origin: &str) -> bool {
    index.node_ids(payload.replica).any(|id| id == origin)
}
