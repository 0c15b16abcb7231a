//! The layout of registry entries: for each address the style of its lane, the row that the entry is made from, and
//! the queue in which its convergences wait.
//!
//! | style | entries | how an entry follows its row |
//! |---|---|---|
//! | cache | items, absences and listings (lane 1) | it is dropped, and the next read fills it |
//! | resource | objects (lane 2), datasources (lane 3) | convergences of its own row, in a queue of its own |
//! | reconcile | connectors (lane 4) | reconciles of all connectors, in the one queue of the lane |
//!
//! No registry holds rows of credentials or the queue of reconciles.

use crate::history::{Header, History};
use crate::names::{Address, AddressId, Lane, RowOf, Space, Style};

/// The layout of all addresses of a run.
pub struct EntryLayout(Vec<AddressLayout>);

#[derive(Clone, Copy)]
struct AddressLayout {
    space: Space,
    row: AddressId,
    queue: AddressId,
}

impl EntryLayout {
    /// The layout of the addresses of a run.
    pub fn of(history: &History) -> Self {
        let ids = (0..u16::MAX).map(AddressId);
        Self(ids.zip(&history.addresses).map(|(id, address)| layout_of(history, id, address)).collect())
    }

    /// The space of an address; `None` for an id that the run does not have.
    pub fn space(&self, address: AddressId) -> Option<Space> {
        self.get(address).map(|layout| layout.space)
    }

    /// The lane that an address belongs to.
    pub fn lane(&self, address: AddressId) -> Option<Lane> {
        self.space(address).map(Space::lane)
    }

    /// The style of an entry; `None` for an address that no registry holds.
    pub fn style(&self, address: AddressId) -> Option<Style> {
        self.space(address).and_then(Space::style)
    }

    /// What an address stands for among the rows; `None` for one that the run never came to know.
    pub fn row_of(&self, address: AddressId) -> Option<RowOf> {
        self.space(address).map(Space::row)
    }

    /// Whether an entry belongs to a cache.
    pub fn is_cached(&self, address: AddressId) -> bool {
        self.style(address) == Some(Style::Cache)
    }

    /// The address of the row that an entry is made from. A listing is made from many rows: it has its own address here.
    pub fn row(&self, address: AddressId) -> AddressId {
        self.get(address).map_or(address, |layout| layout.row)
    }

    /// The address whose queue the convergences of an entry wait in.
    pub fn queue(&self, address: AddressId) -> AddressId {
        self.get(address).map_or(address, |layout| layout.queue)
    }

    fn get(&self, address: AddressId) -> Option<&AddressLayout> {
        self.0.get(usize::from(address.0))
    }
}

fn layout_of(history: &History, id: AddressId, address: &Address) -> AddressLayout {
    let space = address.space();
    let row = match space.row() {
        RowOf::In(rows) => find(history, rows, |row| row == address.as_str()),
        RowOf::Reference => reference(&history.header, id),
        RowOf::Same | RowOf::TypeIn(_) | RowOf::All => None,
    };
    let queue = match space.style() {
        Some(Style::Reconcile) => {
            let mut spaces = space.lane().service().spaces().iter();
            let queues = spaces.find(|space| space.is_queue());
            queues.and_then(|queues| find(history, *queues, |_| true))
        }
        Some(Style::Cache | Style::Resource) | None => None,
    };
    AddressLayout { space, row: row.unwrap_or(id), queue: queue.unwrap_or(id) }
}

fn find(history: &History, space: Space, is_named: impl Fn(&str) -> bool) -> Option<AddressId> {
    let ids = (0..u16::MAX).map(AddressId);
    let mut known = ids.zip(&history.addresses);
    let found = known.find(|(_, address)| address.space() == space && is_named(address.as_str()));
    found.map(|(id, _)| id)
}

/// The reference that a declared connector names.
fn reference(header: &Header, connector: AddressId) -> Option<AddressId> {
    let declared = header.connectors.iter().find(|declared| declared.connector == connector);
    declared.map(|declared| declared.reference)
}

/// Whether a listing is the listing of an item's or a row's type.
pub fn is_listing_of(history: &History, listing: AddressId, named: AddressId) -> bool {
    let (listing, named) = (history.address(listing), history.address(named));
    listing.space().row() == RowOf::TypeIn(rows_of(named.space()))
        && listing.as_str() == named.type_and_name().0
}

/// The space of the rows that the names of a space stand for.
fn rows_of(space: Space) -> Space {
    match space.row() {
        RowOf::In(rows) | RowOf::TypeIn(rows) => rows,
        RowOf::Same | RowOf::Reference | RowOf::All => space,
    }
}
