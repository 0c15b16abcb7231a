//! The table of metadata.

use rusqlite::{Row as SqlRow, params};

use super::sql::{self, TableSql};
use super::table::{Act, OWN, RowHeader, SqlTable};
use super::version::text_digest;
use crate::family::Patch;
use crate::family::lanes::metadata::Metadatum;
use crate::family::request::Change;
use crate::names::{Secret, Sequence, Signature, Space, Verb};
use reconverge_sim::store::Database;

impl SqlTable for Metadatum {
    const SPACE: Space = Space::Object;
    const SQL: TableSql = sql::METADATUM;

    fn decode(stamp: RowHeader, row: &SqlRow<'_>) -> rusqlite::Result<Self> {
        let RowHeader { address, revision, incarnation, written_at } = stamp;
        let (label, body, active) = (row.get(OWN)?, row.get(OWN + 1)?, row.get(OWN + 2)?);
        Ok(Self { address, label, body, active, revision, incarnation, written_at })
    }

    fn write(&self, database: &mut Database, sequence: Sequence) -> rusqlite::Result<()> {
        let columns = params![
            self.address.as_str(),
            self.revision.0,
            self.incarnation.0,
            self.written_at.0,
            sequence.0,
            self.label,
            self.body,
            self.active
        ];
        database.execute(sql::METADATUM_PUT, columns)?;
        Ok(())
    }

    fn stamp(&self) -> RowHeader {
        let (revision, incarnation, written_at) = (self.revision, self.incarnation, self.written_at);
        RowHeader { address: self.address.clone(), revision, incarnation, written_at }
    }

    fn set_stamp(&mut self, stamp: RowHeader) {
        (self.revision, self.incarnation, self.written_at) =
            (stamp.revision, stamp.incarnation, stamp.written_at);
    }

    fn act(change: &Change) -> Act<'_> {
        Act::of(change)
    }

    fn change(verb: Verb, patch: Patch) -> Change {
        if verb == Verb::Delete { Change::Delete } else { Change::Put(patch) }
    }

    fn connection(&self) -> Signature {
        text_digest(&self.body)
    }

    fn secret(&self) -> Option<Secret> {
        None
    }

    fn is_well_formed(&self) -> bool {
        serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&self.body).is_ok()
    }
}
