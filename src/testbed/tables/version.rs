//! Row versions as the history knows them: the true ones, whatever the rows say of themselves.
//!
//! The digests are what oracles compare by. They are made from the stored columns here and not by the family's
//! own function, so that a wrong signature there shows; and they are keyed, so that they tell nothing of a secret.

use blake3::Hasher;

use crate::family::lanes::datasource::{Connection, Datasource};
use crate::history::{RowState, Version};
use crate::names::{Incarnation, Revision, Secret, Sequence, Signature, short_hash};

const KEY: [u8; 32] = *b"reconverge testbed truth digest.";

/// The version that a row is since this commit.
pub fn version(row: &Datasource, sequence: Sequence) -> Version {
    let connection = connection_digest(&row.connection());
    let mut hasher = Hasher::new_keyed(&KEY);
    hasher.update(&connection.0.to_le_bytes());
    hasher.update(&row.incarnation.0.to_le_bytes()).update(&[u8::from(row.active)]);
    Version {
        sequence,
        revision: row.revision,
        incarnation: row.incarnation,
        signature: Signature(short_hash(hasher.finalize().as_bytes())),
        connection,
        state: if row.active { RowState::Active } else { RowState::Inactive },
    }
}

/// The version that says that there is no row since this commit.
pub fn tombstone(sequence: Sequence, revision: Revision, incarnation: Incarnation) -> Version {
    let (signature, connection) = (Signature(0), Signature(0));
    Version { sequence, revision, incarnation, signature, connection, state: RowState::Absent }
}

/// A digest of what an instance connects with.
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
