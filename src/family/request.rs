//! A request at a door, and the columns in its body.

use super::transaction::Record;
use crate::names::{Address, Columns, RequestId, Verb};

/// A request at a door.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its identity, which becomes the correlation id of everything that the request causes.
    pub id: RequestId,
    /// What is asked for.
    pub verb: Verb,
    /// The row, the item or the type in the request's path, as the client sent it.
    pub address: Address,
    /// The columns in the request's body; for `migrate`, `credentials_ref` is the entry to move to.
    pub columns: Columns,
}

/// What a write does to a row of a lane whose rows are put and deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Set columns, of a new row or of the present one.
    Put(Columns),
    /// Remove the row.
    Delete,
}

/// A row whose columns a request sets.
pub trait Writable: Record {
    /// A new row with its defaults.
    fn new(address: Address) -> Self;
    /// Sets the columns that are given. The others stay as they are.
    fn apply(&mut self, columns: Columns);
}

/// Whether a text is a name in the narrow sense: `^[a-z_][a-z0-9_]*$`.
pub fn is_plain_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    let head = bytes.next().is_some_and(|byte| byte.is_ascii_lowercase() || byte == b'_');
    head && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
