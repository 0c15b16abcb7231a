//! Writes on their way from the client to the commit and on to their signals.
//!
//! A transaction is under way from when it was sent until it acts, even if its sender dies meanwhile. A write has one
//! signal on each lane of its service.

use crate::history::Event;
use crate::names::{AddressId, Instant, Lane, LifeId, ReplicaId, RequestId, Verb};

/// The requests of a run, in the order in which clients sent them.
#[derive(Default)]
pub struct Writes(Vec<Write>);

struct Write {
    request: RequestId,
    address: AddressId,
    verb: Verb,
    /// The replica and the life that sent the transaction.
    sender: Option<(ReplicaId, LifeId)>,
    is_under_way: bool,
    committed: Option<usize>,
    answered: Option<Instant>,
    publishing: Publishing,
    /// The lanes whose signals are still to be published, a bit each.
    unpublished: u8,
}

/// How far the publishing of a write's signals has come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Publishing {
    /// No signal is due yet.
    NotDue,
    /// The write has committed, and some signals are still to be published.
    Due,
    /// The writer died before it had published all signals.
    CutShort,
    /// All signals reached the bus or failed there, or the writer does not know that it committed.
    Done,
}

impl Writes {
    /// A client sends a request about an address of this lane.
    pub fn request(&mut self, request: RequestId, address: AddressId, verb: Verb, lane: Option<Lane>) {
        let lanes = lane.into_iter().flat_map(|lane| lane.service().lanes());
        self.0.push(Write {
            request,
            address,
            verb,
            sender: None,
            is_under_way: false,
            committed: None,
            answered: None,
            publishing: Publishing::NotDue,
            unpublished: lanes.fold(0, |lanes, lane| lanes | bit(lane)),
        });
    }

    /// A transaction is sent. Returns whether another transaction on its row is under way.
    pub fn send(&mut self, event: &Event, request: RequestId) -> bool {
        let Some(position) = self.0.iter().rposition(|write| write.request == request) else { return false };
        let address = self.0[position].address;
        let overlaps = self.0.iter().any(|write| write.is_under_way && write.address == address);
        self.0[position].is_under_way = true;
        self.0[position].sender = Some((event.replica, event.life));
        overlaps
    }

    /// A transaction acts and changes nothing.
    pub fn fail(&mut self, request: RequestId) {
        if let Some(write) = self.get(request) {
            write.is_under_way = false;
        }
    }

    /// A transaction commits by the event at this position; `is_published`: whether the policy calls for a signal.
    pub fn commit(&mut self, request: RequestId, event: usize, is_published: bool) {
        let Some(write) = self.get(request) else { return };
        write.is_under_way = false;
        write.committed = Some(event);
        let is_due = is_published && write.verb != Verb::Migrate && write.unpublished != 0;
        // The signals may have been published before the commit.
        if is_due && write.publishing == Publishing::NotDue {
            write.publishing = Publishing::Due;
        }
    }

    /// The door answers the client.
    pub fn answer(&mut self, event: &Event, request: RequestId) {
        if let Some(write) = self.get(request) {
            write.answered = Some(event.at);
        }
    }

    /// The store's answer to a transaction is lost: the writer will publish nothing.
    pub fn lose_answer(&mut self, request: RequestId) {
        if let Some(write) = self.get(request) {
            write.publishing = Publishing::Done;
        }
    }

    /// The signal of a write on a lane reaches the bus or fails there. Returns whether it completes a write that was
    /// counted as cut short.
    pub fn publish(&mut self, request: RequestId, lane: Lane) -> bool {
        let Some(write) = self.get(request) else { return false };
        write.unpublished &= !bit(lane);
        write.unpublished == 0
            && std::mem::replace(&mut write.publishing, Publishing::Done) == Publishing::CutShort
    }

    /// The event by which a request committed.
    pub fn committed(&self, request: RequestId) -> Option<usize> {
        self.0.iter().rev().find(|write| write.request == request)?.committed
    }

    /// A life ends. Returns how many of its writes have committed and are not completely published.
    pub fn end_life(&mut self, event: &Event) -> usize {
        let mut cut_short = 0;
        for write in &mut self.0 {
            // A door that answers at the instant of its commit may die at that same instant, before it publishes.
            let is_in_time = write.answered.is_none_or(|answered| answered >= event.at);
            let is_own = write.sender == Some((event.replica, event.life));
            if is_own && is_in_time && write.publishing == Publishing::Due {
                write.publishing = Publishing::CutShort;
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
