//! All tables together: the table of each service, the schema of the store, and where the statements of a table begin.
//!
//! This is the one place that knows which type holds the rows of a service.

use reconverge_sim::store::Database;

use super::row_table::RowTable;
use super::sql::TableStatements;
use super::{credential, datasource, metadatum};
use crate::names::Service;

/// Calls a generic function with the type of the rows of a service.
macro_rules! with_rows_of {
    ($service:expr, $row:ident => $call:expr) => {
        match $service {
            $crate::names::Service::Metadata => {
                type $row = $crate::family::lanes::metadata::Metadatum;
                $call
            }
            $crate::names::Service::Datasource => {
                type $row = $crate::family::lanes::datasource::Datasource;
                $call
            }
            $crate::names::Service::Credential => {
                type $row = $crate::family::lanes::credential::Credential;
                $call
            }
        }
    };
}

pub(super) use with_rows_of;

/// The tables of a service, and the statements on them.
const fn of(service: Service) -> (&'static str, &'static [&'static str]) {
    match service {
        Service::Metadata => (metadatum::SCHEMA, metadatum::STATEMENTS),
        Service::Datasource => (datasource::SCHEMA, datasource::STATEMENTS),
        Service::Credential => (credential::SCHEMA, credential::STATEMENTS),
    }
}

/// The table that all services share.
const SHARED_SCHEMA: &str = "
    CREATE TABLE tombstone (
        space TEXT NOT NULL, name TEXT NOT NULL, revision INTEGER NOT NULL, written_at INTEGER NOT NULL,
        PRIMARY KEY (space, name)
    ) WITHOUT ROWID;
";

/// The tombstone of a row.
pub const TOMBSTONE: usize = 0;
/// The tombstones of a space, in the order of the names.
pub const TOMBSTONES: usize = 1;
/// Writes a tombstone.
pub const TOMBSTONE_PUT: usize = 2;

/// The statements on the shared table. They stand before all others.
const SHARED: &[&str] = &[
    "SELECT revision, written_at FROM tombstone WHERE space = ?1 AND name = ?2",
    "SELECT name, revision, written_at FROM tombstone WHERE space = ?1 ORDER BY name",
    "INSERT INTO tombstone (space, name, revision, written_at) VALUES (?1, ?2, ?3, ?4) \
     ON CONFLICT (space, name) DO UPDATE SET revision = ?3, written_at = ?4",
];

/// Every statement, kept prepared beside the connection.
const STATEMENTS: &[&str] = &all::<{ first(Service::ALL.len()) }>();

/// Where the statements of a service begin, by the place of the service among all; behind the last, their number.
const fn first(place: usize) -> usize {
    let (mut at, mut first) = (0, SHARED.len());
    while at < place {
        first += of(Service::ALL[at]).1.len();
        at += 1;
    }
    first
}

const fn all<const COUNT: usize>() -> [&'static str; COUNT] {
    let mut all = [""; COUNT];
    let mut filled = 0;
    while filled < SHARED.len() {
        all[filled] = SHARED[filled];
        filled += 1;
    }
    let mut at = 0;
    while at < Service::ALL.len() {
        let statements = of(Service::ALL[at]).1;
        let mut number = 0;
        while number < statements.len() {
            all[filled] = statements[number];
            filled += 1;
            number += 1;
        }
        at += 1;
    }
    all
}

/// Opens an empty store with all tables.
///
/// # Errors
/// If SQLite fails.
pub fn open() -> rusqlite::Result<Database> {
    let own = Service::ALL.iter().map(|service| of(*service).0);
    let schema: String = own.chain([SHARED_SCHEMA]).collect();
    Database::open(&schema, STATEMENTS)
}

/// The statements of the table of this kind of row.
pub fn statements_of<R: RowTable>(database: &mut Database) -> TableStatements<'_> {
    TableStatements::new(database, const { first(R::SERVICE as usize) })
}
