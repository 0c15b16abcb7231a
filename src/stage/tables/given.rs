//! The rows that exist before the first boot.

use reconverge_sim::Micros;

use super::reads;
use super::row_table::{RowHeader, RowTable};
use super::store::Tables;
use super::transaction;
use super::versions::version;
use super::{statements_of, with_rows_of};
use crate::family::transaction::{Committed, Snapshot};
use crate::history::Version;
use crate::model::RowSpec;
use crate::names::{Incarnation, WallTime};

impl Tables {
    /// Inserts a row that exists before the first boot.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn give(&mut self, row: &RowSpec) -> rusqlite::Result<Version> {
        with_rows_of!(row.address.lane().service(), R => self.give_row::<R>(row))
    }

    fn give_row<R: RowTable>(&mut self, row: &RowSpec) -> rusqlite::Result<Version> {
        let name = row.address.as_str();
        let mut record = R::new(row.address.clone());
        record.apply(row.columns.clone());
        if row.origin_code {
            record.mark_as_code();
        }
        let sequence = transaction::commit(&mut self.database, Micros(0));
        let mut table = statements_of::<R>(&mut self.database);
        for object in &row.bound {
            R::bind(&mut table, name, object)?;
        }
        record.set_header(RowHeader {
            address: row.address.clone(),
            revision: self.retention.next_revision::<R>(None, sequence),
            incarnation: Incarnation(sequence.0),
            written_at: WallTime(0),
        });
        record.write(&mut table, sequence)?;
        let record: R = reads::read(&mut self.database, name)?.expect("the row was just written");
        let version = version(&record, sequence);
        let given = (Committed { now: Snapshot::of(record), created: true }, version);
        self.retention.keep(&mut self.database, &row.address, &given)?;
        self.given = sequence;
        Ok(version)
    }
}
