//! Where the entries of registries belong: how their lane keeps them, which row they stand for, and which queue
//! they wait in.
//!
//! | style | entries | follows |
//! |---|---|---|
//! | cache | items, absences and listings (lane 1) | is dropped, and filled by whoever reads next |
//! | resource | objects (lane 2), datasources (lane 3) | its own row, through a queue of its own |
//! | reconcile | connectors (lane 4) | the row of its reference, through the one queue of the lane |
//!
//! Rows of credentials and the queue of reconciles are held by no registry.

use crate::history::{Header, History};
use crate::names::{Address, AddressId, Lane, RowOf, Space, Style};

/// The places of all addresses of a run.
pub struct EntryLayout(Vec<Place>);

/// One address.
#[derive(Clone, Copy)]
struct Place {
    space: Space,
    row: AddressId,
    queue: AddressId,
}

impl EntryLayout {
    /// Finds the places of a run's addresses.
    pub fn of(history: &History) -> Self {
        let ids = (0..u16::MAX).map(AddressId);
        Self(ids.zip(&history.addresses).map(|(id, address)| place(history, id, address)).collect())
    }

    /// What an address is the name of; `None` for one that the run never came to know.
    pub fn space(&self, address: AddressId) -> Option<Space> {
        self.get(address).map(|place| place.space)
    }

    /// The lane that knows an address.
    pub fn lane(&self, address: AddressId) -> Option<Lane> {
        self.space(address).map(Space::lane)
    }

    /// How an entry is kept; `None` for what no registry holds.
    pub fn style(&self, address: AddressId) -> Option<Style> {
        self.space(address).and_then(Space::style)
    }

    /// What an address stands for among the rows; `None` for one that the run never came to know.
    pub fn row_of(&self, address: AddressId) -> Option<RowOf> {
        self.space(address).map(Space::row)
    }

    /// Whether an entry is dropped and filled, and follows nothing.
    pub fn is_cached(&self, address: AddressId) -> bool {
        self.style(address) == Some(Style::Cache)
    }

    /// The address of the row that an entry stands for. A listing stands for many; it has none of its own.
    pub fn row(&self, address: AddressId) -> AddressId {
        self.get(address).map_or(address, |place| place.row)
    }

    /// The address in whose queue the convergences of an entry wait.
    pub fn queue(&self, address: AddressId) -> AddressId {
        self.get(address).map_or(address, |place| place.queue)
    }

    fn get(&self, address: AddressId) -> Option<&Place> {
        self.0.get(usize::from(address.0))
    }
}

fn place(history: &History, id: AddressId, address: &Address) -> Place {
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
    Place { space, row: row.unwrap_or(id), queue: queue.unwrap_or(id) }
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

/// Whether a listing is that of an item's or a row's type.
pub fn lists(history: &History, listing: AddressId, named: AddressId) -> bool {
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
