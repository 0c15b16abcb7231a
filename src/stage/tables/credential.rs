//! The table of credentials.

use rusqlite::{Row as SqlRow, params};

use super::sql::{self, TableSql};
use super::table::{Act, OWN, RowHeader, SqlTable};
use super::version::text_digest;
use crate::family::Patch;
use crate::family::lanes::credential::Credential;
use crate::family::request::Change;
use crate::names::{Secret, Sequence, Signature, Space, Verb};
use reconverge_sim::store::Database;

impl SqlTable for Credential {
    const SPACE: Space = Space::Credential;
    const SQL: TableSql = sql::CREDENTIAL;
    /// A connector's signature is over its reference's revision.
    const EVERY_WRITE_MATTERS: bool = true;

    fn decode(stamp: RowHeader, row: &SqlRow<'_>) -> rusqlite::Result<Self> {
        let RowHeader { address: reference, revision, incarnation, written_at } = stamp;
        let secret = Secret::from(row.get_ref(OWN)?.as_str()?);
        Ok(Self { reference, secret, revision, incarnation, written_at })
    }

    fn write(&self, database: &mut Database, sequence: Sequence) -> rusqlite::Result<()> {
        let columns = params![
            self.reference.as_str(),
            self.revision.0,
            self.incarnation.0,
            self.written_at.0,
            sequence.0,
            self.secret.expose()
        ];
        database.execute(sql::CREDENTIAL_PUT, columns)?;
        Ok(())
    }

    fn stamp(&self) -> RowHeader {
        let (revision, incarnation, written_at) = (self.revision, self.incarnation, self.written_at);
        RowHeader { address: self.reference.clone(), revision, incarnation, written_at }
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
        text_digest(self.secret.expose())
    }

    fn secret(&self) -> Option<Secret> {
        Some(self.secret.clone())
    }
}
