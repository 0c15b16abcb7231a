//! The table of credentials.

use rusqlite::{Row as SqlRow, params};

use super::row_table::{Act, OWN_COLUMNS, RowHeader, RowTable, put_or_delete};
use super::sql::{self, TableStatements};
use super::versions::text_digest;
use crate::family::lanes::credential::Credential;
use crate::family::request::Change;
use crate::names::{Columns, Secret, Sequence, Service, Signature, Verb};

pub const SCHEMA: &str = "
    CREATE TABLE credential (
        name TEXT PRIMARY KEY, revision INTEGER NOT NULL, incarnation INTEGER NOT NULL,
        written_at INTEGER NOT NULL, sequence INTEGER NOT NULL,
        secret TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE credential_past (
        name TEXT NOT NULL, revision INTEGER NOT NULL, incarnation INTEGER, written_at INTEGER NOT NULL,
        sequence INTEGER NOT NULL, present INTEGER NOT NULL,
        secret TEXT,
        PRIMARY KEY (name, sequence)
    ) WITHOUT ROWID;
";

const PUT: usize = sql::OWN;

pub const STATEMENTS: &[&str] = sql::statements!(
    table "credential",
    own "t.secret",
    from "credential t",
    "INSERT INTO credential VALUES (?1, ?2, ?3, ?4, ?5, ?6) \
     ON CONFLICT (name) DO UPDATE SET revision = ?2, written_at = ?4, sequence = ?5, secret = ?6",
);

impl RowTable for Credential {
    const SERVICE: Service = Service::Credential;
    /// A connector's signature is over its reference's revision.
    const EVERY_WRITE_MATTERS: bool = true;

    fn decode(header: RowHeader, row: &SqlRow<'_>) -> rusqlite::Result<Self> {
        let RowHeader { address: reference, revision, incarnation, written_at } = header;
        let secret = Secret::from(row.get_ref(OWN_COLUMNS)?.as_str()?);
        Ok(Self { reference, secret, revision, incarnation, written_at })
    }

    fn write(&self, table: &mut TableStatements<'_>, sequence: Sequence) -> rusqlite::Result<()> {
        let columns = params![
            self.reference.as_str(),
            self.revision.0,
            self.incarnation.0,
            self.written_at.0,
            sequence.0,
            self.secret.expose()
        ];
        table.execute(PUT, columns).map(drop)
    }

    fn header(&self) -> RowHeader {
        let (revision, incarnation, written_at) = (self.revision, self.incarnation, self.written_at);
        RowHeader { address: self.reference.clone(), revision, incarnation, written_at }
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
        text_digest(self.secret.expose())
    }

    fn secret(&self) -> Option<Secret> {
        Some(self.secret.clone())
    }
}
