//! Signals and the order in which their copies arrive. A write has one on each lane of its service.

use crate::names::{AddressId, Lane, ReplicaId, RequestId};

/// The signals of a run, in the order in which they were published.
#[derive(Default)]
pub struct Signals(Vec<Signal>);

struct Signal {
    request: RequestId,
    lane: Lane,
    address: AddressId,
    /// The event that it tells of: the commit, or the publishing of a signal without one.
    tells_of: usize,
    /// The replicas at which a copy has arrived, a bit each.
    arrived_at: u64,
}

/// What the arrival of a copy means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// It is the first of its signal.
    First {
        /// Whether a signal of the same name that was published later has arrived before it.
        is_overtaken: bool,
    },
    /// Another copy has arrived before.
    Again {
        /// What the signal is about, and the event that it tells of.
        about: (AddressId, usize),
    },
}

impl Signals {
    /// A signal reaches the bus.
    pub fn publish(&mut self, (request, lane): (RequestId, Lane), address: AddressId, tells_of: usize) {
        if !self.0.iter().any(|signal| (signal.request, signal.lane) == (request, lane)) {
            self.0.push(Signal { request, lane, address, tells_of, arrived_at: 0 });
        }
    }

    /// A write commits, whose signals may have been published before.
    pub fn commit(&mut self, request: RequestId, event: usize) {
        for signal in self.0.iter_mut().filter(|signal| signal.request == request) {
            signal.tells_of = event;
        }
    }

    /// A copy arrives. `None` if its signal was never published.
    pub fn arrive(&mut self, replica: ReplicaId, (request, lane): (RequestId, Lane)) -> Option<Arrival> {
        let bit = 1_u64.checked_shl(replica.0.into())?;
        let at = self.0.iter().rposition(|signal| (signal.request, signal.lane) == (request, lane))?;
        let address = self.0[at].address;
        if self.0[at].arrived_at & bit != 0 {
            return Some(Arrival::Again { about: (address, self.0[at].tells_of) });
        }
        self.0[at].arrived_at |= bit;
        let has_arrived = |signal: &Signal| signal.address == address && signal.arrived_at & bit != 0;
        Some(Arrival::First { is_overtaken: self.0[at + 1..].iter().any(has_arrived) })
    }
}
