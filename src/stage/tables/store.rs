//! The tables of one run: what the store's port and the run itself ask of them.

use reconverge_sim::store::Database;
use reconverge_sim::{Micros, NodeId};
use rusqlite::params;

use super::reads::{self, address, decode};
use super::retention::Retention;
use super::row_table::RowTable;
use super::sql;
use super::transaction::{self, Abort};
use super::versions::version;
use super::{open, statements_of, with_rows_of};
use crate::family::transaction::{Committed, Snapshot, Transaction, WriteError};
use crate::history::Version;
use crate::names::{Address, Columns, Policies, Secret, Sequence, Service, Verb};

/// The tables of the shared store.
#[derive(Debug)]
pub struct Tables {
    pub(super) database: Database,
    pub(super) retention: Retention,
    /// The last of the commits that made the given rows, which were there before every replica of the rows.
    pub(super) given: Sequence,
}

/// A row at the end of a run.
pub struct StoredRow {
    /// Its address.
    pub address: Address,
    /// Its version.
    pub version: Version,
    /// Its columns for people, without secrets, if they are wanted.
    pub columns: Vec<(&'static str, String)>,
    /// The secret that an instance of it connects with.
    pub secret: Option<Secret>,
    /// Whether an instance could be built from it at all.
    pub is_well_formed: bool,
}

impl Tables {
    /// Opens an empty store.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn open() -> rusqlite::Result<Self> {
        Ok(Self { database: open()?, retention: Retention::default(), given: Sequence(0) })
    }

    /// Empties the store for the next run, under these policies.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn reset(&mut self, policies: &Policies) -> rusqlite::Result<()> {
        (self.retention, self.given) = (Retention::of(policies), Sequence(0));
        self.database.reset()
    }

    /// The last commit.
    pub fn sequence(&self) -> Sequence {
        Sequence(self.database.commits().last().map_or(0, |(sequence, _)| *sequence))
    }

    /// The last commit that a copy of the rows which lags so far behind shows to a reader. It never goes back
    /// for one reader.
    pub fn replicated(&mut self, now: Micros, lag: Micros, reader: NodeId) -> Sequence {
        self.given.max(Sequence(self.database.visible(now, lag, reader)))
    }

    /// Carries out a transaction at this instant. The version is that of the row, or of its tombstone.
    /// `count_error`: the bound objects cannot be counted.
    ///
    /// # Errors
    /// As [`Store::write`](crate::family::ports::Store::write).
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn write<R: RowTable>(
        &mut self,
        transaction: Transaction<R>,
        now: Micros,
        count_error: bool,
    ) -> Result<(Committed<R>, Version), WriteError> {
        let retention = self.retention;
        let act =
            |database: &mut Database| transaction::act(database, retention, transaction, now, count_error);
        self.database.transaction(act).map_err(|abort| match abort {
            Abort::Family(error) => error,
            Abort::Sql(error) => panic!("the store failed: {error}"),
        })
    }

    /// The status that a request calls for on the rows at this instant, by the protocol and not by what the
    /// family sends: whatever it checks or leaves unchecked.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn due<R: RowTable>(
        &mut self,
        verb: Verb,
        columns: &Columns,
        address: &Address,
        count_error: bool,
    ) -> u16 {
        transaction::due::<R>(&mut self.database, verb, columns, address, count_error)
            .expect("the store can be read")
    }

    /// Reads one row, as of a past commit if one is given.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn read<R: RowTable>(&mut self, address: &Address, past: Option<Sequence>) -> Snapshot<R> {
        self.try_read(address.as_str(), past).expect("the store can be read")
    }

    /// Lists the addresses of all rows of a kind, in order; as of a past commit if one is given.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn list<R: RowTable>(&mut self, past: Option<Sequence>) -> Vec<Address> {
        if past.is_some() {
            return self.list_rows::<R>(past).into_iter().map(|row| row.header().address).collect();
        }
        let mut addresses = Vec::new();
        let listed = statements_of::<R>(&mut self.database).query(sql::NAMES, [], |row| {
            addresses.push(address::<R>(row)?);
            Ok(())
        });
        listed.expect("the store can be read");
        addresses
    }

    /// Lists all rows of a kind in the order of their names; as of a past commit if one is given.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn list_rows<R: RowTable>(&mut self, past: Option<Sequence>) -> Vec<R> {
        let mut rows = Vec::new();
        let each = |row: &rusqlite::Row<'_>| {
            rows.push(decode(row)?);
            Ok(())
        };
        let mut table = statements_of::<R>(&mut self.database);
        let listed = match past {
            None => table.query(sql::ROWS, [], each),
            Some(as_of) => table.query(sql::PAST_ROWS, params![as_of.0], each),
        };
        listed.expect("the store can be read");
        rows
    }

    /// Reads all rows of a kind, and the tombstones that are kept; as of a past commit if one is given.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn read_all<R: RowTable>(&mut self, past: Option<Sequence>) -> Vec<(Address, Snapshot<R>)> {
        self.try_read_all(past).expect("the store can be read")
    }

    /// Every row of these services, in the order of the addresses; with its columns if they are wanted.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn stored(&mut self, services: &[Service], columns: bool) -> Vec<StoredRow> {
        let mut stored = Vec::new();
        for service in services {
            with_rows_of!(service, R => self.stored_of::<R>(columns, &mut stored));
        }
        stored
    }

    fn stored_of<R: RowTable>(&mut self, columns: bool, stored: &mut Vec<StoredRow>) {
        let listed = statements_of::<R>(&mut self.database).query(sql::ROWS, [], |row| {
            let record: R = decode(row)?;
            stored.push(StoredRow {
                version: version(&record, reads::sequence(row)?),
                columns: if columns { record.columns() } else { Vec::new() },
                secret: record.secret(),
                is_well_formed: record.is_well_formed(),
                address: record.header().address,
            });
            Ok(())
        });
        listed.expect("the store can be read");
    }

    fn try_read_all<R: RowTable>(
        &mut self,
        past: Option<Sequence>,
    ) -> rusqlite::Result<Vec<(Address, Snapshot<R>)>> {
        if let Some(as_of) = past {
            return reads::read_all_past(&mut self.database, as_of);
        }
        let mut found = Vec::new();
        statements_of::<R>(&mut self.database).query(sql::ROWS, [], |row| {
            let row: R = decode(row)?;
            found.push((row.header().address, Snapshot::of(row)));
            Ok(())
        })?;
        if self.retention.tombstones {
            reads::add_tombstones(&mut self.database, &mut found)?;
        }
        Ok(found)
    }

    fn try_read<R: RowTable>(&mut self, name: &str, past: Option<Sequence>) -> rusqlite::Result<Snapshot<R>> {
        if let Some(as_of) = past {
            return reads::read_past(&mut self.database, name, as_of);
        }
        match reads::read(&mut self.database, name)? {
            Some(row) => Ok(Snapshot::of(row)),
            None if self.retention.tombstones => reads::read_tombstone(&mut self.database, name),
            None => Ok(Snapshot::absent()),
        }
    }
}
