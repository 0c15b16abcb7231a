//! Reading and decoding rows: as they are, as they were after a commit, and the tombstones of deleted ones.

use std::collections::BTreeSet;

use reconverge_sim::store::Database;
use rusqlite::{Row as SqlRow, params};

use super::row_table::{RowHeader, RowTable};
use super::sql;
use super::{TOMBSTONE, TOMBSTONES, statements_of};
use crate::family::transaction::Snapshot;
use crate::names::{Address, Incarnation, Revision, Sequence, Space, WallTime};

/// The space of the names of such rows.
pub fn space_of<R: RowTable>() -> Space {
    R::SERVICE.rows()
}

/// Decodes a row.
pub fn decode<R: RowTable>(row: &SqlRow<'_>) -> rusqlite::Result<R> {
    let header = RowHeader {
        address: address::<R>(row)?,
        revision: Revision(row.get(1)?),
        incarnation: Incarnation(row.get(2)?),
        written_at: WallTime(row.get(3)?),
    };
    R::decode(header, row)
}

/// The address of a row, of which the name comes first.
pub fn address<R: RowTable>(row: &SqlRow<'_>) -> rusqlite::Result<Address> {
    Ok(Address::new(space_of::<R>(), row.get_ref(0)?.as_str()?))
}

/// The commit that wrote a decoded row.
pub fn sequence(row: &SqlRow<'_>) -> rusqlite::Result<Sequence> {
    row.get(4).map(Sequence)
}

/// Reads a row as it is now.
pub fn read<R: RowTable>(database: &mut Database, name: &str) -> rusqlite::Result<Option<R>> {
    statements_of::<R>(database).query_row(sql::ROW, params![name], decode)
}

/// Reads the tombstone that a deleted row left.
pub fn read_tombstone<R: RowTable>(database: &mut Database, name: &str) -> rusqlite::Result<Snapshot<R>> {
    let tombstone = database.query_row(TOMBSTONE, params![space_of::<R>().word(), name], |row| {
        Ok(Snapshot { row: None, revision: Revision(row.get(0)?), written_at: WallTime(row.get(1)?) })
    })?;
    Ok(tombstone.unwrap_or_else(Snapshot::absent))
}

/// Reads a row as it was after a commit.
pub fn read_past<R: RowTable>(
    database: &mut Database,
    name: &str,
    as_of: Sequence,
) -> rusqlite::Result<Snapshot<R>> {
    let mut table = statements_of::<R>(database);
    let past = table.query_row(sql::PAST_ROW, params![name, as_of.0], decode_past)?;
    Ok(past.unwrap_or_else(Snapshot::absent))
}

/// Reads all rows as they were after a commit, and those that were gone by then.
pub fn read_all_past<R: RowTable>(
    database: &mut Database,
    as_of: Sequence,
) -> rusqlite::Result<Vec<(Address, Snapshot<R>)>> {
    let mut found = Vec::new();
    statements_of::<R>(database).query(sql::PAST_ALL, params![as_of.0], |row| {
        found.push((address::<R>(row)?, decode_past(row)?));
        Ok(())
    })?;
    Ok(found)
}

/// Adds the tombstones of the rows that are not there.
pub fn add_tombstones<R: RowTable>(
    database: &mut Database,
    found: &mut Vec<(Address, Snapshot<R>)>,
) -> rusqlite::Result<()> {
    let present: BTreeSet<Address> = found.iter().map(|(address, _)| address.clone()).collect();
    database.query(TOMBSTONES, params![space_of::<R>().word()], |row| {
        let address = address::<R>(row)?;
        let (revision, written_at) = (Revision(row.get(1)?), WallTime(row.get(2)?));
        if !present.contains(&address) {
            found.push((address, Snapshot { row: None, revision, written_at }));
        }
        Ok(())
    })
}

/// Decodes a version of a row, or what says that there was none.
fn decode_past<R: RowTable>(row: &SqlRow<'_>) -> rusqlite::Result<Snapshot<R>> {
    if row.get(5)? {
        return decode(row).map(Snapshot::of);
    }
    Ok(Snapshot { row: None, revision: Revision(row.get(1)?), written_at: WallTime(row.get(3)?) })
}
