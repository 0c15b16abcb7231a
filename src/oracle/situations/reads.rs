//! Reads of rows that are under way.
//!
//! A read is under way from when it was sent until its replica goes on with the answer, gives the read up, or dies. The
//! arrival of the answer is not recorded; the next event of the same work and address shows it. A read that the store
//! failed brings no row and is over when it acts.

use super::rows::Rows;
use crate::history::Event;
use crate::names::{AddressId, Correlation, LifeId, ReplicaId, Work};

/// The reads that are under way.
#[derive(Default)]
pub struct Reads(Vec<Read>);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Read {
    replica: ReplicaId,
    life: LifeId,
    address: AddressId,
    row: AddressId,
    work: Work,
    attempt: u16,
}

impl Reads {
    /// Begins a read. Returns whether another read of this row is under way, on any replica.
    pub fn begin(
        &mut self,
        event: &Event,
        correlation: Correlation,
        address: AddressId,
        rows: &Rows,
    ) -> bool {
        let read = Read::of(event, correlation, address, rows);
        // The replica has given up an earlier attempt of the same work.
        self.0.retain(|other| Read { attempt: read.attempt, ..*other } != read);
        let overlaps = self.is_any_of(read.row);
        self.0.push(read);
        overlaps
    }

    /// Ends a read that the store failed.
    pub fn fail(&mut self, event: &Event, correlation: Correlation, address: AddressId, rows: &Rows) {
        let failed = Read::of(event, correlation, address, rows);
        self.0.retain(|read| *read != failed);
    }

    /// Ends the read of a piece of work, whose replica goes on with its answer at this address.
    pub fn end_at(&mut self, event: &Event, work: Work, address: AddressId, rows: &Rows) {
        if !self.0.is_empty() {
            self.end(event, work, Some(rows.read_address(address)));
        }
    }

    /// Ends the last read of a piece of work, whatever its address.
    pub fn end_any(&mut self, event: &Event, work: Work) {
        self.end(event, work, None);
    }

    /// Ends all reads of a replica whose life ends.
    pub fn end_all(&mut self, replica: ReplicaId) {
        self.0.retain(|read| read.replica != replica);
    }

    /// Whether a read of this row is under way on any replica.
    pub fn is_any_of(&self, row: AddressId) -> bool {
        self.0.iter().any(|read| read.row == row)
    }

    fn end(&mut self, event: &Event, work: Work, address: Option<AddressId>) {
        let ends = |read: &Read| {
            let is_of_address = address.is_none_or(|address| address == read.address);
            (read.replica, read.life, read.work) == (event.replica, event.life, work) && is_of_address
        };
        if let Some(position) = self.0.iter().rposition(ends) {
            self.0.swap_remove(position);
        }
    }
}

impl Read {
    fn of(event: &Event, correlation: Correlation, address: AddressId, rows: &Rows) -> Self {
        let Correlation { work, attempt } = correlation;
        Self { replica: event.replica, life: event.life, address, row: rows.read(address), work, attempt }
    }
}
