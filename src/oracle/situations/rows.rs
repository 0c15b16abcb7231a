//! Which row a read or a signal is about, whatever it goes by.
//!
//! An item is about the row of its object. A reconcile reads all rows of credentials at once, so that they count as
//! one row here, and what happens at a connector is its doing.

use crate::history::History;
use crate::names::{AddressId, Lane, RowOf, Style};
use crate::oracle::entry_layout::EntryLayout;

/// The rows of a run.
pub struct Rows(EntryLayout, Option<AddressId>);

impl Rows {
    /// Finds the rows of a run's addresses.
    pub fn of(history: &History) -> Self {
        let layout = EntryLayout::of(history);
        let ids = (0..u16::MAX).map(AddressId).take(history.addresses.len());
        let reconcile = ids.into_iter().find(|id| layout.row_of(*id) == Some(RowOf::All));
        Self(layout, reconcile)
    }

    /// The lane that knows an address.
    pub fn lane(&self, address: AddressId) -> Option<Lane> {
        self.0.lane(address)
    }

    /// Whether what an address is the name of is built without an upstream.
    pub fn is_object(&self, address: AddressId) -> bool {
        self.0.space(address).is_some_and(|space| space.is_built() && !space.has_upstream())
    }

    /// The row that is written or signalled under an address.
    pub fn written(&self, address: AddressId) -> AddressId {
        self.0.row(address)
    }

    /// What is read where a read of this address, or of what is done at it, is meant.
    pub fn read(&self, address: AddressId) -> AddressId {
        match (self.0.style(address), self.0.row_of(address)) {
            // A row that no registry holds is read together with all others of its service.
            (None, Some(RowOf::Same)) => self.1.unwrap_or(address),
            (Some(Style::Reconcile), _) => self.0.queue(address),
            (Some(Style::Cache | Style::Resource) | None, _) => self.0.row(address),
        }
    }

    /// By what address the read goes that something done at this address ends.
    pub fn ends(&self, address: AddressId) -> AddressId {
        self.0.queue(address)
    }
}
