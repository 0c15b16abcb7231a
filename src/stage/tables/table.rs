//! What a lane's own table supplies, and what is done alike with all of them: reading, writing and decoding rows.

use std::collections::BTreeSet;

use rusqlite::{Row as SqlRow, params};

use super::sql::{self, TableSql};
use crate::family::Patch;
use crate::family::request::Patched;
use crate::family::transaction::Snapshot;
use crate::names::{Address, Incarnation, Revision, Secret, Sequence, Signature, Space, WallTime};
use reconverge_sim::store::Database;

/// A kind of row with a table of its own.
pub trait SqlTable: Patched + PartialEq {
    /// The space of its names.
    const SPACE: Space;
    /// Its statements.
    const SQL: TableSql;
    /// Whether every write changes what matters to an instance, or only one that changes a column that does.
    const EVERY_WRITE_MATTERS: bool = false;

    /// Decodes a row from what every row has and its own columns, which begin at [`OWN`].
    ///
    /// # Errors
    /// If SQLite fails.
    fn decode(stamp: RowHeader, row: &SqlRow<'_>) -> rusqlite::Result<Self>;

    /// Writes a row.
    ///
    /// # Errors
    /// If SQLite fails.
    fn write(&self, database: &mut Database, sequence: Sequence) -> rusqlite::Result<()>;

    /// What it has like every row.
    fn stamp(&self) -> RowHeader;

    /// Sets what it has like every row.
    fn set_stamp(&mut self, stamp: RowHeader);

    /// What a change does.
    fn act(change: &Self::Change) -> Act<'_>;

    /// The change that a request calls for.
    fn change(verb: crate::names::Verb, patch: Patch) -> Self::Change;

    /// A digest of what an instance of it connects with, or is made of.
    fn connection(&self) -> Signature;

    /// The secret that an instance of it connects with.
    fn secret(&self) -> Option<Secret>;

    /// Whether it is marked as defined by code.
    fn is_code(&self) -> bool {
        false
    }

    /// Whether an instance could be built from it at all.
    fn is_well_formed(&self) -> bool {
        true
    }

    /// Removes what belongs to the row of a name.
    ///
    /// # Errors
    /// If SQLite fails.
    fn forget(_: &mut Database, _name: &str) -> rusqlite::Result<()> {
        Ok(())
    }

    /// Moves the secret of a row to an entry of the secrets table.
    ///
    /// # Errors
    /// If SQLite fails.
    fn migrate(&self, _: &mut Database, _reference: &str, _: Sequence) -> rusqlite::Result<()> {
        Ok(())
    }

    /// Whether an entry of the secrets table is there and is not this row's own.
    ///
    /// # Errors
    /// If SQLite fails.
    fn is_anothers(_: &mut Database, _row: Option<&Self>, _entry: &str) -> rusqlite::Result<bool> {
        Ok(false)
    }
}

/// What every row has.
#[derive(Clone, Debug)]
pub struct RowHeader {
    /// Its address.
    pub address: Address,
    /// Its revision.
    pub revision: Revision,
    /// Which row of that name it is.
    pub incarnation: Incarnation,
    /// When it was last written, by the clock of the writer.
    pub written_at: WallTime,
}

/// What a change does to a row.
pub enum Act<'a> {
    /// Sets columns.
    Put(&'a Patch),
    /// Removes it.
    Delete,
    /// Moves its secret to this entry.
    Migrate(&'a str),
}

/// Where the columns begin that are a table's own.
pub const OWN: usize = 6;

/// Decodes a row.
pub fn decode<R: SqlTable>(row: &SqlRow<'_>) -> rusqlite::Result<R> {
    let stamp = RowHeader {
        address: Address::new(R::SPACE, row.get_ref(0)?.as_str()?),
        revision: Revision(row.get(1)?),
        incarnation: Incarnation(row.get(2)?),
        written_at: WallTime(row.get(3)?),
    };
    R::decode(stamp, row)
}

/// The commit that wrote a decoded row.
pub fn sequence(row: &SqlRow<'_>) -> rusqlite::Result<Sequence> {
    row.get(4).map(Sequence)
}

/// Reads a row as it is now.
pub fn read<R: SqlTable>(database: &mut Database, name: &str) -> rusqlite::Result<Option<R>> {
    database.query_row(R::SQL.row, params![name], decode)
}

/// Reads the tombstone that a deleted row left.
pub fn read_tombstone<R: SqlTable>(database: &mut Database, name: &str) -> rusqlite::Result<Snapshot<R>> {
    let tombstone = database.query_row(sql::TOMBSTONE, params![R::SPACE.word(), name], |row| {
        Ok(Snapshot { row: None, revision: Revision(row.get(0)?), written_at: WallTime(row.get(1)?) })
    })?;
    Ok(tombstone.unwrap_or_else(Snapshot::absent))
}

/// Reads a row as it was after a commit.
pub fn read_past<R: SqlTable>(
    database: &mut Database,
    name: &str,
    as_of: Sequence,
) -> rusqlite::Result<Snapshot<R>> {
    let past = database.query_row(R::SQL.past_row, params![name, as_of.0], decode_past)?;
    Ok(past.unwrap_or_else(Snapshot::absent))
}

/// Reads all rows as they were after a commit, and those that were gone by then.
pub fn read_all_past<R: SqlTable>(
    database: &mut Database,
    as_of: Sequence,
) -> rusqlite::Result<Vec<(Address, Snapshot<R>)>> {
    let mut found = Vec::new();
    database.query(R::SQL.past_all, params![as_of.0], |row| {
        found.push((Address::new(R::SPACE, row.get_ref(0)?.as_str()?), decode_past(row)?));
        Ok(())
    })?;
    Ok(found)
}

/// Adds the tombstones of the rows that are not there.
pub fn add_tombstones<R: SqlTable>(
    database: &mut Database,
    found: &mut Vec<(Address, Snapshot<R>)>,
) -> rusqlite::Result<()> {
    let present: BTreeSet<Address> = found.iter().map(|(address, _)| address.clone()).collect();
    database.query(sql::TOMBSTONES, params![R::SPACE.word()], |row| {
        let address = Address::new(R::SPACE, row.get_ref(0)?.as_str()?);
        let (revision, written_at) = (Revision(row.get(1)?), WallTime(row.get(2)?));
        if !present.contains(&address) {
            found.push((address, Snapshot { row: None, revision, written_at }));
        }
        Ok(())
    })
}

/// Decodes a version of a row, or what says that there was none.
fn decode_past<R: SqlTable>(row: &SqlRow<'_>) -> rusqlite::Result<Snapshot<R>> {
    if row.get(5)? {
        return decode(row).map(Snapshot::of);
    }
    Ok(Snapshot { row: None, revision: Revision(row.get(1)?), written_at: WallTime(row.get(3)?) })
}

impl<'a> Act<'a> {
    /// What a change of a row does that is only put and deleted.
    pub fn of(change: &'a crate::family::request::Change) -> Self {
        match change {
            crate::family::request::Change::Put(patch) => Self::Put(patch),
            crate::family::request::Change::Delete => Self::Delete,
        }
    }
}
