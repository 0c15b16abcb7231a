//! Replicas, their lives and the instances that they hold.

use super::AddressId;

/// A replica of the cluster, as an index into the replicas of a history's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ReplicaId(pub u16);

/// One life of a replica, from a boot to a crash or shutdown: 1 for the first, 0 before any boot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LifeId(pub u32);

/// One opening of an instance at the upstream: the `nth` (from 1) of this replica for this address.
///
/// Counted for each replica and address, so that what happens to other addresses never renumbers it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId {
    /// The replica that opened it.
    pub replica: ReplicaId,
    /// The address that it serves.
    pub address: AddressId,
    /// Which opening of that replica for that address, from 1.
    pub nth: u32,
}

impl InstanceId {
    /// The last sixteen bits of which opening it is: enough to tell the instances apart that are being closed for one
    /// work.
    pub fn ordinal(self) -> u16 {
        let [.., high, low] = self.nth.to_be_bytes();
        u16::from_be_bytes([high, low])
    }
}
