//! The tables of the shared store: schema, statements, binding and decoding.
//!
//! The simulator's store runs what stands here and knows no lane. A write is one transaction as data that
//! acts at one instant: preconditions, then the change, all or nothing. Sequences and incarnations are
//! positions in the store's one order of commits, whatever the table; so are revisions, unless the policy
//! `recreate` lets them count from 1 for each row. `table` says what a kind of row supplies, and one file for each
//! supplies it.

mod act;
mod credential;
mod datasource;
mod given;
mod metadatum;
mod retention;
mod sql;
mod table;
mod version;

use rusqlite::params;

use act::Abort;
pub use given::patch;
use retention::Retention;
pub use table::SqlTable;
pub use version::opened_with;
use version::version;

use crate::family::Patch;
use crate::family::lanes::credential::Credential;
use crate::family::lanes::datasource::Datasource;
use crate::family::lanes::metadata::Metadatum;
use crate::family::transaction::{Committed, Snapshot, Transaction, WriteError};
use crate::history::Version;
use crate::names::{Address, Policies, Secret, Sequence, Service, Verb};
use reconverge_sim::store::Database;
use reconverge_sim::{Micros, NodeId};

/// The tables of the shared store.
#[derive(Debug)]
pub struct Tables {
    database: Database,
    retention: Retention,
    /// The last of the commits that made the given rows, which were there before every replica of the rows.
    given: Sequence,
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
        let database = Database::open(sql::SCHEMA, sql::STATEMENTS)?;
        Ok(Self { database, retention: Retention::default(), given: Sequence(0) })
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
    pub fn write<R: SqlTable>(
        &mut self,
        transaction: Transaction<R>,
        now: Micros,
        count_error: bool,
    ) -> Result<(Committed<R>, Version), WriteError> {
        let retention = self.retention;
        let act = |database: &mut Database| act::act(database, retention, transaction, now, count_error);
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
    pub fn due<R: SqlTable>(
        &mut self,
        verb: Verb,
        patch: &Patch,
        address: &Address,
        count_error: bool,
    ) -> u16 {
        act::due::<R>(&mut self.database, verb, patch, address, count_error).expect("the store can be read")
    }

    /// Reads one row, as of a past commit if one is given.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn read<R: SqlTable>(&mut self, address: &Address, past: Option<Sequence>) -> Snapshot<R> {
        self.try_read(address.as_str(), past).expect("the store can be read")
    }

    /// Lists the addresses of all rows of a kind, in order; as of a past commit if one is given.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn list<R: SqlTable>(&mut self, past: Option<Sequence>) -> Vec<Address> {
        if past.is_some() {
            return self.list_rows::<R>(past).into_iter().map(|row| row.stamp().address).collect();
        }
        let mut addresses = Vec::new();
        let listed = self.database.query(R::SQL.names, [], |row| {
            addresses.push(Address::new(R::SPACE, row.get_ref(0)?.as_str()?));
            Ok(())
        });
        listed.expect("the store can be read");
        addresses
    }

    /// Lists all rows of a kind in the order of their names; as of a past commit if one is given.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn list_rows<R: SqlTable>(&mut self, past: Option<Sequence>) -> Vec<R> {
        let mut rows = Vec::new();
        let each = |row: &rusqlite::Row<'_>| {
            rows.push(table::decode(row)?);
            Ok(())
        };
        let listed = match past {
            None => self.database.query(R::SQL.rows, [], each),
            Some(as_of) => self.database.query(R::SQL.past_rows, params![as_of.0], each),
        };
        listed.expect("the store can be read");
        rows
    }

    /// Reads all rows of a kind, and the tombstones that are kept; as of a past commit if one is given.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn read_all<R: SqlTable>(&mut self, past: Option<Sequence>) -> Vec<(Address, Snapshot<R>)> {
        self.try_read_all(past).expect("the store can be read")
    }

    /// Every row of these services, in the order of the addresses; with its columns if they are wanted.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn left(&mut self, services: &[Service], columns: bool) -> Vec<StoredRow> {
        let mut left = Vec::new();
        for service in services {
            match service {
                Service::Metadata => self.left_of::<Metadatum>(columns, &mut left),
                Service::Datasource => self.left_of::<Datasource>(columns, &mut left),
                Service::Credential => self.left_of::<Credential>(columns, &mut left),
            }
        }
        left
    }

    fn left_of<R: SqlTable>(&mut self, columns: bool, left: &mut Vec<StoredRow>) {
        let listed = self.database.query(R::SQL.rows, [], |row| {
            let record: R = table::decode(row)?;
            left.push(StoredRow {
                version: version(&record, table::sequence(row)?),
                columns: if columns { record.columns() } else { Vec::new() },
                secret: record.secret(),
                is_well_formed: record.is_well_formed(),
                address: record.stamp().address,
            });
            Ok(())
        });
        listed.expect("the store can be read");
    }

    fn try_read_all<R: SqlTable>(
        &mut self,
        past: Option<Sequence>,
    ) -> rusqlite::Result<Vec<(Address, Snapshot<R>)>> {
        if let Some(as_of) = past {
            return table::read_all_past(&mut self.database, as_of);
        }
        let mut found = Vec::new();
        self.database.query(R::SQL.rows, [], |row| {
            let row: R = table::decode(row)?;
            found.push((row.stamp().address, Snapshot::of(row)));
            Ok(())
        })?;
        if self.retention.tombstones {
            table::add_tombstones(&mut self.database, &mut found)?;
        }
        Ok(found)
    }

    fn try_read<R: SqlTable>(&mut self, name: &str, past: Option<Sequence>) -> rusqlite::Result<Snapshot<R>> {
        if let Some(as_of) = past {
            return table::read_past(&mut self.database, name, as_of);
        }
        match table::read(&mut self.database, name)? {
            Some(row) => Ok(Snapshot::of(row)),
            None if self.retention.tombstones => table::read_tombstone(&mut self.database, name),
            None => Ok(Snapshot::nothing()),
        }
    }
}
