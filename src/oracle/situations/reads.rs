//! Reads of rows that are under way.
//!
//! A read is under way from when it was sent until its replica goes on with the answer, gives it up, or dies.
//! The answer's arrival is not recorded: the next event of the same work and address shows it. A read that
//! the store failed has nothing in its hand, and is over when it acted.

use crate::history::{Event, Seen, What};
use crate::names::{AddressId, Correlation, LifeId, ReplicaId, Work};

/// The reads that are under way.
#[derive(Default)]
pub struct Reads(Vec<Read>);

#[derive(Clone, Copy, PartialEq, Eq)]
struct Read {
    replica: ReplicaId,
    life: LifeId,
    address: AddressId,
    work: Work,
    attempt: u16,
}

impl Reads {
    /// Begins a read. Returns whether another one of this row is under way, on this replica or another.
    pub fn begin(&mut self, event: &Event, correlation: Correlation, address: AddressId) -> bool {
        let Correlation { work, attempt } = correlation;
        let read = Read { replica: event.replica, life: event.life, address, work, attempt };
        // An attempt before it of the same work has been given up.
        self.0.retain(|other| Read { attempt, ..*other } != read);
        let overlaps = self.is_any_of(address);
        self.0.push(read);
        overlaps
    }

    /// Takes note of an event by which reads end.
    pub fn note(&mut self, event: &Event) {
        if self.0.is_empty() {
            return;
        }
        match event.what {
            What::Read { correlation, address, seen: Seen::Unreadable, .. } => {
                let Correlation { work, attempt } = correlation;
                let (replica, life) = (event.replica, event.life);
                self.0.retain(|read| *read != Read { replica, life, address, work, attempt });
            }
            What::OpenBegan { correlation, address } => self.end(event, correlation.work, Some(address)),
            What::Kept { work, address, .. } => self.end(event, work, Some(address)),
            What::Installed { work, instance, .. } | What::Evicted { work, instance } => {
                self.end(event, work, Some(instance.address));
            }
            What::WriteSent { request } | What::Answered { request, .. } => {
                self.end(event, Work::Write(request), None);
            }
            What::Crashed | What::ShutDown => self.0.retain(|read| read.replica != event.replica),
            _ => {}
        }
    }

    /// Whether a read of this row is under way anywhere.
    pub fn is_any_of(&self, address: AddressId) -> bool {
        self.0.iter().any(|read| read.address == address)
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
