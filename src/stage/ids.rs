//! Identifiers: how the names that a scenario uses become the indices and ids of a run.
//!
//! Replicas, node ids and addresses become their positions in the header, which is the same for every seed. The id of
//! a request is a hash of the id of its step.
//!
//! Invariant: the id of a request depends on nothing but that name. Removing one step therefore renames no other
//! request, and changes no random choice that is keyed by another request.

use crate::history::{Header, NodeNameId};
use crate::names::{Address, AddressId, ReplicaId, RequestId, short_hash};

/// The request that stands for the start of a run: the boot of every replica that is not late.
pub const START: RequestId = RequestId(0);

pub fn replica_id(header: &Header, name: &str) -> ReplicaId {
    let index = header.replicas.iter().position(|replica| replica.name == name);
    let index = index.expect("the parser refuses unknown replicas");
    ReplicaId(u16::try_from(index).expect("the parser bounds the number of replicas"))
}

pub fn node_name_id(header: &Header, node_id: &str) -> NodeNameId {
    let index = header.node_ids.iter().position(|known| known == node_id);
    let index = index.expect("the header lists every node id");
    NodeNameId(u16::try_from(index).expect("the parser bounds the steps"))
}

/// The index of an address in the sorted addresses of a header; `None` if the scenario does not mention it.
pub fn address_id(addresses: &[Address], address: &Address) -> Option<AddressId> {
    let index = addresses.binary_search(address).ok()?;
    u16::try_from(index).ok().map(AddressId)
}

/// The request of the step with that id. It is never [`START`].
pub fn request_id(step: &str) -> RequestId {
    RequestId(short_hash(blake3::hash(step.as_bytes()).as_bytes()).max(1))
}

/// The step id that stands for the `nth` write of a workload. A step of a file cannot have it, because the parser
/// allows no `#` there.
pub fn workload_write_id(nth: u32) -> String {
    format!("write#{nth}")
}
