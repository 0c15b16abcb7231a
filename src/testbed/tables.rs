//! The tables of the datasource lane: schema, statements, binding and decoding.
//!
//! The simulator's store runs what stands here and knows no lane. A write is one transaction as data that
//! acts at one instant: preconditions, then the change, all or nothing. Revisions and incarnations are
//! positions in the store's one sequence of commits.

use rusqlite::{Row as SqlRow, params};

use crate::family::lanes::datasource::{Change, Datasource, Patch};
use crate::family::transaction::{Committed, Precondition, Refusal, Transaction, WriteError};
use crate::history::{RowState, Version};
use crate::names::{Address, Incarnation, Revision, Secret, Sequence, Signature, short_hash};
use crate::scenario::RowSpec;
use reconverge_sim::Micros;
use reconverge_sim::store::Database;

/// The schema of the shared store.
pub const SCHEMA: &str = "
    CREATE TABLE datasource (
        name TEXT PRIMARY KEY, label TEXT NOT NULL, driver TEXT NOT NULL, config TEXT NOT NULL,
        secret TEXT, active INTEGER NOT NULL, code INTEGER NOT NULL, credentials_ref TEXT,
        revision INTEGER NOT NULL, incarnation INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE secret (reference TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE bound_object (
        datasource TEXT NOT NULL, object TEXT NOT NULL, PRIMARY KEY (datasource, object)
    ) WITHOUT ROWID;
";

macro_rules! effective {
    ($rest:literal) => {
        concat!(
            "SELECT d.name, d.label, d.driver, d.config, coalesce(s.value, d.secret), d.active, d.code, ",
            "d.credentials_ref, d.revision, d.incarnation ",
            "FROM datasource d LEFT JOIN secret s ON s.reference = d.credentials_ref ",
            $rest
        )
    };
}

const ROW: usize = 0;
const ROWS: usize = 1;
const NAMES: usize = 2;
const PUT: usize = 3;
const DELETE: usize = 4;
const BOUND: usize = 5;
const BIND: usize = 6;
const SECRET_PUT: usize = 7;
const MIGRATE: usize = 8;

/// The statements of the lane, kept prepared beside the connection.
pub const STATEMENTS: &[&str] = &[
    effective!("WHERE d.name = ?1"),
    effective!("ORDER BY d.name"),
    "SELECT name FROM datasource ORDER BY name",
    "INSERT INTO datasource (name, label, driver, config, secret, active, code, credentials_ref, revision, \
     incarnation) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (name) DO UPDATE SET \
     label = ?2, driver = ?3, config = ?4, secret = coalesce(?5, secret), active = ?6, \
     credentials_ref = ?8, revision = ?9",
    "DELETE FROM datasource WHERE name = ?1",
    "SELECT count(*) FROM bound_object WHERE datasource = ?1",
    "INSERT INTO bound_object (datasource, object) VALUES (?1, ?2)",
    "INSERT INTO secret (reference, value) VALUES (?1, ?2) ON CONFLICT (reference) DO UPDATE SET value = ?2",
    "UPDATE datasource SET secret = NULL, credentials_ref = ?2, revision = ?3 WHERE name = ?1",
];

/// What goes wrong in a transaction: what the family is told, or a fault of SQLite itself.
#[derive(Debug)]
enum Abort {
    Family(WriteError),
    Sql(rusqlite::Error),
}

impl From<rusqlite::Error> for Abort {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

/// The tables of the datasource lane in the shared store.
#[derive(Debug)]
pub struct Tables {
    database: Database,
}

impl Tables {
    /// Opens an empty store.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn open() -> rusqlite::Result<Self> {
        Ok(Self { database: Database::open(SCHEMA, STATEMENTS)? })
    }

    /// Empties the store for the next run.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn reset(&mut self) -> rusqlite::Result<()> {
        self.database.reset()
    }

    /// The last commit.
    pub fn sequence(&self) -> Sequence {
        Sequence(self.database.commits().last().map_or(0, |(sequence, _)| *sequence))
    }

    /// Inserts a row that exists before the first boot.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn give(&mut self, row: &RowSpec) -> rusqlite::Result<Version> {
        let address = Address::from(row.name.as_str());
        for object in &row.bound {
            self.database.execute(BIND, params![row.name, object])?;
        }
        let sequence = commit(&mut self.database, Micros(0));
        let mut record = Datasource::new(address);
        record.code = row.origin_code;
        record.apply(patch(&row.fields));
        write_row(&mut self.database, &record, sequence, true)?;
        let record = read_row(&mut self.database, &row.name)?.expect("the row was just written");
        Ok(version(&record, sequence))
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
        let result = self.database.transaction(|database| act(database, transaction, now, count_error));
        result.map_err(|abort| match abort {
            Abort::Family(error) => error,
            Abort::Sql(error) => panic!("the store failed: {error}"),
        })
    }

    /// Reads one row.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn read(&mut self, address: &Address) -> Option<Datasource> {
        read_row(&mut self.database, address.as_str()).expect("the store can be read")
    }

    /// Lists the addresses of all rows, in order.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn list(&mut self) -> Vec<Address> {
        let mut addresses = Vec::new();
        let listed = self.database.query(NAMES, [], |row| {
            addresses.push(Address::from(row.get_ref(0)?.as_str()?));
            Ok(())
        });
        listed.expect("the store can be read");
        addresses
    }

    /// Every row with its version, in the order of the names.
    ///
    /// # Panics
    /// If SQLite itself fails, which is a fault of the testbed.
    pub fn rows(&mut self) -> Vec<(Datasource, Version)> {
        let mut rows = Vec::new();
        let listed = self.database.query(ROWS, [], |row| {
            let record = decode(row)?;
            let sequence = Sequence(record.revision.0);
            let version = version(&record, sequence.0);
            rows.push((record, version));
            Ok(())
        });
        listed.expect("the store can be read");
        rows
    }
}

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

fn act(
    database: &mut Database,
    transaction: Transaction<Datasource>,
    now: Micros,
    count_error: bool,
) -> Result<(Committed<Datasource>, Version), Abort> {
    let Transaction { address, preconditions, change } = transaction;
    let before = read_row(database, address.as_str())?;
    for precondition in preconditions {
        let refusal = match precondition {
            Precondition::Absent if before.is_some() => Refusal::Exists,
            Precondition::Present if before.is_none() => Refusal::Missing,
            Precondition::NotCode if before.as_ref().is_some_and(|row| row.code) => Refusal::Code,
            Precondition::Unbound if count_error => return Err(Abort::Family(WriteError::Unavailable)),
            Precondition::Unbound if is_bound(database, &address)? => Refusal::Bound,
            _ => continue,
        };
        return Err(Abort::Family(WriteError::Refused(refusal)));
    }
    let sequence = commit(database, now);
    let created = before.is_none();
    match change {
        Change::Delete => {
            database.execute(DELETE, params![address.as_str()])?;
            let incarnation = before.map_or(Incarnation(0), |row| row.incarnation);
            return Ok((Committed { row: None, created: false }, tombstone(sequence, incarnation)));
        }
        Change::Put(patch) => {
            let mut row = before.unwrap_or_else(|| Datasource::new(address.clone()));
            row.apply(patch);
            write_row(database, &row, sequence, created)?;
        }
        Change::Migrate { reference } => {
            if let Some(secret) = before.and_then(|row| row.secret) {
                database.execute(SECRET_PUT, params![reference, secret.expose()])?;
            }
            database.execute(MIGRATE, params![address.as_str(), reference, sequence])?;
        }
    }
    let row = read_row(database, address.as_str())?.expect("the row was just written");
    let version = version(&row, sequence);
    Ok((Committed { row: Some(row), created }, version))
}

/// The position of the commit that is being made. Whatever follows in the transaction cannot be refused.
fn commit(database: &mut Database, now: Micros) -> u64 {
    let sequence = database.next_sequence();
    database.committed(sequence, now);
    sequence
}

fn is_bound(database: &mut Database, address: &Address) -> Result<bool, rusqlite::Error> {
    let count: Option<i64> = database.query_row(BOUND, params![address.as_str()], |row| row.get(0))?;
    Ok(count.unwrap_or(0) > 0)
}

fn read_row(database: &mut Database, name: &str) -> rusqlite::Result<Option<Datasource>> {
    database.query_row(ROW, params![name], decode)
}

/// Writes a row, and its secret where the row says that it is stored.
fn write_row(
    database: &mut Database,
    row: &Datasource,
    sequence: u64,
    created: bool,
) -> rusqlite::Result<()> {
    let secret = row.secret.as_ref().map(Secret::expose);
    let own = match (&row.credentials_ref, secret) {
        (Some(reference), Some(secret)) => {
            database.execute(SECRET_PUT, params![reference, secret])?;
            None
        }
        (_, secret) => secret,
    };
    let incarnation = if created { sequence } else { row.incarnation.0 };
    let (name, label) = (row.name.as_str(), &row.label);
    let columns = params![
        name,
        label,
        row.driver,
        row.config,
        own,
        row.active,
        row.code,
        row.credentials_ref,
        sequence,
        incarnation
    ];
    database.execute(PUT, columns)?;
    Ok(())
}

fn decode(row: &SqlRow<'_>) -> rusqlite::Result<Datasource> {
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
    })
}

fn version(row: &Datasource, sequence: u64) -> Version {
    Version {
        sequence: Sequence(sequence),
        revision: row.revision,
        incarnation: row.incarnation,
        signature: truth(row),
        state: if row.active { RowState::Active } else { RowState::Inactive },
    }
}

fn tombstone(sequence: u64, incarnation: Incarnation) -> Version {
    Version {
        sequence: Sequence(sequence),
        revision: Revision(sequence),
        incarnation,
        signature: Signature(0),
        state: RowState::Absent,
    }
}

/// What the oracles compare by: a digest of what a pool depends on, made from the stored columns here and
/// not by the family's own function, so that a wrong signature there shows.
fn truth(row: &Datasource) -> Signature {
    let mut hasher = blake3::Hasher::new();
    let secret = row.secret.as_ref().map_or("", Secret::expose);
    for text in [row.driver.as_str(), row.config.as_str(), secret] {
        hasher.update(text.as_bytes()).update(&[0xff]);
    }
    hasher.update(&[u8::from(row.active), u8::from(row.secret.is_some())]);
    hasher.update(&row.incarnation.0.to_le_bytes());
    Signature(short_hash(hasher.finalize().as_bytes()))
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
