//! A request at a door, and the columns in its body.

use super::transaction::Record;
use crate::names::{Address, RequestId, Secret, Verb};

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
    pub patch: Patch,
}

/// Columns to set; `None` leaves a column as it is, or gives a new row its default. No lane has them all.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    /// What people call the row.
    pub label: Option<String>,
    /// The kind of server.
    pub driver: Option<String>,
    /// The settings, a JSON object as text.
    pub config: Option<String>,
    /// The secret, wherever the row stores it.
    pub secret: Option<Secret>,
    /// Whether an instance is due.
    pub active: Option<bool>,
    /// The entry of the secrets table that holds the secret.
    pub credentials_ref: Option<String>,
    /// The definition of a schema object, which ought to be a JSON object as text.
    pub body: Option<String>,
}

/// What a write does to a row of a lane whose rows are put and deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Set columns, of a new row or of the one that is there.
    Put(Patch),
    /// Remove the row.
    Delete,
}

/// A row whose columns a [`Patch`] sets.
pub trait Patched: Record {
    /// A new row with its defaults.
    fn new(address: Address) -> Self;
    /// Sets the columns that a patch names.
    fn apply(&mut self, patch: Patch);
}

/// Whether a text is a name in the narrow sense: `^[a-z_][a-z0-9_]*$`.
pub fn is_plain_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    let head = bytes.next().is_some_and(|byte| byte.is_ascii_lowercase() || byte == b'_');
    head && bytes.all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}
