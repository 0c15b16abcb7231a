//! The names of a scenario, looked up in a history.

use crate::history::{History, View};
use crate::names::{Address, AddressId, ReplicaId, RequestId};

/// The replica of that name.
pub fn replica(history: &History, name: &str) -> Option<ReplicaId> {
    let mut replicas = (0..u16::MAX).map(ReplicaId).zip(&history.header.replicas);
    replicas.find(|(_, replica)| replica.name == name).map(|(id, _)| id)
}

/// The index of an address.
pub fn address(history: &History, address: &Address) -> Option<AddressId> {
    let mut addresses = (0..u16::MAX).map(AddressId).zip(&history.addresses);
    addresses.find(|(_, known)| *known == address).map(|(id, _)| id)
}

/// The request of a step.
pub fn request(history: &History, step: &str) -> Option<RequestId> {
    history.header.requests.iter().find(|(_, name)| *name == step).map(|(id, _)| *id)
}

/// The view of a replica for a step; without a step, the view at the end.
pub fn view(history: &History, step: Option<RequestId>, replica: ReplicaId) -> Option<&View> {
    history.views.iter().find(|view| view.step == step && view.replica == replica)
}
