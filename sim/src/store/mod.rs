//! The shared SQL store: one `SQLite` database in memory, kept by a worker for all its seeds.
//!
//! Opening a connection and preparing statements costs more than a whole run, so both are done once; what a
//! run has written is undone by a rollback to the savepoint in which every run happens. On one connection
//! nothing is isolated: a write is one [`Database::transaction`] that acts at one instant. Left out: latency
//! and faults, which the call that carries a statement has, and what the tables mean.
//!
//! Invariant: after [`Database::reset`] the rows are those that the schema made, and sequences begin anew.

mod commits;
mod prepared;

use std::fmt;

use rusqlite::{Connection, Params, Row};

use self::{
    commits::Commits,
    prepared::{Own, Prepared},
};
use crate::{key::NodeId, micros::Micros};

/// A database with its prepared statements, its sequence and its log of commits.
pub struct Database {
    prepared: Prepared,
    commits: Commits,
    sequence: u64,
}

impl Database {
    /// Opens a database in memory, makes its tables and prepares the statements, which are named by their
    /// index from then on.
    ///
    /// # Errors
    /// When the schema or a statement is not valid SQL.
    pub fn open(schema: &str, statements: &'static [&'static str]) -> Result<Self, rusqlite::Error> {
        let connection = Connection::open_in_memory()?;
        connection.execute_batch(
            "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;",
        )?;
        connection.execute_batch(schema)?;
        let prepared = Prepared::new(connection, statements)?;
        let mut database = Self { prepared, commits: Commits::default(), sequence: 0 };
        database.prepared.run(Own::BeginRun)?;
        Ok(database)
    }

    /// Undoes all that was written since the database was opened; to be called before each run.
    ///
    /// # Errors
    /// When `SQLite` cannot roll back.
    pub fn reset(&mut self) -> Result<(), rusqlite::Error> {
        self.prepared.run(Own::ResetRun)?;
        self.commits.clear();
        self.sequence = 0;
        Ok(())
    }

    /// Runs a statement that yields no rows; returns how many rows it changed.
    ///
    /// # Errors
    /// When `SQLite` refuses it, such as for a constraint.
    ///
    /// # Panics
    /// When there is no statement of this index.
    pub fn execute(&mut self, index: usize, params: impl Params) -> Result<usize, rusqlite::Error> {
        self.prepared.with(index, |statement| statement.execute(params))
    }

    /// Runs a statement and decodes its first row; `None` when there is none.
    ///
    /// # Errors
    /// When `SQLite` refuses it or `decode` fails.
    ///
    /// # Panics
    /// When there is no statement of this index.
    pub fn query_row<T>(
        &mut self,
        index: usize,
        params: impl Params,
        decode: impl FnOnce(&Row<'_>) -> Result<T, rusqlite::Error>,
    ) -> Result<Option<T>, rusqlite::Error> {
        self.prepared.with(index, |statement| {
            let mut rows = statement.query(params)?;
            rows.next()?.map(decode).transpose()
        })
    }

    /// Runs a statement and hands each of its rows to `each`, in order.
    ///
    /// # Errors
    /// When `SQLite` refuses it or `each` fails, which ends it.
    ///
    /// # Panics
    /// When there is no statement of this index.
    pub fn query(
        &mut self,
        index: usize,
        params: impl Params,
        mut each: impl FnMut(&Row<'_>) -> Result<(), rusqlite::Error>,
    ) -> Result<(), rusqlite::Error> {
        self.prepared.with(index, |statement| {
            let mut rows = statement.query(params)?;
            while let Some(row) = rows.next()? {
                each(row)?;
            }
            Ok(())
        })
    }

    /// One transaction: what `act` writes stays if it succeeds, and is undone if it fails. Transactions nest.
    ///
    /// # Errors
    /// Those of `act`, and those of `SQLite`.
    pub fn transaction<T, E: From<rusqlite::Error>>(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        self.prepared.run(Own::Begin)?;
        let result = act(self);
        if result.is_err() {
            self.prepared.run(Own::Rollback)?;
        }
        self.prepared.run(Own::Release)?;
        result
    }

    /// A number of the store-wide sequence: 1 first, and never the same again in this run, not even after a
    /// rollback.
    pub fn next_sequence(&mut self) -> u64 {
        self.sequence += 1;
        self.sequence
    }

    /// Notes that what carries numbers up to `sequence` was committed now.
    pub fn committed(&mut self, sequence: u64, now: Micros) {
        self.commits.push(sequence, now);
    }

    /// The highest committed number that a source shows this reader which lags by `lag`; 0 before the first
    /// commit. For one reader it never goes back, also when the lag grows.
    pub fn visible(&mut self, now: Micros, lag: Micros, reader: NodeId) -> u64 {
        self.commits.visible(now, lag, reader)
    }

    /// The commits of this run in order: their highest number and their instant.
    pub fn commits(&self) -> &[(u64, Micros)] {
        self.commits.log()
    }

    /// The connection, to look at the rows in other ways than the prepared ones.
    pub fn connection(&self) -> &Connection {
        self.prepared.connection()
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("sequence", &self.sequence).finish_non_exhaustive()
    }
}
