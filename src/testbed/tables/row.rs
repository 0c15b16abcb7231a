//! Rows of the datasource lane: reading, writing and decoding them, and their columns for people.

use rusqlite::{Row as SqlRow, params};

use super::sql;
use crate::family::lanes::datasource::{Datasource, Patch};
use crate::family::transaction::Snapshot;
use crate::names::{Address, Incarnation, Revision, Secret, Sequence, WallTime};
use reconverge_sim::store::Database;

/// The columns of a scenario as the family's patch.
pub fn patch(fields: &crate::scenario::Fields) -> Patch {
    Patch {
        label: fields.label.clone(),
        driver: fields.driver.clone(),
        config: fields.config.clone(),
        secret: fields.secret.clone(),
        active: fields.active,
        credentials_ref: fields.credentials_ref.clone(),
    }
}

/// The columns of a row by name, without the secret, for people.
pub fn columns(row: &Datasource) -> Vec<(&'static str, String)> {
    let mut columns = vec![
        ("label", row.label.clone()),
        ("driver", row.driver.clone()),
        ("config", row.config.clone()),
        ("active", row.active.to_string()),
    ];
    if let Some(reference) = &row.credentials_ref {
        columns.push(("credentials_ref", reference.clone()));
    }
    columns
}

/// Reads a row as it is now.
pub fn read(database: &mut Database, name: &str) -> rusqlite::Result<Option<Datasource>> {
    database.query_row(sql::ROW, params![name], decode)
}

/// Reads the tombstone that a deleted row left.
pub fn read_tombstone(database: &mut Database, name: &str) -> rusqlite::Result<Snapshot<Datasource>> {
    let tombstone = database.query_row(sql::TOMBSTONE, params![name], |row| {
        Ok(Snapshot { row: None, revision: Revision(row.get(0)?), written_at: WallTime(row.get(1)?) })
    })?;
    Ok(tombstone.unwrap_or_else(Snapshot::nothing))
}

/// Reads a row as it was after a commit.
pub fn read_past(
    database: &mut Database,
    name: &str,
    as_of: Sequence,
) -> rusqlite::Result<Snapshot<Datasource>> {
    let past = database.query_row(sql::PAST_ROW, params![name, as_of.0], |row| {
        if row.get(12)? {
            return decode(row).map(Snapshot::of);
        }
        Ok(Snapshot { row: None, revision: Revision(row.get(8)?), written_at: WallTime(row.get(10)?) })
    })?;
    Ok(past.unwrap_or_else(Snapshot::nothing))
}

/// Writes a row, and its secret where the row says that it is stored.
pub fn write(database: &mut Database, row: &Datasource, sequence: Sequence) -> rusqlite::Result<()> {
    let secret = row.secret.as_ref().map(Secret::expose);
    let own = match (&row.credentials_ref, secret) {
        (Some(reference), Some(secret)) => {
            database.execute(sql::SECRET_PUT, params![reference, secret])?;
            None
        }
        (_, secret) => secret,
    };
    let columns = params![
        row.name.as_str(),
        row.label,
        row.driver,
        row.config,
        own,
        row.active,
        row.code,
        row.credentials_ref,
        row.revision.0,
        row.incarnation.0,
        row.written_at.0,
        sequence.0
    ];
    database.execute(sql::PUT, columns)?;
    Ok(())
}

/// Decodes a row with its effective columns.
pub fn decode(row: &SqlRow<'_>) -> rusqlite::Result<Datasource> {
    Ok(Datasource {
        name: Address::from(row.get_ref(0)?.as_str()?),
        label: row.get(1)?,
        driver: row.get(2)?,
        config: row.get(3)?,
        secret: row.get_ref(4)?.as_str_or_null()?.map(Secret::from),
        active: row.get(5)?,
        code: row.get(6)?,
        credentials_ref: row.get(7)?,
        revision: Revision(row.get(8)?),
        incarnation: Incarnation(row.get(9)?),
        written_at: WallTime(row.get(10)?),
    })
}

/// The commit that wrote a decoded row.
pub fn sequence(row: &SqlRow<'_>) -> rusqlite::Result<Sequence> {
    row.get(11).map(Sequence)
}
