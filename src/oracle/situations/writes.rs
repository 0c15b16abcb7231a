//! Writes on their way from the client to the commit and on to the signal.
//!
//! A transaction is under way from when it was sent until it acted, whatever became of its sender. A write has one
//! signal on each lane of its service.

use crate::history::Event;
use crate::names::{AddressId, Instant, Lane, LifeId, ReplicaId, RequestId, Verb};

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
    /// The lanes whose signals are not settled yet, a bit each.
    owed: u8,
}

/// What is known of a write's signals.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Signal {
    /// None has been sent, and none is due yet.
    None,
    /// Some are still to be sent.
    Due,
    /// Its writer died with signals still to be sent.
    CutShort,
    /// All reached the bus, or failed there; or its writer does not know that they are due.
    Settled,
}

impl Writes {
    /// Takes note of a request.
    pub fn request_record(&mut self, request: RequestId, address: AddressId, verb: Verb, lane: Option<Lane>) {
        let lanes = lane.into_iter().flat_map(|lane| lane.service().lanes());
        self.0.push(Write {
            request,
            address,
            verb,
            by: None,
            is_under_way: false,
            committed: None,
            answered: None,
            signal: Signal::None,
            owed: lanes.fold(0, |owed, lane| owed | bit(lane)),
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
            let is_due = is_announced && write.verb != Verb::Migrate && write.owed != 0;
            if is_due && write.signal == Signal::None {
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

    /// The signal of a write on a lane reached the bus, or failed there. Returns whether it was the last one of a write
    /// that was counted as cut short.
    pub fn publish(&mut self, request: RequestId, lane: Lane) -> bool {
        let Some(write) = self.get(request) else { return false };
        write.owed &= !bit(lane);
        write.owed == 0 && std::mem::replace(&mut write.signal, Signal::Settled) == Signal::CutShort
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

fn bit(lane: Lane) -> u8 {
    1 << lane as u8
}
