//! The rows that exist before the first boot.

use rusqlite::params;

use super::table::{self, SqlTable};
use super::version::version;
use super::{Tables, act, sql};
use crate::family::Patch;
use crate::family::lanes::credential::Credential;
use crate::family::lanes::datasource::Datasource;
use crate::family::lanes::metadata::Metadatum;
use crate::family::transaction::{Committed, Snapshot};
use crate::history::Version;
use crate::model::{Fields, RowSpec};
use crate::names::{Incarnation, Space, WallTime};
use reconverge_sim::Micros;

/// The columns of a scenario as the family's patch.
pub fn patch(fields: &Fields) -> Patch {
    Patch {
        label: fields.label.clone(),
        driver: fields.driver.clone(),
        config: fields.config.clone(),
        secret: fields.secret.clone(),
        active: fields.active,
        credentials_ref: fields.credentials_ref.clone(),
        body: fields.body.clone(),
    }
}

impl Tables {
    /// Inserts a row that exists before the first boot.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn give(&mut self, row: &RowSpec) -> rusqlite::Result<Version> {
        match row.address.space() {
            Space::Object => self.give_row(Metadatum::new_given(row), row),
            Space::Credential => self.give_row(Credential::new_given(row), row),
            _ => {
                let mut record = Datasource::new_given(row);
                record.code = row.origin_code;
                self.give_row(record, row)
            }
        }
    }

    fn give_row<R: SqlTable>(&mut self, mut record: R, row: &RowSpec) -> rusqlite::Result<Version> {
        let name = row.address.as_str();
        for object in &row.bound {
            self.database.execute(sql::BIND, params![name, object])?;
        }
        let sequence = act::commit(&mut self.database, Micros(0));
        let revision = self.retention.next_revision::<R>(None, sequence);
        let incarnation = Incarnation(sequence.0);
        let written_at = WallTime(0);
        record.set_stamp(table::RowHeader {
            address: row.address.clone(),
            revision,
            incarnation,
            written_at,
        });
        record.write(&mut self.database, sequence)?;
        let record: R = table::read(&mut self.database, name)?.expect("the row was just written");
        let version = version(&record, sequence);
        let given = (Committed { now: Snapshot::of(record), created: true }, version);
        self.retention.keep(&mut self.database, &row.address, &given)?;
        self.given = sequence;
        Ok(version)
    }
}

/// A record as a scenario gives it.
trait Given: SqlTable {
    fn new_given(row: &RowSpec) -> Self {
        let mut record = Self::new(row.address.clone());
        record.apply(patch(&row.fields));
        record
    }
}

impl<R: SqlTable> Given for R {}
