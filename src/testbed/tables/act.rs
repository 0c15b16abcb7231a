//! A transaction at the instant at which it acts: preconditions, then the change, all or nothing.

use rusqlite::params;

use super::version::{tombstone, version};
use super::{Keeping, row, sql};
use crate::family::lanes::datasource::{Change, Datasource, Patch};
use crate::family::transaction::{Committed, Precondition, Refusal, Snapshot, Transaction, WriteError};
use crate::history::Version;
use crate::names::{Address, Incarnation, Recreate, Revision, Sequence, Verb, WallTime};
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
pub fn act(
    database: &mut Database,
    keeping: Keeping,
    transaction: Transaction<Datasource>,
    now: Micros,
    count_error: bool,
) -> Result<(Committed<Datasource>, Version), Abort> {
    let Transaction { address, preconditions, change, written_at } = transaction;
    let before = row::read(database, address.as_str())?;
    for precondition in preconditions {
        let refusal = match precondition {
            Precondition::Absent if before.is_some() => Refusal::Exists,
            Precondition::Present if before.is_none() => Refusal::Missing,
            Precondition::NotCode if before.as_ref().is_some_and(|row| row.code) => Refusal::Code,
            Precondition::Unbound if count_error => return Err(Abort::Family(WriteError::Unavailable)),
            Precondition::Unbound if is_bound(database, &address)? => Refusal::Bound,
            Precondition::EntryFree if is_taken(database, before.as_ref(), &change)? => Refusal::Exists,
            _ => continue,
        };
        return Err(Abort::Family(WriteError::Refused(refusal)));
    }
    let sequence = commit(database, now);
    let commit = Commit {
        revision: keeping.next_revision(before.as_ref(), sequence),
        incarnation: before.as_ref().map(|row| row.incarnation),
        address,
        sequence,
        written_at,
    };
    let acted = match change {
        Change::Put(patch) => {
            let mut row = before.unwrap_or_else(|| Datasource::new(commit.address.clone()));
            row.apply(patch);
            commit.put(database, row)?
        }
        Change::Migrate { reference } => commit.migrate(database, before, &reference)?,
        Change::Delete => {
            // The secret goes with its row: an entry of the secrets table belongs to one row.
            database.execute(sql::SECRET_DELETE, params![commit.address.as_str()])?;
            database.execute(sql::DELETE, params![commit.address.as_str()])?;
            commit.gone()
        }
    };
    keeping.keep(database, &commit.address, &acted)?;
    Ok(acted)
}

impl Commit {
    fn put(
        &self,
        database: &mut Database,
        row: Datasource,
    ) -> rusqlite::Result<(Committed<Datasource>, Version)> {
        let row = Datasource {
            revision: self.revision,
            incarnation: self.incarnation.unwrap_or(Incarnation(self.sequence.0)),
            written_at: self.written_at,
            ..row
        };
        row::write(database, &row, self.sequence)?;
        self.done(database)
    }

    /// Moves the secret; without a row there is nothing to move.
    fn migrate(
        &self,
        database: &mut Database,
        before: Option<Datasource>,
        reference: &str,
    ) -> rusqlite::Result<(Committed<Datasource>, Version)> {
        let Some(row) = before else { return Ok(self.gone()) };
        if let Some(secret) = row.secret {
            database.execute(sql::SECRET_PUT, params![reference, secret.expose()])?;
        }
        let columns =
            params![self.address.as_str(), reference, self.revision.0, self.written_at.0, self.sequence.0];
        database.execute(sql::MIGRATE, columns)?;
        self.done(database)
    }

    /// What was done to a row that is there now.
    fn done(&self, database: &mut Database) -> rusqlite::Result<(Committed<Datasource>, Version)> {
        let row = row::read(database, self.address.as_str())?.expect("the row was just written");
        let version = version(&row, self.sequence);
        Ok((Committed { now: Snapshot::of(row), created: self.incarnation.is_none() }, version))
    }

    /// What was done if there is no row now.
    fn gone(&self) -> (Committed<Datasource>, Version) {
        let now = Snapshot { row: None, revision: self.revision, written_at: self.written_at };
        let incarnation = self.incarnation.unwrap_or(Incarnation(0));
        let version = tombstone(self.sequence, self.revision, incarnation);
        (Committed { now, created: false }, version)
    }
}

impl Keeping {
    /// The revision that a commit gives to its row, or to the tombstone.
    pub fn next_revision(self, before: Option<&Datasource>, sequence: Sequence) -> Revision {
        match self.recreate {
            Recreate::NewIncarnation => Revision(sequence.0),
            Recreate::SameNameSameRow => Revision(before.map_or(0, |row| row.revision.0) + 1),
        }
    }

    /// Writes down what the policies will read of a commit beside the row.
    pub fn keep(
        self,
        database: &mut Database,
        address: &Address,
        (committed, version): &(Committed<Datasource>, Version),
    ) -> rusqlite::Result<()> {
        let Snapshot { row, revision, written_at } = &committed.now;
        let (name, is_gone) = (address.as_str(), row.is_none());
        if self.tombstones && is_gone {
            database.execute(sql::TOMBSTONE_PUT, params![name, revision.0, written_at.0])?;
        }
        if self.past && is_gone {
            let sequence = version.sequence.0;
            database.execute(sql::PAST_GONE, params![name, revision.0, written_at.0, sequence])?;
        } else if self.past {
            database.execute(sql::PAST_PUT, params![name])?;
        }
        Ok(())
    }
}

/// The position of the commit that is being made. Whatever follows in the transaction cannot be refused.
pub fn commit(database: &mut Database, now: Micros) -> Sequence {
    let sequence = database.next_sequence();
    database.committed(sequence, now);
    Sequence(sequence)
}

/// The status that a request calls for on the rows at this instant.
pub fn due(
    database: &mut Database,
    verb: Verb,
    patch: &Patch,
    address: &Address,
    count_error: bool,
) -> rusqlite::Result<u16> {
    let before = row::read(database, address.as_str())?;
    let entry = patch.credentials_ref.as_deref().unwrap_or_default();
    Ok(match (verb, &before) {
        (_, Some(row)) if row.code => 403,
        (Verb::Create, Some(_)) => 409,
        (Verb::Create | Verb::Put, None) => 201,
        (Verb::Update | Verb::Delete | Verb::Migrate, None) => 404,
        (Verb::Delete, Some(_)) if count_error => 503,
        (Verb::Delete, Some(_)) if is_bound(database, address)? => 409,
        (Verb::Migrate, Some(row)) if is_anothers(database, Some(row), entry)? => 409,
        (Verb::Put | Verb::Update | Verb::Delete | Verb::Migrate, Some(_)) => 200,
    })
}

/// Whether a change would move a secret onto an entry that another row has.
fn is_taken(database: &mut Database, before: Option<&Datasource>, change: &Change) -> rusqlite::Result<bool> {
    match change {
        Change::Migrate { reference } => is_anothers(database, before, reference),
        Change::Put(_) | Change::Delete => Ok(false),
    }
}

/// Whether an entry of the secrets table is there and is not this row's own.
fn is_anothers(database: &mut Database, row: Option<&Datasource>, entry: &str) -> rusqlite::Result<bool> {
    if row.and_then(|row| row.credentials_ref.as_deref()) == Some(entry) {
        return Ok(false);
    }
    let count: Option<i64> = database.query_row(sql::ENTRY, params![entry], |row| row.get(0))?;
    Ok(count.unwrap_or(0) > 0)
}

fn is_bound(database: &mut Database, address: &Address) -> Result<bool, rusqlite::Error> {
    let count: Option<i64> = database.query_row(sql::BOUND, params![address.as_str()], |row| row.get(0))?;
    Ok(count.unwrap_or(0) > 0)
}
