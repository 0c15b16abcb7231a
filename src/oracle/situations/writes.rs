//! Writes on their way from the client to the commit and on to the signal.
//!
//! A transaction is under way from when it was sent until it acted, whatever became of its sender.

use crate::history::Event;
use crate::names::{AddressId, Instant, LifeId, ReplicaId, RequestId, Verb};

/// The writes of a run, in the order in which they were asked for.
#[derive(Default)]
pub struct Writes(Vec<Write>);

/// One write.
pub struct Write {
    request: RequestId,
    address: AddressId,
    verb: Verb,
    by: Option<(ReplicaId, LifeId)>,
    is_under_way: bool,
    committed: Option<usize>,
    /// Whether its signal is still to be sent.
    is_due: bool,
    is_published: bool,
    answered: Option<Instant>,
    /// Whether its writer died after the commit with the signal still to be sent.
    is_cut_short: bool,
}

impl Writes {
    /// Takes note of a request.
    pub fn ask(&mut self, request: RequestId, address: AddressId, verb: Verb) {
        self.0.push(Write {
            request,
            address,
            verb,
            by: None,
            is_under_way: false,
            committed: None,
            is_due: false,
            is_published: false,
            answered: None,
            is_cut_short: false,
        });
    }

    /// A transaction is sent. Returns whether another one on its row is under way.
    pub fn send(&mut self, event: &Event, request: RequestId) -> bool {
        let Some(at) = self.0.iter().rposition(|write| write.request == request) else { return false };
        let address = self.0[at].address;
        let overlaps = self.0.iter().any(|write| write.is_under_way && write.address == address);
        self.0[at].is_under_way = true;
        self.0[at].by = Some((event.replica, event.life));
        overlaps
    }

    /// A transaction acted; `committed` tells by which event, and whether the policy calls for a signal.
    pub fn act(&mut self, request: RequestId, committed: Option<(usize, bool)>) {
        let Some(write) = self.get(request) else { return };
        write.is_under_way = false;
        if let Some((event, is_announced)) = committed {
            write.committed = Some(event);
            write.is_due = is_announced && write.verb != Verb::Migrate && !write.is_published;
        }
    }

    /// The writer will not learn that it committed, or has a status for its client.
    pub fn settle(&mut self, event: &Event, request: RequestId) {
        if let Some(write) = self.get(request) {
            write.answered = Some(event.at);
        }
    }

    /// The answer to a transaction got lost, so that no signal is due any more.
    pub fn lose_answer(&mut self, request: RequestId) {
        if let Some(write) = self.get(request) {
            write.is_due = false;
        }
    }

    /// The signal of a write reached the bus, or failed there. Returns whether it was counted as cut short.
    pub fn publish(&mut self, request: RequestId) -> bool {
        self.get(request).is_some_and(|write| {
            (write.is_due, write.is_published) = (false, true);
            std::mem::take(&mut write.is_cut_short)
        })
    }

    /// The event by which a request committed.
    pub fn committed(&self, request: RequestId) -> Option<usize> {
        self.0.iter().rev().find(|write| write.request == request)?.committed
    }

    /// A life ends. Returns how many writes it leaves between commit and signal.
    pub fn die(&mut self, event: &Event) -> usize {
        let mut cut_short = 0;
        for write in &mut self.0 {
            // A door that answers at the instant of its commit may die at that very instant, about to publish.
            let in_time = write.answered.is_none_or(|answered| answered >= event.at);
            let own = write.by == Some((event.replica, event.life));
            if own && in_time && write.is_due && write.committed.is_some() && !write.is_cut_short {
                write.is_cut_short = true;
                cut_short += 1;
            }
        }
        cut_short
    }

    fn get(&mut self, request: RequestId) -> Option<&mut Write> {
        self.0.iter_mut().rev().find(|write| write.request == request)
    }
}
