//! The table of metadata.

use rusqlite::{Row as SqlRow, params};

use super::row_table::{Act, OWN_COLUMNS, RowHeader, RowTable, put_or_delete};
use super::sql::{self, TableStatements};
use super::versions::text_digest;
use crate::family::lanes::metadata::Metadatum;
use crate::family::request::Change;
use crate::names::{Columns, Sequence, Service, Signature, Verb};

pub const SCHEMA: &str = "
    CREATE TABLE metadatum (
        name TEXT PRIMARY KEY, revision INTEGER NOT NULL, incarnation INTEGER NOT NULL,
        written_at INTEGER NOT NULL, sequence INTEGER NOT NULL,
        label TEXT NOT NULL, body TEXT NOT NULL, active INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE metadatum_past (
        name TEXT NOT NULL, revision INTEGER NOT NULL, incarnation INTEGER, written_at INTEGER NOT NULL,
        sequence INTEGER NOT NULL, present INTEGER NOT NULL,
        label TEXT, body TEXT, active INTEGER,
        PRIMARY KEY (name, sequence)
    ) WITHOUT ROWID;
";

const PUT: usize = sql::OWN;

pub const STATEMENTS: &[&str] = sql::statements!(
    table "metadatum",
    own "t.label, t.body, t.active",
    from "metadatum t",
    "INSERT INTO metadatum VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) \
     ON CONFLICT (name) DO UPDATE SET revision = ?2, written_at = ?4, sequence = ?5, label = ?6, body = ?7, \
     active = ?8",
);

impl RowTable for Metadatum {
    const SERVICE: Service = Service::Metadata;

    fn decode(header: RowHeader, row: &SqlRow<'_>) -> rusqlite::Result<Self> {
        let RowHeader { address, revision, incarnation, written_at } = header;
        let (label, body) = (row.get(OWN_COLUMNS)?, row.get(OWN_COLUMNS + 1)?);
        let active = row.get(OWN_COLUMNS + 2)?;
        Ok(Self { address, label, body, active, revision, incarnation, written_at })
    }

    fn write(&self, table: &mut TableStatements<'_>, sequence: Sequence) -> rusqlite::Result<()> {
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
        table.execute(PUT, columns).map(drop)
    }

    fn header(&self) -> RowHeader {
        let (revision, incarnation, written_at) = (self.revision, self.incarnation, self.written_at);
        RowHeader { address: self.address.clone(), revision, incarnation, written_at }
    }

    fn set_header(&mut self, header: RowHeader) {
        (self.revision, self.incarnation, self.written_at) =
            (header.revision, header.incarnation, header.written_at);
    }

    fn act(change: &Change) -> Act<'_> {
        change.into()
    }

    fn change(verb: Verb, columns: Columns) -> Change {
        put_or_delete(verb, columns)
    }

    fn connection(&self) -> Signature {
        text_digest(&self.body)
    }

    fn is_well_formed(&self) -> bool {
        serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(&self.body).is_ok()
    }
}
