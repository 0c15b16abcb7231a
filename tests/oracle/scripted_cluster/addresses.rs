//! The addresses of the scripted cluster.

use reconverge::names::{Address, Space};

/// The datasource that most tests are about.
pub const ORDERS: &str = "orders";

/// A row of metadata, whose object has the same address, and its item in the cache.
pub const OBJECT: &str = "object:view/x";
pub const ITEM: &str = "item:view/x";
/// Another row of the same type, and the listing of both.
pub const OTHER_OBJECT: &str = "object:view/y";
pub const OTHER_ITEM: &str = "item:view/y";
pub const LISTING: &str = "listing:view";

/// A credential, another one, the connector that refers to the first, and the queue of its lane.
pub const KEY: &str = "credential:KEY";
pub const OTHER_KEY: &str = "credential:OTHER";
pub const CRM: &str = "connector:crm";
pub const RECONCILE: &str = "reconcile:credentials";

/// All addresses of the scripted cluster.
pub(super) fn addresses() -> Vec<Address> {
    let names =
        [ORDERS, "stock", OBJECT, OTHER_OBJECT, ITEM, OTHER_ITEM, LISTING, KEY, OTHER_KEY, CRM, RECONCILE];
    names.map(address).to_vec()
}

/// The address that a text names: a space, a colon and a name; for a datasource the name alone.
pub fn address(name: &str) -> Address {
    let split = name.split_once(':').and_then(|(word, name)| Some((Space::from_word(word)?, name)));
    let (space, name) = split.unwrap_or((Space::Datasource, name));
    Address::new(space, name)
}
