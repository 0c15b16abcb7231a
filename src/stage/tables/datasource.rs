//! The table of datasources, and beside it the secrets table and the objects that are bound to datasources.

use rusqlite::{Row as SqlRow, params};

use super::row_table::{Act, OWN_COLUMNS, RowHeader, RowTable};
use super::sql::{self, TableStatements};
use super::versions::connection_digest;
use crate::family::lanes::datasource::{Change, Datasource};
use crate::names::{Columns, Secret, Sequence, Service, Signature, Verb};

pub const SCHEMA: &str = "
    CREATE TABLE datasource (
        name TEXT PRIMARY KEY, revision INTEGER NOT NULL, incarnation INTEGER NOT NULL,
        written_at INTEGER NOT NULL, sequence INTEGER NOT NULL,
        label TEXT NOT NULL, driver TEXT NOT NULL, config TEXT NOT NULL, secret TEXT, active INTEGER NOT NULL,
        code INTEGER NOT NULL, credentials_ref TEXT
    ) WITHOUT ROWID;
    CREATE TABLE datasource_past (
        name TEXT NOT NULL, revision INTEGER NOT NULL, incarnation INTEGER, written_at INTEGER NOT NULL,
        sequence INTEGER NOT NULL, present INTEGER NOT NULL,
        label TEXT, driver TEXT, config TEXT, secret TEXT, active INTEGER, code INTEGER, credentials_ref TEXT,
        PRIMARY KEY (name, sequence)
    ) WITHOUT ROWID;
    CREATE TABLE secret (reference TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE bound_object (
        datasource TEXT NOT NULL, object TEXT NOT NULL, PRIMARY KEY (datasource, object)
    ) WITHOUT ROWID;
";

const PUT: usize = sql::OWN;
const MIGRATE: usize = sql::OWN + 1;
const SECRET_PUT: usize = sql::OWN + 2;
const SECRET_DELETE: usize = sql::OWN + 3;
const ENTRY_USES: usize = sql::OWN + 4;
const BIND: usize = sql::OWN + 5;
const BOUND: usize = sql::OWN + 6;

pub const STATEMENTS: &[&str] = sql::statements!(
    table "datasource",
    own "t.label, t.driver, t.config, coalesce(s.value, t.secret), t.active, t.code, t.credentials_ref",
    from "datasource t LEFT JOIN secret s ON s.reference = t.credentials_ref",
    "INSERT INTO datasource VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) \
     ON CONFLICT (name) DO UPDATE SET revision = ?2, written_at = ?4, sequence = ?5, label = ?6, \
     driver = ?7, config = ?8, secret = coalesce(?9, secret), active = ?10, credentials_ref = ?12",
    "UPDATE datasource SET secret = NULL, credentials_ref = ?2, revision = ?3, written_at = ?4, \
     sequence = ?5 WHERE name = ?1",
    "INSERT INTO secret (reference, value) VALUES (?1, ?2) ON CONFLICT (reference) DO UPDATE SET value = ?2",
    "DELETE FROM secret WHERE reference = (SELECT credentials_ref FROM datasource WHERE name = ?1)",
    "SELECT (SELECT count(*) FROM secret WHERE reference = ?1) \
     + (SELECT count(*) FROM datasource WHERE credentials_ref = ?1)",
    "INSERT INTO bound_object (datasource, object) VALUES (?1, ?2)",
    "SELECT count(*) FROM bound_object WHERE datasource = ?1",
);

impl RowTable for Datasource {
    const SERVICE: Service = Service::Datasource;

    fn decode(header: RowHeader, row: &SqlRow<'_>) -> rusqlite::Result<Self> {
        let RowHeader { address: name, revision, incarnation, written_at } = header;
        Ok(Self {
            name,
            label: row.get(OWN_COLUMNS)?,
            driver: row.get(OWN_COLUMNS + 1)?,
            config: row.get(OWN_COLUMNS + 2)?,
            secret: row.get_ref(OWN_COLUMNS + 3)?.as_str_or_null()?.map(Secret::from),
            active: row.get(OWN_COLUMNS + 4)?,
            code: row.get(OWN_COLUMNS + 5)?,
            credentials_ref: row.get(OWN_COLUMNS + 6)?,
            revision,
            incarnation,
            written_at,
        })
    }

    /// Writes the secret where the row says that it is stored.
    fn write(&self, table: &mut TableStatements<'_>, sequence: Sequence) -> rusqlite::Result<()> {
        let secret = self.secret.as_ref().map(Secret::expose);
        let own = match (&self.credentials_ref, secret) {
            (Some(reference), Some(secret)) => {
                table.execute(SECRET_PUT, params![reference, secret])?;
                None
            }
            (_, secret) => secret,
        };
        let columns = params![
            self.name.as_str(),
            self.revision.0,
            self.incarnation.0,
            self.written_at.0,
            sequence.0,
            self.label,
            self.driver,
            self.config,
            own,
            self.active,
            self.code,
            self.credentials_ref
        ];
        table.execute(PUT, columns).map(drop)
    }

    fn header(&self) -> RowHeader {
        let (revision, incarnation, written_at) = (self.revision, self.incarnation, self.written_at);
        RowHeader { address: self.name.clone(), revision, incarnation, written_at }
    }

    fn set_header(&mut self, header: RowHeader) {
        (self.revision, self.incarnation, self.written_at) =
            (header.revision, header.incarnation, header.written_at);
    }

    fn act(change: &Change) -> Act<'_> {
        match change {
            Change::Put(columns) => Act::Put(columns),
            Change::Delete => Act::Delete,
            Change::Migrate { reference } => Act::Migrate(reference),
        }
    }

    fn change(verb: Verb, columns: Columns) -> Change {
        match verb {
            Verb::Delete => Change::Delete,
            Verb::Migrate => Change::Migrate { reference: columns.credentials_ref.unwrap_or_default() },
            Verb::Create | Verb::Update | Verb::Put | Verb::Read | Verb::List | Verb::Watch => {
                Change::Put(columns)
            }
        }
    }

    fn connection(&self) -> Signature {
        connection_digest(&self.connection())
    }

    fn secret(&self) -> Option<Secret> {
        self.secret.clone()
    }

    fn is_code(&self) -> bool {
        self.code
    }

    fn mark_as_code(&mut self) {
        self.code = true;
    }

    fn bind(table: &mut TableStatements<'_>, name: &str, object: &str) -> rusqlite::Result<()> {
        table.execute(BIND, params![name, object]).map(drop)
    }

    fn is_bound(table: &mut TableStatements<'_>, name: &str) -> rusqlite::Result<bool> {
        table.counts_any(BOUND, params![name])
    }

    /// The secret goes with its row: an entry of the secrets table belongs to one row.
    fn forget(table: &mut TableStatements<'_>, name: &str) -> rusqlite::Result<()> {
        table.execute(SECRET_DELETE, params![name]).map(drop)
    }

    fn migrate(
        &self,
        table: &mut TableStatements<'_>,
        reference: &str,
        sequence: Sequence,
    ) -> rusqlite::Result<()> {
        if let Some(secret) = &self.secret {
            table.execute(SECRET_PUT, params![reference, secret.expose()])?;
        }
        let columns = params![self.name.as_str(), reference, self.revision.0, self.written_at.0, sequence.0];
        table.execute(MIGRATE, columns).map(drop)
    }

    fn is_anothers(
        table: &mut TableStatements<'_>,
        row: Option<&Self>,
        entry: &str,
    ) -> rusqlite::Result<bool> {
        if row.and_then(|row| row.credentials_ref.as_deref()) == Some(entry) {
            return Ok(false);
        }
        table.counts_any(ENTRY_USES, params![entry])
    }
}
