//! What an entry shows, where that is more than an instance: of the lanes 1 and 2 the columns themselves can be compared.
//!
//! | entry | must show |
//! |---|---|
//! | an item | the row, or that there is none, as its fill read it |
//! | a listing | the names of the rows of its type that were there when its fill read them |
//! | an object | the version that it was built from |
//!
//! What a fill read is what the commits up to it had left; no replica is asked. Left out are caches under
//! `read-error = treat-as-gone`: there an absence need not come from what any read saw.

use super::convergence::Convergence;
use super::index::Index;
use crate::history::{RowState, Seen, Version, content_digest};
use crate::names::{ReadError, RowOf, Sequence, Signature};

/// A digest of what the entry must show that a run stored; `None` if nothing can be said.
pub fn due(index: &Index<'_>, convergence: &Convergence) -> Option<Signature> {
    let space = index.layout.space(convergence.address)?;
    match space.row() {
        RowOf::In(_) => Some(item(index, convergence, as_of(index, convergence)?)),
        RowOf::TypeIn(_) => Some(listing(index, convergence, as_of(index, convergence)?)),
        RowOf::Same if space.shows_content() => {
            index.source(convergence).version().and_then(present).map(|version| version.content)
        }
        RowOf::Same | RowOf::Reference | RowOf::All => None,
    }
}

/// The commit up to which a fill read the rows.
fn as_of(index: &Index<'_>, convergence: &Convergence) -> Option<Sequence> {
    let read = convergence.read.filter(|read| read.seen != Seen::Unreadable)?;
    (index.history.header.policies.read_error != ReadError::TreatAsGone).then_some(read.as_of)
}

fn item(index: &Index<'_>, convergence: &Convergence, as_of: Sequence) -> Signature {
    let version = index.truth.version_at(index.layout.row(convergence.address), as_of).and_then(present);
    version.map_or_else(|| content_digest(&[("absent", "true")]), |version| version.content)
}

fn listing(index: &Index<'_>, convergence: &Convergence, as_of: Sequence) -> Signature {
    let is_there = |row: &_| index.truth.version_at(*row, as_of).and_then(present).is_some();
    let rows = index.rows_of(convergence.address).filter(is_there);
    let mut names: Vec<_> = rows.map(|row| index.history.address(row).type_and_name().1).collect();
    names.sort_unstable();
    content_digest(&[("names", names.join(", "))])
}

fn present(version: Version) -> Option<Version> {
    Some(version).filter(|version| version.state != RowState::Absent)
}
