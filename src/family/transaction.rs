//! One write of the shared store, as data: preconditions and a change that act at one instant.
//!
//! Left out: the outbox row that a relay would publish from.

use crate::names::{Address, Revision, WallTime};

/// A row of some lane.
pub trait Record: Clone + 'static {
    /// What a write does to a row of this kind.
    type Change: 'static;

    /// The address of the row.
    fn address(&self) -> &Address;
    /// The revision of the row.
    fn revision(&self) -> Revision;
    /// When the row was last written, by the clock of the replica that served the write.
    fn written_at(&self) -> WallTime;
    /// Whether a replica should hold an instance of the row.
    fn is_active(&self) -> bool;
    /// The columns by name, without secrets, for people.
    fn columns(&self) -> Vec<(&'static str, String)>;
}

/// A write. It changes something only if all of its preconditions hold at the instant that it acts.
#[derive(Clone, Debug)]
pub struct Transaction<R: Record> {
    /// The row.
    pub address: Address,
    /// What must hold, in the order in which the store checks it. The first that fails is the answer.
    pub preconditions: &'static [Precondition],
    /// What is done.
    pub change: R::Change,
    /// When the door made the transaction, by its replica's clock.
    pub written_at: WallTime,
}

/// What a write demands of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Precondition {
    /// There is no row of that name.
    Absent,
    /// There is a row of that name.
    Present,
    /// The row, if there is one, is not marked as defined by code.
    NotCode,
    /// No object is bound to the row.
    Unbound,
    /// The entry of the secrets table that the secret moves to belongs to no other row.
    EntryFree,
}

/// What the store holds for an address at one instant: a row, or nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot<R> {
    /// The row; `None` if there is none.
    pub row: Option<R>,
    /// The revision of the row or of its tombstone; 0 if there is neither.
    pub revision: Revision,
    /// When the row or its tombstone was written; the earliest time if there is neither.
    pub written_at: WallTime,
}

impl<R: Record> Snapshot<R> {
    /// The snapshot of a row.
    pub fn of(row: R) -> Self {
        Self { revision: row.revision(), written_at: row.written_at(), row: Some(row) }
    }

    /// Neither a row nor a tombstone.
    pub fn absent() -> Self {
        Self { row: None, revision: Revision(0), written_at: WallTime(i64::MIN) }
    }
}

/// What a transaction did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Committed<R> {
    /// The row as it is after the commit, or its tombstone.
    pub now: Snapshot<R>,
    /// Whether the transaction created the row.
    pub created: bool,
}

/// Why a transaction changed nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// A precondition did not hold.
    Refused(Refusal),
    /// The store could not be read or written.
    Unavailable,
}

/// Which precondition did not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The row exists already.
    Exists,
    /// There is no such row.
    Missing,
    /// The row belongs to code.
    Code,
    /// Objects are bound to the row.
    Bound,
}

impl Refusal {
    /// The HTTP status of the answer to a write that was refused for this reason.
    pub fn status(self) -> u16 {
        match self {
            Self::Exists | Self::Bound => 409,
            Self::Missing => 404,
            Self::Code => 403,
        }
    }
}
