//! The surroundings of one replica: one of each port.

use super::{Bus, Journal, Runtime, Upstream};
use crate::family::lanes::Stores;

/// The surroundings of one replica, for one life. Clones share everything.
pub trait Host: Clone + 'static {
    /// The shared store, with the rows of every lane.
    type Store: Stores;
    /// The bus between the replicas.
    type Bus: Bus;
    /// What instances connect to.
    type Upstream: Upstream;
    /// Where the family records what no other port sees.
    type Journal: Journal;
    /// Time and tasks.
    type Runtime: Runtime;

    /// The shared store.
    fn store(&self) -> &Self::Store;
    /// The bus of the replica's cluster service; `None` if the replica has no cluster service.
    fn bus(&self) -> Option<&Self::Bus>;
    /// What instances connect to.
    fn upstream(&self) -> &Self::Upstream;
    /// Where the family records what no other port sees.
    fn journal(&self) -> &Self::Journal;
    /// Time and tasks.
    fn runtime(&self) -> &Self::Runtime;
}
