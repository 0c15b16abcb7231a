//! The table of datasources, and the secrets table beside it.

use rusqlite::{Row as SqlRow, params};

use super::sql::{self, TableSql};
use super::table::{Act, OWN, RowHeader, SqlTable};
use super::version::connection_digest;
use crate::family::Patch;
use crate::family::lanes::datasource::{Change, Datasource};
use crate::names::{Secret, Sequence, Signature, Space, Verb};
use reconverge_sim::store::Database;

impl SqlTable for Datasource {
    const SPACE: Space = Space::Datasource;
    const SQL: TableSql = sql::DATASOURCE;

    fn decode(stamp: RowHeader, row: &SqlRow<'_>) -> rusqlite::Result<Self> {
        let RowHeader { address: name, revision, incarnation, written_at } = stamp;
        Ok(Self {
            name,
            label: row.get(OWN)?,
            driver: row.get(OWN + 1)?,
            config: row.get(OWN + 2)?,
            secret: row.get_ref(OWN + 3)?.as_str_or_null()?.map(Secret::from),
            active: row.get(OWN + 4)?,
            code: row.get(OWN + 5)?,
            credentials_ref: row.get(OWN + 6)?,
            revision,
            incarnation,
            written_at,
        })
    }

    /// Writes the secret where the row says that it is stored.
    fn write(&self, database: &mut Database, sequence: Sequence) -> rusqlite::Result<()> {
        let secret = self.secret.as_ref().map(Secret::expose);
        let own = match (&self.credentials_ref, secret) {
            (Some(reference), Some(secret)) => {
                database.execute(sql::SECRET_PUT, params![reference, secret])?;
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
        database.execute(sql::DATASOURCE_PUT, columns)?;
        Ok(())
    }

    fn stamp(&self) -> RowHeader {
        let (revision, incarnation, written_at) = (self.revision, self.incarnation, self.written_at);
        RowHeader { address: self.name.clone(), revision, incarnation, written_at }
    }

    fn set_stamp(&mut self, stamp: RowHeader) {
        (self.revision, self.incarnation, self.written_at) =
            (stamp.revision, stamp.incarnation, stamp.written_at);
    }

    fn act(change: &Change) -> Act<'_> {
        match change {
            Change::Put(patch) => Act::Put(patch),
            Change::Delete => Act::Delete,
            Change::Migrate { reference } => Act::Migrate(reference),
        }
    }

    fn change(verb: Verb, patch: Patch) -> Change {
        match verb {
            Verb::Delete => Change::Delete,
            Verb::Migrate => Change::Migrate { reference: patch.credentials_ref.unwrap_or_default() },
            _ => Change::Put(patch),
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

    /// The secret goes with its row: an entry of the secrets table belongs to one row.
    fn forget(database: &mut Database, name: &str) -> rusqlite::Result<()> {
        database.execute(sql::SECRET_DELETE, params![name])?;
        Ok(())
    }

    fn migrate(&self, database: &mut Database, reference: &str, sequence: Sequence) -> rusqlite::Result<()> {
        if let Some(secret) = &self.secret {
            database.execute(sql::SECRET_PUT, params![reference, secret.expose()])?;
        }
        let columns = params![self.name.as_str(), reference, self.revision.0, self.written_at.0, sequence.0];
        database.execute(sql::MIGRATE, columns)?;
        Ok(())
    }

    fn is_anothers(database: &mut Database, row: Option<&Self>, entry: &str) -> rusqlite::Result<bool> {
        if row.and_then(|row| row.credentials_ref.as_deref()) == Some(entry) {
            return Ok(false);
        }
        let count: Option<i64> = database.query_row(sql::ENTRY, params![entry], |row| row.get(0))?;
        Ok(count.unwrap_or(0) > 0)
    }
}
