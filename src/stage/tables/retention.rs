//! What a run keeps beside the rows, because a policy reads it: nothing else is written.

use reconverge_sim::store::Database;
use rusqlite::params;

use super::reads::space_of;
use super::row_table::RowTable;
use super::sql;
use super::{TOMBSTONE_PUT, statements_of};
use crate::family::transaction::{Committed, Snapshot};
use crate::history::Version;
use crate::names::{Address, Install, Policies, ReadFrom, Recreate, Revision, Sequence};

/// What the policies of a run need of the tables beside the rows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Retention {
    /// The revisions of deleted rows.
    pub tombstones: bool,
    /// Every version of every row.
    pub past: bool,
    recreate: Recreate,
}

impl Retention {
    /// What these policies need.
    pub fn of(policies: &Policies) -> Self {
        Self {
            tombstones: matches!(policies.install, Install::Version | Install::Clock),
            past: policies.read_from == ReadFrom::Replica,
            recreate: policies.recreate,
        }
    }

    /// The revision that a commit gives to its row, or to the tombstone.
    pub fn next_revision<R: RowTable>(self, before: Option<&R>, sequence: Sequence) -> Revision {
        match self.recreate {
            Recreate::NewIncarnation => Revision(sequence.0),
            Recreate::SameNameSameRow => Revision(before.map_or(0, |row| row.header().revision.0) + 1),
        }
    }

    /// Writes down what the policies will read of a commit beside the row.
    pub fn keep<R: RowTable>(
        self,
        database: &mut Database,
        address: &Address,
        (committed, version): &(Committed<R>, Version),
    ) -> rusqlite::Result<()> {
        let Snapshot { row, revision, written_at } = &committed.now;
        let (name, is_gone) = (address.as_str(), row.is_none());
        if self.tombstones && is_gone {
            let columns = params![space_of::<R>().word(), name, revision.0, written_at.0];
            database.execute(TOMBSTONE_PUT, columns)?;
        }
        if self.past && is_gone {
            let sequence = version.sequence.0;
            statements_of::<R>(database)
                .execute(sql::PAST_GONE, params![name, revision.0, written_at.0, sequence])?;
        } else if self.past {
            statements_of::<R>(database).execute(sql::PAST_PUT, params![name])?;
        }
        Ok(())
    }
}
