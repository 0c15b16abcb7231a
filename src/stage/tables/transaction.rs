//! A transaction at the instant at which it acts: preconditions, then the change, all or nothing.

use rusqlite::params;

use super::reads::read;
use super::retention::Retention;
use super::row_table::{Act, RowHeader, RowTable};
use super::sql;
use super::statements_of;
use super::versions::{tombstone, version};
use crate::family::transaction::{Committed, Precondition, Refusal, Snapshot, Transaction, WriteError};
use crate::history::Version;
use crate::names::{Address, Columns, Incarnation, Revision, Sequence, Verb, WallTime};
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
pub fn act<R: RowTable>(
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
            Precondition::Unbound if R::is_bound(&mut statements_of::<R>(database), address.as_str())? => {
                Refusal::Bound
            }
            Precondition::EntryFree if is_taken::<R>(database, before.as_ref(), &change)? => Refusal::Exists,
            Precondition::Absent
            | Precondition::Present
            | Precondition::NotCode
            | Precondition::Unbound
            | Precondition::EntryFree => continue,
        };
        return Err(Abort::Family(WriteError::Refused(refusal)));
    }
    let sequence = commit(database, now);
    let commit = Commit {
        revision: retention.next_revision(before.as_ref(), sequence),
        incarnation: before.as_ref().map(|row| row.header().incarnation),
        address,
        sequence,
        written_at,
    };
    let acted = commit.change(database, before, &R::act(&change))?;
    retention.keep(database, &commit.address, &acted)?;
    Ok(acted)
}

impl Commit {
    fn change<R: RowTable>(
        &self,
        database: &mut Database,
        before: Option<R>,
        act: &Act<'_>,
    ) -> rusqlite::Result<(Committed<R>, Version)> {
        match (act, before) {
            (Act::Put(columns), before) => {
                let mut row = before.unwrap_or_else(|| R::new(self.address.clone()));
                row.apply((*columns).clone());
                row.set_header(self.header());
                row.write(&mut statements_of::<R>(database), self.sequence)?;
                self.done(database)
            }
            (Act::Migrate(reference), Some(mut row)) => {
                row.set_header(self.header());
                row.migrate(&mut statements_of::<R>(database), reference, self.sequence)?;
                self.done(database)
            }
            // Without a row there is nothing to move.
            (Act::Migrate(_), None) => Ok(self.gone()),
            (Act::Delete, _) => {
                let mut table = statements_of::<R>(database);
                R::forget(&mut table, self.address.as_str())?;
                table.execute(sql::DELETE, params![self.address.as_str()])?;
                Ok(self.gone())
            }
        }
    }

    fn header(&self) -> RowHeader {
        RowHeader {
            address: self.address.clone(),
            revision: self.revision,
            incarnation: self.incarnation.unwrap_or(Incarnation(self.sequence.0)),
            written_at: self.written_at,
        }
    }

    /// What was done to a row that is there now.
    fn done<R: RowTable>(&self, database: &mut Database) -> rusqlite::Result<(Committed<R>, Version)> {
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
    database.record_commit(sequence, now);
    Sequence(sequence)
}

/// The status that a request calls for on the rows at this instant.
pub fn due<R: RowTable>(
    database: &mut Database,
    verb: Verb,
    columns: &Columns,
    address: &Address,
    count_error: bool,
) -> rusqlite::Result<u16> {
    let before: Option<R> = read(database, address.as_str())?;
    let entry = columns.credentials_ref.as_deref().unwrap_or_default();
    Ok(match (verb, &before) {
        (_, Some(row)) if row.is_code() => 403,
        (Verb::Create, Some(_)) => 409,
        (Verb::Create | Verb::Put, None) => 201,
        (_, None) => 404,
        (Verb::Delete, Some(_)) if count_error => 503,
        (Verb::Delete, Some(_)) if R::is_bound(&mut statements_of::<R>(database), address.as_str())? => 409,
        (Verb::Migrate, Some(row))
            if R::is_anothers(&mut statements_of::<R>(database), Some(row), entry)? =>
        {
            409
        }
        (_, Some(_)) => 200,
    })
}

/// Whether a change would move a secret onto an entry that another row has.
fn is_taken<R: RowTable>(
    database: &mut Database,
    before: Option<&R>,
    change: &R::Change,
) -> rusqlite::Result<bool> {
    match R::act(change) {
        Act::Migrate(reference) => R::is_anothers(&mut statements_of::<R>(database), before, reference),
        Act::Put(_) | Act::Delete => Ok(false),
    }
}
