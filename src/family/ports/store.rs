//! The port to the shared store: transactions, reads and listings of rows.
//!
//! Left out: isolation between calls. A transaction acts at one instant, and so does each read.

use std::future::Future;

use crate::family::transaction::{Committed, Record, Snapshot, Transaction, WriteError};
use crate::names::{Address, Correlation};

/// The shared store, as one lane sees it: the rows of type `R`.
pub trait Store<R: Record> {
    /// Carries out one transaction, which acts at one instant or not at all.
    ///
    /// # Errors
    /// [`WriteError::Refused`] if a precondition does not hold at that instant; [`WriteError::Unavailable`] if the
    /// store failed. In both cases nothing was changed.
    fn write(
        &self,
        correlation: Correlation,
        transaction: Transaction<R>,
    ) -> impl Future<Output = Result<Committed<R>, WriteError>>;

    /// Reads one row.
    ///
    /// # Errors
    /// If the row cannot be read. The error does not say whether the row exists.
    fn read(
        &self,
        correlation: Correlation,
        source: Source,
        address: &Address,
    ) -> impl Future<Output = Result<Snapshot<R>, Unreadable>>;

    /// Reads all rows of a scope at one instant: the rows of a type for its listing, or all rows of the lane for a
    /// reconcile. The answer includes the tombstones that the store keeps.
    ///
    /// # Errors
    /// If they cannot be read.
    fn read_all(
        &self,
        correlation: Correlation,
        source: Source,
        scope: &Address,
    ) -> impl Future<Output = Result<Vec<(Address, Snapshot<R>)>, Unreadable>>;

    /// Lists the addresses of all rows.
    ///
    /// # Errors
    /// If they cannot be read.
    fn list(
        &self,
        correlation: Correlation,
        source: Source,
    ) -> impl Future<Output = Result<Vec<Address>, Unreadable>>;

    /// Lists all rows with their columns, which costs more than [`list`](Store::list).
    ///
    /// # Errors
    /// If they cannot be read.
    fn list_rows(
        &self,
        correlation: Correlation,
        source: Source,
    ) -> impl Future<Output = Result<Vec<R>, Unreadable>>;
}

/// Which copy of the rows answers a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The store itself, where transactions act.
    Primary,
    /// A copy that may lag behind the store. For one replica it never goes back in time.
    Replica,
}

/// The store could not answer a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;
