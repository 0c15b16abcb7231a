//! What a service supplies for the table of its rows.
//!
//! How rows are read and written stands in the table's own file; how the commits of a run keep them is the same for
//! all.

use rusqlite::Row as SqlRow;

use super::sql::TableStatements;
use crate::family::request::{Change, Writable};
use crate::names::{
    Address, Columns, Incarnation, Revision, Secret, Sequence, Service, Signature, Verb, WallTime,
};

/// A kind of row with a table of its own.
pub trait RowTable: Writable + PartialEq {
    /// The service whose rows these are.
    const SERVICE: Service;
    /// Whether every write changes what matters to an instance, or only one that changes a column that does.
    const EVERY_WRITE_MATTERS: bool = false;

    /// Decodes a row from what every row has and its own columns, which begin at [`OWN_COLUMNS`].
    ///
    /// # Errors
    /// If SQLite fails.
    fn decode(header: RowHeader, row: &SqlRow<'_>) -> rusqlite::Result<Self>;

    /// Writes a row.
    ///
    /// # Errors
    /// If SQLite fails.
    fn write(&self, table: &mut TableStatements<'_>, sequence: Sequence) -> rusqlite::Result<()>;

    /// What it has like every row.
    fn header(&self) -> RowHeader;

    /// Sets what it has like every row.
    fn set_header(&mut self, header: RowHeader);

    /// What a change does.
    fn act(change: &Self::Change) -> Act<'_>;

    /// The change that a request calls for.
    fn change(verb: Verb, columns: Columns) -> Self::Change;

    /// A digest of what an instance of it connects with, or is made of.
    fn connection(&self) -> Signature;

    /// The secret that an instance of it connects with.
    fn secret(&self) -> Option<Secret> {
        None
    }

    /// Whether it is marked as defined by code.
    fn is_code(&self) -> bool {
        false
    }

    /// Marks it as defined by code.
    fn mark_as_code(&mut self) {}

    /// Whether an instance could be built from it at all.
    fn is_well_formed(&self) -> bool {
        true
    }

    /// Binds an object to the row of a name.
    ///
    /// # Errors
    /// If SQLite fails.
    fn bind(_: &mut TableStatements<'_>, _name: &str, _object: &str) -> rusqlite::Result<()> {
        Ok(())
    }

    /// Whether objects are bound to the row of a name.
    ///
    /// # Errors
    /// If SQLite fails.
    fn is_bound(_: &mut TableStatements<'_>, _name: &str) -> rusqlite::Result<bool> {
        Ok(false)
    }

    /// Removes what belongs to the row of a name.
    ///
    /// # Errors
    /// If SQLite fails.
    fn forget(_: &mut TableStatements<'_>, _name: &str) -> rusqlite::Result<()> {
        Ok(())
    }

    /// Moves the secret of a row to an entry of the secrets table.
    ///
    /// # Errors
    /// If SQLite fails.
    fn migrate(&self, _: &mut TableStatements<'_>, _reference: &str, _: Sequence) -> rusqlite::Result<()> {
        Ok(())
    }

    /// Whether an entry of the secrets table is there and is not this row's own.
    ///
    /// # Errors
    /// If SQLite fails.
    fn is_anothers(_: &mut TableStatements<'_>, _row: Option<&Self>, _entry: &str) -> rusqlite::Result<bool> {
        Ok(false)
    }
}

/// What every row has.
#[derive(Clone, Debug)]
pub struct RowHeader {
    /// Its address.
    pub address: Address,
    /// Its revision.
    pub revision: Revision,
    /// Which row of that name it is.
    pub incarnation: Incarnation,
    /// When it was last written, by the clock of the writer.
    pub written_at: WallTime,
}

/// What a change does to a row.
pub enum Act<'a> {
    /// Sets columns.
    Put(&'a Columns),
    /// Removes it.
    Delete,
    /// Moves its secret to this entry.
    Migrate(&'a str),
}

/// Where the columns begin that are a table's own.
pub const OWN_COLUMNS: usize = 6;

/// The change that a request calls for, of a row that is only put and deleted.
pub fn put_or_delete(verb: Verb, columns: Columns) -> Change {
    match verb {
        Verb::Delete => Change::Delete,
        Verb::Create | Verb::Update | Verb::Put | Verb::Migrate | Verb::Read | Verb::List | Verb::Watch => {
            Change::Put(columns)
        }
    }
}

impl<'a> From<&'a Change> for Act<'a> {
    fn from(change: &'a Change) -> Self {
        match change {
            Change::Put(columns) => Self::Put(columns),
            Change::Delete => Self::Delete,
        }
    }
}
