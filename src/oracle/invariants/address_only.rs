//! 7, address only: a payload has the node id of its publisher and the address of its row, and nothing else.
//!
//! Read are the payloads that are written down; one that is not exactly what the testbed would have published always
//! is. The exact shape of the lane leaves no room for a value, a fingerprint or a revision, and the name is compared
//! with the address that the bus's port saw and with that of the request. An oracle
//! knows no secret; that none is in a log line or a report is shown where those are made.
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

/// The payloads as they have to be; another member, a member twice or one of another type is an error.
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

/// What a payload says, if it is exactly one of the lane: the node id, and whether it names this address.
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
        let what = match read(named.lane(), &payload.text, named) {
            None => Breach::PayloadNotAddress { request },
            Some((_, false)) => Breach::PayloadOfOther { request },
            Some(_) if !is_asked(index, payload, named) => Breach::PayloadOfOther { request },
            Some((node, true)) if !is_of_publisher(index, payload, &node) => {
                Breach::PayloadFromOther { request }
            }
            Some(_) => continue,
        };
        findings.broke(index, Invariant::AddressOnly, (event, address), what);
    }
}

/// The event by which a payload reached the bus, on its channel.
fn published(index: &Index<'_>, payload: &Payload) -> Option<(usize, AddressId)> {
    let of_channel =
        |address| index.layout.lane(address).is_some_and(|lane| lane.channel() == payload.channel);
    let mut events = index.history.events.iter().enumerate();
    events.find_map(|(at, event)| match event.kind {
        EventKind::Published { request, address, ok: true }
            if request == payload.request && event.replica == payload.replica && of_channel(address) =>
        {
            Some((at, address))
        }
        _ => None,
    })
}

/// Whether an address is of the row that the client's request is about, if a client asked.
fn is_asked(index: &Index<'_>, payload: &Payload, named: &Address) -> bool {
    let request_record =
        index.requests.get(payload.request).filter(|request_record| request_record.requested.is_some());
    request_record
        .is_none_or(|request_record| index.history.address(request_record.address).as_str() == named.as_str())
}

fn is_of_publisher(index: &Index<'_>, payload: &Payload, origin: &str) -> bool {
    index.node_ids(payload.replica).any(|id| id == origin)
}
