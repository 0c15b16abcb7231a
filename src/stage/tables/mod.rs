//! The tables of the shared store: schema, statements, binding and decoding.
//!
//! The simulator's store runs what stands here and knows no lane. A write is one transaction as data that
//! acts at one instant: preconditions, then the change, all or nothing. Sequences and incarnations are
//! positions in the store's one order of commits, whatever the table; so are revisions, unless the policy
//! `recreate` lets them count from 1 for each row.
//!
//! | file | part |
//! |---|---|
//! | `sql` | the statements that every table has, by their numbers |
//! | `row_table` | what a service supplies for the table of its rows |
//! | `metadatum`, `datasource`, `credential` | the table of one service each |
//! | this file | all tables together: which is whose, and where its statements begin |
//! | `reads` | reading and decoding rows, as they are and as they were |
//! | `versions` | row versions as the history knows them |
//! | `transaction` | a transaction at the instant at which it acts |
//! | `retention` | what is kept beside the rows, because a policy reads it |
//! | `given` | the rows before the first boot |
//! | `store` | all of it for one run |

mod credential;
mod datasource;
mod given;
mod metadatum;
mod reads;
mod retention;
mod row_table;
mod sql;
mod store;
mod transaction;
mod versions;

use reconverge_sim::store::Database;

pub use row_table::RowTable;
pub use store::{StoredRow, Tables};
pub use versions::opened_with;

use crate::names::Service;
use sql::TableStatements;

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

use with_rows_of;

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
