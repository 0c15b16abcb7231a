//! Reads of rows that are under way.
//!
//! A read is under way from when it was sent until its replica goes on with the answer, gives it up, or dies.
//! The answer's arrival is not recorded: the next event of the same work and address shows it. A read that
//! the store failed has nothing in its hand, and is over when it acted.

use super::rows::Rows;
use crate::history::{Event, EventKind, Seen};
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
    /// Begins a read. Returns whether another one of this row is under way, on this replica or another.
    pub fn begin(
        &mut self,
        event: &Event,
        correlation: Correlation,
        address: AddressId,
        rows: &Rows,
    ) -> bool {
        let Correlation { work, attempt } = correlation;
        let row = rows.read(address);
        let read = Read { replica: event.replica, life: event.life, address, row, work, attempt };
        // An attempt before it of the same work has been given up.
        self.0.retain(|other| Read { attempt, ..*other } != read);
        let overlaps = self.is_any_of(row);
        self.0.push(read);
        overlaps
    }

    /// Takes note of an event by which reads end.
    pub fn note(&mut self, event: &Event, rows: &Rows) {
        if self.0.is_empty() {
            return;
        }
        match event.kind {
            EventKind::Read { correlation, address, seen: Seen::Unreadable, .. } => {
                let Correlation { work, attempt } = correlation;
                let (replica, life, row) = (event.replica, event.life, rows.read(address));
                self.0.retain(|read| *read != Read { replica, life, address, row, work, attempt });
            }
            EventKind::OpenBegan { correlation, address } => {
                self.end(event, correlation.work, Some(rows.ends(address)));
            }
            EventKind::Kept { work, address, .. } => self.end(event, work, Some(rows.ends(address))),
            EventKind::Installed { work, instance, .. } | EventKind::Evicted { work, instance } => {
                self.end(event, work, Some(rows.ends(instance.address)));
            }
            EventKind::WriteSent { request } | EventKind::Answered { request, .. } => {
                self.end(event, Work::Write(request), None);
            }
            EventKind::Crashed | EventKind::ShutDown => self.0.retain(|read| read.replica != event.replica),
            _ => {}
        }
    }

    /// Whether a read of this row is under way anywhere.
    pub fn is_any_of(&self, row: AddressId) -> bool {
        self.0.iter().any(|read| read.row == row)
    }

    fn end(&mut self, event: &Event, work: Work, address: Option<AddressId>) {
        let ends = |read: &Read| {
            let of_row = address.is_none_or(|address| address == read.address);
            (read.replica, read.life, read.work) == (event.replica, event.life, work) && of_row
        };
        if let Some(at) = self.0.iter().rposition(ends) {
            self.0.swap_remove(at);
        }
    }
}
