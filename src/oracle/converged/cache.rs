//! Cache entries: items, absences and listings. A cached entry must not differ from its rows; an entry that is not cached
//! is always right.
//!
//! An entry shows its rows as of the read that filled it. Any later commit of a row makes the entry stale, even if only a
//! label changed; two absences are equal. A read that failed and was taken for an absence shows no row at all.

use crate::history::{Entry, ReadResult, RowState, Version};
use crate::names::{AddressId, InstanceId, Sequence};
use crate::oracle::convergence::ReadRecord;
use crate::oracle::index::Index;

/// Whether an entry is not cached, or shows its rows as they are now.
pub fn has_converged(index: &Index<'_>, address: AddressId, entry: Option<&Entry>) -> bool {
    let Some(instance) = entry.and_then(|entry| entry.instance) else { return true };
    let Some(read) = read_for(index, instance) else { return false };
    index.rows_of(address).all(|row| is_unchanged(index, row, read))
}

/// The read that filled an entry.
fn read_for(index: &Index<'_>, instance: InstanceId) -> Option<ReadRecord> {
    index.convergence_of(instance).and_then(|convergence| convergence.read)
}

/// Whether a row is still as a read saw it.
fn is_unchanged(index: &Index<'_>, row: AddressId, read: ReadRecord) -> bool {
    // No commit has the sequence 0: as of then there is no row.
    let as_of = if read.result == ReadResult::Unreadable { Sequence(0) } else { read.as_of };
    let present = |version: Version| (version.state != RowState::Absent).then_some(version.sequence);
    let now = index.truth.latest(row).and_then(present);
    now == index.truth.version_at(row, as_of).and_then(present)
}
