//! Row versions as the history knows them: the true ones, whatever the rows say of themselves.
//!
//! The digests are what oracles compare by. They are made from the stored columns here and not by the family's
//! own function, so that a wrong signature there shows; and they are keyed, so that they tell nothing of a secret.

use blake3::Hasher;

use super::row_table::RowTable;
use crate::family::ports::Connection;
use crate::history::{RowState, Version, content_digest};
use crate::names::{Incarnation, Revision, RowOf, Secret, Sequence, Signature, Space, short_hash};

const KEY: [u8; 32] = *b"reconverge testbed truth digest.";

/// The version that a row is since this commit.
pub fn version<R: RowTable>(row: &R, sequence: Sequence) -> Version {
    let (connection, header) = (row.connection(), row.header());
    let mut hasher = Hasher::new_keyed(&KEY);
    hasher.update(&connection.0.to_le_bytes());
    hasher.update(&header.incarnation.0.to_le_bytes()).update(&[u8::from(row.is_active())]);
    if R::EVERY_WRITE_MATTERS {
        hasher.update(&sequence.0.to_le_bytes());
    }
    Version {
        sequence,
        revision: header.revision,
        incarnation: header.incarnation,
        signature: Signature(short_hash(hasher.finalize().as_bytes())),
        connection,
        content: content_digest(&row.columns()),
        state: if row.is_active() { RowState::Active } else { RowState::Inactive },
    }
}

/// The version that says that there is no row since this commit.
pub fn tombstone(sequence: Sequence, revision: Revision, incarnation: Incarnation) -> Version {
    let none = Signature(0);
    let (signature, connection, content, state) = (none, none, none, RowState::Absent);
    Version { sequence, revision, incarnation, signature, connection, content, state }
}

/// A digest of what an instance was opened with, to be compared with [`Version::connection`]. Of a connector only
/// the secret is the row's; the rest is declared by code.
pub fn opened_with(space: Space, connection: &Connection) -> Signature {
    match &connection.secret {
        Some(secret) if space.row() == RowOf::Reference => text_digest(secret.expose()),
        Some(_) | None => connection_digest(connection),
    }
}

/// A digest of what a pool connects with.
pub fn connection_digest(connection: &Connection) -> Signature {
    let Connection { driver, config, secret } = connection;
    let mut hasher = Hasher::new_keyed(&KEY);
    let exposed = secret.as_ref().map_or("", Secret::expose);
    for text in [driver.as_str(), config.as_str(), exposed] {
        hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    }
    hasher.update(&[u8::from(secret.is_some())]);
    Signature(short_hash(hasher.finalize().as_bytes()))
}

/// A digest of a text.
pub fn text_digest(text: &str) -> Signature {
    Signature(short_hash(blake3::keyed_hash(&KEY, text.as_bytes()).as_bytes()))
}
