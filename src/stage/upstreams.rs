//! The upstreams: what pools and connectors connect to, and their own record of which instances are open.
//!
//! Each datasource and each connector has one upstream, known by the same address. It is reachable or not, and accepts
//! any credential or only some. How long it takes to open an instance, and whether that fails by a fault, is decided
//! before the call. Oracles take what is open from this record, never from a replica.
//!
//! Left out: several datasources on one server, and what a server does with a connection.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::{AddressId, BuildFailure, InstanceId, ReplicaId, Secret};

/// The upstreams of a run, by address.
#[derive(Debug, Default)]
pub struct Upstreams {
    unreachable: BTreeSet<AddressId>,
    /// The credentials that are accepted, for the upstreams that do not accept any.
    accepts: BTreeMap<AddressId, Vec<Secret>>,
    open: BTreeSet<InstanceId>,
    opened: BTreeMap<(ReplicaId, AddressId), u32>,
}

impl Upstreams {
    /// Makes the upstream of an address reachable or not. What is open stays open.
    pub fn set_reachable(&mut self, address: AddressId, reachable: bool) {
        if reachable {
            self.unreachable.remove(&address);
        } else {
            self.unreachable.insert(address);
        }
    }

    pub fn is_reachable(&self, address: AddressId) -> bool {
        !self.unreachable.contains(&address)
    }

    /// Lets the upstream of an address accept these credentials and refuse all others, or accept any. What is open
    /// stays open.
    pub fn set_accepts(&mut self, address: AddressId, accepts: Option<Vec<Secret>>) {
        match accepts {
            Some(accepts) => self.accepts.insert(address, accepts),
            None => self.accepts.remove(&address),
        };
    }

    /// Whether the upstream of an address accepts a connection with this credential, or with none.
    pub fn accepts(&self, address: AddressId, secret: Option<&Secret>) -> bool {
        let accepts = self.accepts.get(&address);
        accepts.is_none_or(|accepts| secret.is_some_and(|secret| accepts.contains(secret)))
    }

    /// Opens an instance with a credential. `is_faulty`: a fault makes the call fail that would succeed otherwise.
    pub fn open(
        &mut self,
        replica: ReplicaId,
        address: AddressId,
        secret: Option<&Secret>,
        is_faulty: bool,
    ) -> Result<InstanceId, BuildFailure> {
        if !self.is_reachable(address) {
            return Err(BuildFailure::Unreachable);
        }
        if !self.accepts(address, secret) {
            return Err(BuildFailure::Refused);
        }
        if is_faulty {
            return Err(BuildFailure::Failed);
        }
        let nth = self.opened.entry((replica, address)).or_default();
        *nth += 1;
        let instance = InstanceId { replica, address, nth: *nth };
        self.open.insert(instance);
        Ok(instance)
    }

    /// Closes an instance. Returns whether it was open.
    pub fn close(&mut self, instance: InstanceId) -> bool {
        self.open.remove(&instance)
    }

    /// Ends every connection of a replica, as a crash does.
    pub fn disconnect(&mut self, replica: ReplicaId) {
        self.open.retain(|instance| instance.replica != replica);
    }

    /// The instances of an address that are open, in order.
    pub fn open_of(&self, address: AddressId) -> impl Iterator<Item = InstanceId> {
        self.open.iter().copied().filter(move |instance| instance.address == address)
    }
}
