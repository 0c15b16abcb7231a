//! The shared SQL store: one `SQLite` database in memory, which a worker keeps for all of its seeds.
//!
//! Opening a connection and preparing statements costs more than a whole run, so both are done once. Every run
//! happens inside a savepoint, and what it has written is undone by a rollback to it. On one connection nothing is
//! isolated, so a write is one [`Database::transaction`], which acts at one instant. Left out: latency and faults,
//! which the port call has that carries a statement, and what the tables mean.
//!
//! Invariant: after [`Database::reset`] the rows are those that the schema made, and the sequence begins anew.

mod commits;
mod prepared;

use std::fmt;

use rusqlite::{Connection, Params, Row};

use self::{
    commits::Commits,
    prepared::{Builtin, Prepared},
};
use crate::{key::NodeId, micros::Micros};

/// A database with its prepared statements, its sequence and its log of commits.
pub struct Database {
    prepared: Prepared,
    commits: Commits,
    sequence: u64,
}

impl Database {
    /// Opens a database in memory, creates its tables and prepares the statements. From then on a statement is named
    /// by its index.
    ///
    /// # Errors
    /// If the schema or a statement is not valid SQL.
    pub fn open(schema: &str, statements: &'static [&'static str]) -> Result<Self, rusqlite::Error> {
        let connection = Connection::open_in_memory()?;
        // The database need not survive its process. The journal is kept, in memory, because rollbacks need it.
        connection.execute_batch(
            "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY;",
        )?;
        connection.execute_batch(schema)?;
        let prepared = Prepared::new(connection, statements)?;
        let mut database = Self { prepared, commits: Commits::default(), sequence: 0 };
        database.prepared.run(Builtin::BeginRun)?;
        Ok(database)
    }

    /// Undoes everything that was written since the database was opened. Must be called before each run.
    ///
    /// # Errors
    /// If `SQLite` cannot roll back.
    pub fn reset(&mut self) -> Result<(), rusqlite::Error> {
        self.prepared.run(Builtin::ResetRun)?;
        self.commits.clear();
        self.sequence = 0;
        Ok(())
    }

    /// Runs a statement that yields no rows. Returns how many rows it changed.
    ///
    /// # Errors
    /// If `SQLite` refuses it, such as for a constraint.
    ///
    /// # Panics
    /// If there is no statement with this index.
    pub fn execute(&mut self, index: usize, params: impl Params) -> Result<usize, rusqlite::Error> {
        self.prepared.with(index, |statement| statement.execute(params))
    }

    /// Runs a statement and decodes its first row; `None` if there is none.
    ///
    /// # Errors
    /// If `SQLite` refuses it, or `decode` fails.
    ///
    /// # Panics
    /// If there is no statement with this index.
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

    /// Runs a statement and calls `each` for each of its rows, in order.
    ///
    /// # Errors
    /// If `SQLite` refuses it, or `each` fails. No further row is visited then.
    ///
    /// # Panics
    /// If there is no statement with this index.
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

    /// Runs one transaction: what `act` writes stays if `act` succeeds, and is undone if it fails. Transactions nest.
    /// If `act` panics, the transaction stays open until the next [`reset`](Self::reset).
    ///
    /// # Errors
    /// Those of `act`, and those of `SQLite`.
    pub fn transaction<T, E: From<rusqlite::Error>>(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        self.prepared.run(Builtin::Begin)?;
        let result = act(self);
        if result.is_err() {
            // A rollback to a savepoint keeps the savepoint, so it is released in either case.
            self.prepared.run(Builtin::Rollback)?;
        }
        self.prepared.run(Builtin::Release)?;
        result
    }

    /// The next number of the store-wide sequence, from 1. No number is used again in this run, not even after a
    /// rollback.
    pub fn next_sequence(&mut self) -> u64 {
        self.sequence += 1;
        self.sequence
    }

    /// Records that everything with a number up to `sequence` is committed at this instant. Neither `sequence` nor
    /// `now` may be below that of the commit before.
    pub fn record_commit(&mut self, sequence: u64, now: Micros) {
        self.commits.push(sequence, now);
    }

    /// The highest committed number that a source that lags by `lag` shows to this reader; 0 before the first commit.
    /// For one reader it never goes back, also if the lag grows.
    pub fn visible(&mut self, now: Micros, lag: Micros, reader: NodeId) -> u64 {
        self.commits.visible(now, lag, reader)
    }

    /// The commits of this run, in order: the highest number and the instant of each.
    pub fn commits(&self) -> &[(u64, Micros)] {
        self.commits.log()
    }

    /// The connection, for reads that have no prepared statement.
    pub fn connection(&self) -> &Connection {
        self.prepared.connection()
    }
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("sequence", &self.sequence).finish_non_exhaustive()
    }
}
