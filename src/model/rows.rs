//! The rows of a scenario: what exists before the first boot.

use crate::names::{Address, Columns};

/// A row that exists before the first boot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowSpec {
    /// Its address.
    pub address: Address,
    /// Its columns; what is left out has the default of the record.
    pub columns: Columns,
    /// Who defined it: `true` for code.
    pub origin_code: bool,
    /// The objects that are bound to it.
    pub bound: Vec<String>,
}
