//! The statements that every table has, and the way to run the statements of one table.
//!
//! A row carries a `revision`; its `sequence` is the commit that wrote it and its `incarnation` the one that
//! created it, whatever revisions count. What every row has comes first, in one order for all tables; then the
//! columns that are the table's own. `tombstone` and the `…_past` tables are written only for policies that read
//! them.
//!
//! A table numbers its statements from 0: those that every table has, then its own. All statements of all tables stand
//! in one list, so that each is prepared once for each worker; [`TableStatements`] knows where those of a table begin.

use reconverge_sim::store::Database;
use rusqlite::{Params, Row as SqlRow};

/// One row by its name.
pub const ROW: usize = 0;
/// All rows, by name.
pub const ROWS: usize = 1;
/// All names, in order.
pub const NAMES: usize = 2;
/// Removes a row.
pub const DELETE: usize = 3;
/// Writes the present version of a row down.
pub const PAST_PUT: usize = 4;
/// Writes down that there is no row any more.
pub const PAST_GONE: usize = 5;
/// The version of a row as of a commit.
pub const PAST_ROW: usize = 6;
/// All rows as of a commit.
pub const PAST_ROWS: usize = 7;
/// All rows as of a commit, and those that were gone by then.
pub const PAST_ALL: usize = 8;
/// The first statement that is a table's own.
pub const OWN: usize = 9;

/// The statements that every table has, in the order of their numbers, then those that are given.
///
/// `own` are the table's own columns as they are read from `from`, in which the table is called `t`.
macro_rules! statements {
    (table $table:literal, own $own:literal, from $from:literal, $($more:expr),* $(,)?) => {
        &[
            concat!($crate::stage::tables::sql::select!($own, $from), " WHERE t.name = ?1"),
            concat!($crate::stage::tables::sql::select!($own, $from), " ORDER BY t.name"),
            concat!("SELECT name FROM ", $table, " ORDER BY name"),
            concat!("DELETE FROM ", $table, " WHERE name = ?1"),
            concat!(
                "INSERT INTO ", $table, "_past ",
                $crate::stage::tables::sql::select!($own, $from), " WHERE t.name = ?1"
            ),
            concat!(
                "INSERT INTO ", $table, "_past (name, revision, written_at, sequence, present) ",
                "VALUES (?1, ?2, ?3, ?4, 0)"
            ),
            concat!(
                "SELECT * FROM ", $table, "_past WHERE name = ?1 AND sequence <= ?2 ",
                "ORDER BY sequence DESC LIMIT 1"
            ),
            $crate::stage::tables::sql::past!($table, "present AND "),
            $crate::stage::tables::sql::past!($table, ""),
            $($more),*
        ]
    };
}

/// What is read of a row of the table `t`: what every row has, and that it is there, then its own columns.
macro_rules! select {
    ($own:literal, $from:literal) => {
        concat!(
            "SELECT t.name, t.revision, t.incarnation, t.written_at, t.sequence, 1, ",
            $own,
            " FROM ",
            $from
        )
    };
}

/// The latest version of each row as of a commit, of those that fit a condition.
macro_rules! past {
    ($table:literal, $which:literal) => {
        concat!(
            "SELECT * FROM ",
            $table,
            "_past p WHERE ",
            $which,
            "sequence = (SELECT max(sequence) FROM ",
            $table,
            "_past WHERE name = p.name AND sequence <= ?1) ORDER BY name"
        )
    };
}

pub(super) use {past, select, statements};

/// The statements of one table, by the table's own numbers.
pub struct TableStatements<'d> {
    database: &'d mut Database,
    first: usize,
}

impl<'d> TableStatements<'d> {
    /// The statements that begin at this place among all.
    pub fn new(database: &'d mut Database, first: usize) -> Self {
        Self { database, first }
    }

    /// Runs a statement that yields no rows; returns how many rows it changed.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn execute(&mut self, number: usize, params: impl Params) -> rusqlite::Result<usize> {
        self.database.execute(self.first + number, params)
    }

    /// Runs a statement and decodes its first row; `None` if there is none.
    ///
    /// # Errors
    /// If SQLite or the decoding fails.
    pub fn query_row<T>(
        &mut self,
        number: usize,
        params: impl Params,
        decode: impl FnOnce(&SqlRow<'_>) -> rusqlite::Result<T>,
    ) -> rusqlite::Result<Option<T>> {
        self.database.query_row(self.first + number, params, decode)
    }

    /// Runs a statement and hands each of its rows to `each`, in order.
    ///
    /// # Errors
    /// If SQLite or `each` fails, which ends it.
    pub fn query(
        &mut self,
        number: usize,
        params: impl Params,
        each: impl FnMut(&SqlRow<'_>) -> rusqlite::Result<()>,
    ) -> rusqlite::Result<()> {
        self.database.query(self.first + number, params, each)
    }

    /// Whether a statement that counts something counts any.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn counts_any(&mut self, number: usize, params: impl Params) -> rusqlite::Result<bool> {
        let count: Option<i64> = self.query_row(number, params, |row| row.get(0))?;
        Ok(count.unwrap_or(0) > 0)
    }
}
