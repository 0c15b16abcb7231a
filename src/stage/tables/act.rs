//! A transaction at the instant at which it acts: preconditions, then the change, all or nothing.

use rusqlite::params;

use super::retention::Retention;
use super::sql;
use super::table::{Act, RowHeader, SqlTable, read};
use super::version::{tombstone, version};
use crate::family::Patch;
use crate::family::transaction::{Committed, Precondition, Refusal, Snapshot, Transaction, WriteError};
use crate::history::Version;
use crate::names::{Address, Incarnation, Revision, Sequence, Verb, WallTime};
use reconverge_sim::Micros;
use reconverge_sim::store::Database;

/// What goes wrong in a transaction: what the family is told, or a fault of SQLite itself.
#[derive(Debug)]
pub enum Abort {
    Family(WriteError),
    Sql(rusqlite::Error),
}

impl From<rusqlite::Error> for Abort {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sql(error)
    }
}

/// The commit that is being made, and what stood under its address before.
struct Commit {
    address: Address,
    sequence: Sequence,
    written_at: WallTime,
    revision: Revision,
    incarnation: Option<Incarnation>,
}

/// Carries out a transaction. The version is that of the row, or of its tombstone.
pub fn act<R: SqlTable>(
    database: &mut Database,
    retention: Retention,
    transaction: Transaction<R>,
    now: Micros,
    count_error: bool,
) -> Result<(Committed<R>, Version), Abort> {
    let Transaction { address, preconditions, change, written_at } = transaction;
    let before: Option<R> = read(database, address.as_str())?;
    for precondition in preconditions {
        let refusal = match precondition {
            Precondition::Absent if before.is_some() => Refusal::Exists,
            Precondition::Present if before.is_none() => Refusal::Missing,
            Precondition::NotCode if before.as_ref().is_some_and(R::is_code) => Refusal::Code,
            Precondition::Unbound if count_error => return Err(Abort::Family(WriteError::Unavailable)),
            Precondition::Unbound if is_bound(database, &address)? => Refusal::Bound,
            Precondition::EntryFree if is_taken::<R>(database, before.as_ref(), &change)? => Refusal::Exists,
            _ => continue,
        };
        return Err(Abort::Family(WriteError::Refused(refusal)));
    }
    let sequence = commit(database, now);
    let commit = Commit {
        revision: retention.next_revision(before.as_ref(), sequence),
        incarnation: before.as_ref().map(|row| row.stamp().incarnation),
        address,
        sequence,
        written_at,
    };
    let acted = commit.change(database, before, &R::act(&change))?;
    retention.keep(database, &commit.address, &acted)?;
    Ok(acted)
}

impl Commit {
    fn change<R: SqlTable>(
        &self,
        database: &mut Database,
        before: Option<R>,
        act: &Act<'_>,
    ) -> rusqlite::Result<(Committed<R>, Version)> {
        match (act, before) {
            (Act::Put(patch), before) => {
                let mut row = before.unwrap_or_else(|| R::new(self.address.clone()));
                row.apply((*patch).clone());
                row.set_stamp(self.stamp());
                row.write(database, self.sequence)?;
                self.done(database)
            }
            (Act::Migrate(reference), Some(mut row)) => {
                row.set_stamp(self.stamp());
                row.migrate(database, reference, self.sequence)?;
                self.done(database)
            }
            // Without a row there is nothing to move.
            (Act::Migrate(_), None) => Ok(self.gone()),
            (Act::Delete, _) => {
                R::forget(database, self.address.as_str())?;
                database.execute(R::SQL.delete, params![self.address.as_str()])?;
                Ok(self.gone())
            }
        }
    }

    fn stamp(&self) -> RowHeader {
        RowHeader {
            address: self.address.clone(),
            revision: self.revision,
            incarnation: self.incarnation.unwrap_or(Incarnation(self.sequence.0)),
            written_at: self.written_at,
        }
    }

    /// What was done to a row that is there now.
    fn done<R: SqlTable>(&self, database: &mut Database) -> rusqlite::Result<(Committed<R>, Version)> {
        let row: R = read(database, self.address.as_str())?.expect("the row was just written");
        let version = version(&row, self.sequence);
        Ok((Committed { now: Snapshot::of(row), created: self.incarnation.is_none() }, version))
    }

    /// What was done if there is no row now.
    fn gone<R>(&self) -> (Committed<R>, Version) {
        let now = Snapshot { row: None, revision: self.revision, written_at: self.written_at };
        let incarnation = self.incarnation.unwrap_or(Incarnation(0));
        let version = tombstone(self.sequence, self.revision, incarnation);
        (Committed { now, created: false }, version)
    }
}

/// The position of the commit that is being made. Whatever follows in the transaction cannot be refused.
pub fn commit(database: &mut Database, now: Micros) -> Sequence {
    let sequence = database.next_sequence();
    database.committed(sequence, now);
    Sequence(sequence)
}

/// The status that a request calls for on the rows at this instant.
pub fn due<R: SqlTable>(
    database: &mut Database,
    verb: Verb,
    patch: &Patch,
    address: &Address,
    count_error: bool,
) -> rusqlite::Result<u16> {
    let before: Option<R> = read(database, address.as_str())?;
    let entry = patch.credentials_ref.as_deref().unwrap_or_default();
    Ok(match (verb, &before) {
        (_, Some(row)) if row.is_code() => 403,
        (Verb::Create, Some(_)) => 409,
        (Verb::Create | Verb::Put, None) => 201,
        (_, None) => 404,
        (Verb::Delete, Some(_)) if count_error => 503,
        (Verb::Delete, Some(_)) if is_bound(database, address)? => 409,
        (Verb::Migrate, Some(row)) if R::is_anothers(database, Some(row), entry)? => 409,
        (_, Some(_)) => 200,
    })
}

/// Whether a change would move a secret onto an entry that another row has.
fn is_taken<R: SqlTable>(
    database: &mut Database,
    before: Option<&R>,
    change: &R::Change,
) -> rusqlite::Result<bool> {
    match R::act(change) {
        Act::Migrate(reference) => R::is_anothers(database, before, reference),
        Act::Put(_) | Act::Delete => Ok(false),
    }
}

/// Whether objects are bound to a datasource.
fn is_bound(database: &mut Database, address: &Address) -> rusqlite::Result<bool> {
    if address.space() != crate::names::Space::Datasource {
        return Ok(false);
    }
    let count: Option<i64> = database.query_row(sql::BOUND, params![address.as_str()], |row| row.get(0))?;
    Ok(count.unwrap_or(0) > 0)
}
