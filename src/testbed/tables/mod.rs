//! The tables of the datasource lane: schema, statements, binding and decoding.
//!
//! The simulator's store runs what stands here and knows no lane. A write is one transaction as data that
//! acts at one instant: preconditions, then the change, all or nothing. Sequences and incarnations are
//! positions in the store's one order of commits; so are revisions, unless the policy `recreate` lets them
//! count from 1 for each row.

mod act;
mod row;
mod sql;
mod version;

use rusqlite::params;

use act::Abort;
pub use row::{columns, patch};
pub use version::connection_digest;
use version::version;

use crate::family::lanes::datasource::{Datasource, Patch};
use crate::family::transaction::{Committed, Snapshot, Transaction, WriteError};
use crate::history::Version;
use crate::names::{Address, Incarnation, Install, Policies, ReadFrom, Recreate, Sequence, Verb, WallTime};
use crate::scenario::RowSpec;
use reconverge_sim::store::Database;
use reconverge_sim::{Micros, NodeId};

/// The tables of the datasource lane in the shared store.
#[derive(Debug)]
pub struct Tables {
    database: Database,
    keeping: Keeping,
    /// The last of the commits that made the given rows, which were there before every replica of the rows.
    given: Sequence,
}

/// What the policies of a run need of the tables beside the rows. Nothing else is kept.
#[derive(Clone, Copy, Debug, Default)]
struct Keeping {
    /// The revisions of deleted rows.
    tombstones: bool,
    /// Every version of every row.
    past: bool,
    recreate: Recreate,
}

impl Keeping {
    fn of(policies: &Policies) -> Self {
        Self {
            tombstones: matches!(policies.install, Install::Version | Install::Clock),
            past: policies.read_from == ReadFrom::Replica,
            recreate: policies.recreate,
        }
    }
}

impl Tables {
    /// Opens an empty store.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn open() -> rusqlite::Result<Self> {
        let database = Database::open(sql::SCHEMA, sql::STATEMENTS)?;
        Ok(Self { database, keeping: Keeping::default(), given: Sequence(0) })
    }

    /// Empties the store for the next run, under these policies.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn reset(&mut self, policies: &Policies) -> rusqlite::Result<()> {
        (self.keeping, self.given) = (Keeping::of(policies), Sequence(0));
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

    /// Inserts a row that exists before the first boot.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn give(&mut self, row: &RowSpec) -> rusqlite::Result<Version> {
        let address = Address::from(row.name.as_str());
        for object in &row.bound {
            self.database.execute(sql::BIND, params![row.name, object])?;
        }
        let sequence = act::commit(&mut self.database, Micros(0));
        let mut record = Datasource::new(address);
        record.code = row.origin_code;
        record.apply(patch(&row.fields));
        record.revision = self.keeping.next_revision(None, sequence);
        record.incarnation = Incarnation(sequence.0);
        record.written_at = WallTime(0);
        row::write(&mut self.database, &record, sequence)?;
        let record = row::read(&mut self.database, &row.name)?.expect("the row was just written");
        let version = version(&record, sequence);
        let address = record.name.clone();
        let given = (Committed { now: Snapshot::of(record), created: true }, version);
        self.keeping.keep(&mut self.database, &address, &given)?;
        self.given = sequence;
        Ok(version)
    }

    /// Carries out a transaction at this instant. The version is that of the row, or of its tombstone.
    /// `count_error`: the bound objects cannot be counted.
    ///
    /// # Errors
    /// As [`Store::write`](crate::family::ports::Store::write).
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn write(
        &mut self,
        transaction: Transaction<Datasource>,
        now: Micros,
        count_error: bool,
    ) -> Result<(Committed<Datasource>, Version), WriteError> {
        let keeping = self.keeping;
        let act = |database: &mut Database| act::act(database, keeping, transaction, now, count_error);
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
    pub fn due(&mut self, verb: Verb, patch: &Patch, address: &Address, count_error: bool) -> u16 {
        act::due(&mut self.database, verb, patch, address, count_error).expect("the store can be read")
    }

    /// Reads one row, as of a past commit if one is given.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn read(&mut self, address: &Address, past: Option<Sequence>) -> Snapshot<Datasource> {
        self.try_read(address.as_str(), past).expect("the store can be read")
    }

    /// Lists the addresses of all rows, in order; as of a past commit if one is given.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn list(&mut self, past: Option<Sequence>) -> Vec<Address> {
        if past.is_some() {
            return self.list_rows(past).into_iter().map(|row| row.name).collect();
        }
        let mut addresses = Vec::new();
        let listed = self.database.query(sql::NAMES, [], |row| {
            addresses.push(Address::from(row.get_ref(0)?.as_str()?));
            Ok(())
        });
        listed.expect("the store can be read");
        addresses
    }

    /// Lists all rows in the order of their names; as of a past commit if one is given.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn list_rows(&mut self, past: Option<Sequence>) -> Vec<Datasource> {
        let mut rows = Vec::new();
        let each = |row: &rusqlite::Row<'_>| {
            rows.push(row::decode(row)?);
            Ok(())
        };
        let listed = match past {
            None => self.database.query(sql::ROWS, [], each),
            Some(as_of) => self.database.query(sql::PAST_ROWS, params![as_of.0], each),
        };
        listed.expect("the store can be read");
        rows
    }

    /// Every row with its version, in the order of the names.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn rows(&mut self) -> Vec<(Datasource, Version)> {
        let mut rows = Vec::new();
        let listed = self.database.query(sql::ROWS, [], |row| {
            let record = row::decode(row)?;
            let version = version(&record, row::sequence(row)?);
            rows.push((record, version));
            Ok(())
        });
        listed.expect("the store can be read");
        rows
    }

    fn try_read(&mut self, name: &str, past: Option<Sequence>) -> rusqlite::Result<Snapshot<Datasource>> {
        if let Some(as_of) = past {
            return row::read_past(&mut self.database, name, as_of);
        }
        match row::read(&mut self.database, name)? {
            Some(row) => Ok(Snapshot::of(row)),
            None if self.keeping.tombstones => row::read_tombstone(&mut self.database, name),
            None => Ok(Snapshot::nothing()),
        }
    }
}
