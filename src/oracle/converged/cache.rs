//! Items, absences and listings: what is cached differs from no row. What is not cached is right.
//!
//! An entry shows the rows as of the read that filled it. Any later commit of a row makes another item of it, be
//! it of a label alone; two absences are one. A read that failed and was taken for absence shows no row at all.

use crate::history::{Entry, RowState, Seen};
use crate::names::{AddressId, InstanceId, Sequence};
use crate::oracle::convergence::Reading;
use crate::oracle::index::Index;

/// Whether what is cached, if anything, is what the rows say.
pub fn is_due(index: &Index<'_>, address: AddressId, entry: Option<&Entry>) -> bool {
    let Some(instance) = entry.and_then(|entry| entry.instance) else { return true };
    let Some(read) = read_for(index, instance) else { return false };
    index.rows_of(address).all(|row| is_as_read(index, row, read))
}

/// The read that filled an entry.
fn read_for(index: &Index<'_>, instance: InstanceId) -> Option<Reading> {
    index.convergence_of(instance).and_then(|convergence| convergence.read)
}

/// Whether a row is what a read saw of it.
fn is_as_read(index: &Index<'_>, row: AddressId, read: Reading) -> bool {
    let as_of = if read.seen == Seen::Unreadable { Sequence(0) } else { read.as_of };
    let present =
        |version: crate::history::Version| (version.state != RowState::Absent).then_some(version.sequence);
    let now = index.truth.latest(row).and_then(present);
    now == index.truth.version_at(row, as_of).and_then(present)
}
