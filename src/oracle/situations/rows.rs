//! The row that a read or a signal is about, whatever address names it.
//!
//! An item is about the row of its object. A reconcile reads all rows of credentials at once, so they count as one row
//! here: the queue of reconciles stands for them all. What happens at a connector belongs to its reconcile.

use crate::history::History;
use crate::names::{AddressId, Lane, RowOf, Style};
use crate::oracle::entry_layout::EntryLayout;

/// The rows of a run.
pub struct Rows {
    layout: EntryLayout,
    /// The queue of reconciles, if the run has one.
    reconcile: Option<AddressId>,
}

impl Rows {
    /// The rows of a history.
    pub fn of(history: &History) -> Self {
        let layout = EntryLayout::of(history);
        let mut ids = (0..u16::MAX).map(AddressId).take(history.addresses.len());
        let reconcile = ids.find(|id| layout.row_of(*id) == Some(RowOf::All));
        Self { layout, reconcile }
    }

    /// The lane that an address belongs to.
    pub fn lane(&self, address: AddressId) -> Option<Lane> {
        self.layout.lane(address)
    }

    /// Whether an address is that of an object, which is built without an upstream.
    pub fn is_object(&self, address: AddressId) -> bool {
        self.layout.space(address).is_some_and(|space| space.is_built() && !space.has_upstream())
    }

    /// The row that a write or a signal about this address is about.
    pub fn written(&self, address: AddressId) -> AddressId {
        self.layout.row(address)
    }

    /// The row that is read by a read of this address, or by the convergence that acts on this address.
    pub fn read(&self, address: AddressId) -> AddressId {
        match (self.layout.style(address), self.layout.row_of(address)) {
            // A row that no registry holds is read together with all others of its service.
            (None, Some(RowOf::Same)) => self.reconcile.unwrap_or(address),
            (Some(Style::Reconcile), _) => self.layout.queue(address),
            (Some(Style::Cache | Style::Resource) | None, _) => self.layout.row(address),
        }
    }

    /// The address of the read that ends when a convergence goes on at this address.
    pub fn read_address(&self, address: AddressId) -> AddressId {
        self.layout.queue(address)
    }
}
