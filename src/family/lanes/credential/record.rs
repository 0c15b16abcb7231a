//! The credential record: a reference and its secret value.

use crate::family::request::{Change, Writable};
use crate::family::transaction::Record;
use crate::names::{Address, Columns, Incarnation, Revision, Secret, WallTime};

/// A row of credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Credential {
    /// Its reference.
    pub reference: Address,
    /// The secret value.
    pub secret: Secret,
    /// The revision; 0 in a row that a door predicts and that has not been committed.
    pub revision: Revision,
    /// Which of the rows that have had this reference it is.
    pub incarnation: Incarnation,
    /// When it was last written, by the clock of the replica that served the write.
    pub written_at: WallTime,
}

impl Record for Credential {
    type Change = Change;

    fn address(&self) -> &Address {
        &self.reference
    }

    fn revision(&self) -> Revision {
        self.revision
    }

    fn written_at(&self) -> WallTime {
        self.written_at
    }

    fn is_active(&self) -> bool {
        true
    }

    fn columns(&self) -> Vec<(&'static str, String)> {
        // The secret is its only column, and no secret is ever shown.
        Vec::new()
    }
}

impl Writable for Credential {
    fn new(reference: Address) -> Self {
        Self {
            reference,
            secret: Secret::from(""),
            revision: Revision(0),
            incarnation: Incarnation(0),
            written_at: WallTime(0),
        }
    }

    fn apply(&mut self, columns: Columns) {
        if let Some(secret) = columns.secret {
            self.secret = secret;
        }
        self.revision = Revision(0);
    }
}

/// Whether a credential may have this reference: letters, digits and `_`, no digit first.
pub fn is_reference_valid(reference: &str) -> bool {
    let is_head = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let mut bytes = reference.bytes();
    bytes.next().is_some_and(is_head) && bytes.all(|byte| is_head(byte) || byte.is_ascii_digit())
}
