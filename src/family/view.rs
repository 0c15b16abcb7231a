//! What a registry shows of an entry, for oracles and people.

use crate::names::{Address, ConnectorState, InstanceId, Revision};

/// What a registry holds for an address.
pub struct EntryView<'a> {
    /// The address.
    pub address: &'a Address,
    /// The live instance. A connector may have none.
    pub instance: Option<InstanceId>,
    /// Whether code defined the entry, so that the lane never changes it.
    pub code: bool,
    /// The revision of the row that the instance was built from, if there is a row and its revision is known.
    pub revision: Option<Revision>,
    /// The state of a connector; `None` for an entry of any other kind.
    pub state: Option<ConnectorState>,
    /// What the instance was built from, by column and without secrets, for people.
    pub columns: &'a dyn Fn() -> Vec<(&'static str, String)>,
}
