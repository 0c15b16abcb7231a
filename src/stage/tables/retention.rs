//! What the policies of a run need of the tables beside the rows: revisions of deleted rows, and past versions.
//!
//! Nothing is kept that no policy of the run reads, because keeping it would slow down every write.

use rusqlite::params;

use super::sql;
use super::table::SqlTable;
use crate::family::transaction::{Committed, Snapshot};
use crate::history::Version;
use crate::names::{Address, Install, Policies, ReadFrom, Recreate, Revision, Sequence};
use reconverge_sim::store::Database;

#[derive(Clone, Copy, Debug, Default)]
pub struct Retention {
    /// The revisions of deleted rows.
    pub tombstones: bool,
    /// Every version of every row.
    past: bool,
    recreate: Recreate,
}

impl Retention {
    pub fn of(policies: &Policies) -> Self {
        Self {
            tombstones: matches!(policies.install, Install::Version | Install::Clock),
            past: policies.read_from == ReadFrom::Replica,
            recreate: policies.recreate,
        }
    }

    /// The revision that a commit gives to its row, or to the tombstone.
    pub fn next_revision<R: SqlTable>(self, before: Option<&R>, sequence: Sequence) -> Revision {
        match self.recreate {
            Recreate::NewIncarnation => Revision(sequence.0),
            Recreate::SameNameSameRow => Revision(before.map_or(0, |row| row.stamp().revision.0) + 1),
        }
    }

    /// Writes down what the policies will read of a commit beside the row.
    pub fn keep<R: SqlTable>(
        self,
        database: &mut Database,
        address: &Address,
        (committed, version): &(Committed<R>, Version),
    ) -> rusqlite::Result<()> {
        let Snapshot { row, revision, written_at } = &committed.now;
        let (name, is_gone) = (address.as_str(), row.is_none());
        if self.tombstones && is_gone {
            let columns = params![R::SPACE.word(), name, revision.0, written_at.0];
            database.execute(sql::TOMBSTONE_PUT, columns)?;
        }
        if self.past && is_gone {
            let sequence = version.sequence.0;
            database.execute(R::SQL.past_gone, params![name, revision.0, written_at.0, sequence])?;
        } else if self.past {
            database.execute(R::SQL.past_put, params![name])?;
        }
        Ok(())
    }
}
