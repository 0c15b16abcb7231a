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

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::history::{EventKind, Payload};
use crate::names::{Address, AddressId, Invariant, Lane, PayloadShape};
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// What a payload says, if it is exactly of the shape that its lane has: the node id, and whether it names this address.
/// Another member, a member twice, or one of another type is none of the shape.
fn read(lane: Lane, text: &str, address: &Address) -> Option<(String, bool)> {
    let Members(members) = serde_json::from_str(text).ok()?;
    let (node, is_named) = match lane.payload() {
        PayloadShape::Event => {
            let [node, of, event] = values(&members, [NODE, "type", "event"])?;
            let Members(event) = serde_json::from_str(event.get()).ok()?;
            let [kind, name] = values(&event, ["kind", "name"])?;
            if !matches!(text_of(kind)?.as_str(), "put" | "delete") {
                return None;
            }
            (node, address.type_and_name() == (&text_of(of)?, &text_of(name)?))
        }
        PayloadShape::Typed => {
            let [node, of, name] = values(&members, [NODE, "type", "name"])?;
            (node, address.type_and_name() == (&text_of(of)?, &text_of(name)?))
        }
        PayloadShape::Named(key) => {
            let [node, name] = values(&members, [NODE, key])?;
            (node, address.as_str() == text_of(name)?)
        }
    };
    Some((text_of(node)?, is_named))
}

/// The member that every payload has.
const NODE: &str = "originNode";

/// The members of a JSON object, in the order of the text, each with the text of its value. A member that comes twice is
/// there twice, and so is one inside of a value: a map would keep the last one only.
struct Members(Vec<(String, Box<RawValue>)>);

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collects;

        impl<'de> Visitor<'de> for Collects {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }

        deserializer.deserialize_map(Collects)
    }
}

/// The values of these members, if they are all that an object has.
fn values<'m, const COUNT: usize>(
    members: &'m [(String, Box<RawValue>)],
    names: [&str; COUNT],
) -> Option<[&'m RawValue; COUNT]> {
    let of = |name: &str| members.iter().find(|(known, _)| known == name).map(|(_, value)| &**value);
    let found: Vec<&RawValue> = names.iter().filter_map(|name| of(name)).collect();
    found.try_into().ok().filter(|_| members.len() == COUNT)
}

/// The text that a value is; `None` if it is of another type.
fn text_of(value: &RawValue) -> Option<String> {
    serde_json::from_str(value.get()).ok()
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
