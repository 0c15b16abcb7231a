//! Row versions as the history knows them: the true ones, whatever the rows say of themselves.

use crate::family::lanes::datasource::Datasource;
use crate::history::{RowState, Version};
use crate::names::{Incarnation, Revision, Secret, Sequence, Signature, short_hash};

/// The version that a row is since this commit.
pub fn version(row: &Datasource, sequence: Sequence) -> Version {
    Version {
        sequence,
        revision: row.revision,
        incarnation: row.incarnation,
        signature: truth(row),
        state: if row.active { RowState::Active } else { RowState::Inactive },
    }
}

/// The version that says that there is no row since this commit.
pub fn tombstone(sequence: Sequence, revision: Revision, incarnation: Incarnation) -> Version {
    Version { sequence, revision, incarnation, signature: Signature(0), state: RowState::Absent }
}

/// What the oracles compare by: a digest of what a pool depends on, made from the stored columns here and
/// not by the family's own function, so that a wrong signature there shows.
fn truth(row: &Datasource) -> Signature {
    let mut hasher = blake3::Hasher::new();
    let secret = row.secret.as_ref().map_or("", Secret::expose);
    for text in [row.driver.as_str(), row.config.as_str(), secret] {
        hasher.update(text.as_bytes()).update(&[0xff]);
    }
    hasher.update(&[u8::from(row.active), u8::from(row.secret.is_some())]);
    hasher.update(&row.incarnation.0.to_le_bytes());
    Signature(short_hash(hasher.finalize().as_bytes()))
}
