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
    answered: Option<Instant>,
    signal: Signal,
}

/// What is known of a write's signal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signal {
    /// None has been sent, and none is due yet.
    None,
    /// It is still to be sent.
    Due,
    /// Its writer died with the signal still to be sent.
    CutShort,
    /// It reached the bus, or failed there; or its writer does not know that it is due.
    Settled,
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
            answered: None,
            signal: Signal::None,
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
            if is_announced && write.verb != Verb::Migrate && write.signal == Signal::None {
                write.signal = Signal::Due;
            }
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
            write.signal = Signal::Settled;
        }
    }

    /// The signal of a write reached the bus, or failed there. Returns whether it was counted as cut short.
    pub fn publish(&mut self, request: RequestId) -> bool {
        let write = self.get(request);
        write.is_some_and(|write| std::mem::replace(&mut write.signal, Signal::Settled) == Signal::CutShort)
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
            if own && in_time && write.signal == Signal::Due {
                write.signal = Signal::CutShort;
                cut_short += 1;
            }
        }
        cut_short
    }

    fn get(&mut self, request: RequestId) -> Option<&mut Write> {
        self.0.iter_mut().rev().find(|write| write.request == request)
    }
}
