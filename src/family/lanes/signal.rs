//! The signals of all lanes, looked up by lane: the envelope of a write, and what a payload names.

use super::credential::CREDENTIAL_FORMAT;
use super::datasource::DATASOURCE_FORMAT;
use super::metadata::{CACHE_FORMAT, OBJECTS_FORMAT};
use crate::family::payload::PayloadFormat;
use crate::family::ports::{Envelope, Payload};
use crate::names::{Address, Lane, RequestId, Verb};

/// The payload format of a lane.
fn format(lane: Lane) -> &'static PayloadFormat {
    match lane {
        Lane::MetadataCache => &CACHE_FORMAT,
        Lane::Metadata => &OBJECTS_FORMAT,
        Lane::Datasource => &DATASOURCE_FORMAT,
        Lane::Credential => &CREDENTIAL_FORMAT,
    }
}

/// The address that a payload of a lane names; `None` if the payload is malformed or a name in it is empty.
pub fn named(lane: Lane, payload: &str) -> Option<Address> {
    (format(lane).address)(payload)
}

/// The payload with another address of the same space in it; unchanged if the payload is malformed.
pub fn renamed(payload: &str, address: &Address) -> Payload {
    (format(address.lane()).renamed)(payload, address).unwrap_or_else(|| payload.into())
}

/// The envelope of the signal of a write. `id` is the write, `node` the node id of the sender.
pub fn envelope(id: RequestId, node: &str, verb: Verb, address: &Address) -> Envelope {
    let lane = address.lane();
    let payload = (format(lane).encode)(node, verb, address);
    Envelope { id, lane, partition_key: lane.partition_key(address.name_in_type()), payload }
}
