//! Signals, and the order in which their copies arrive. A write has one signal on each lane of its service.

use crate::names::{AddressId, Lane, ReplicaId, RequestId};

/// The signals of a run, in the order in which they were published.
#[derive(Default)]
pub struct Signals(Vec<Signal>);

struct Signal {
    request: RequestId,
    lane: Lane,
    address: AddressId,
    /// The event that the signal announces: the commit or, for a signal without one, its publishing.
    announces: usize,
    /// The replicas at which a copy has arrived, a bit each.
    arrived_at: u64,
}

/// What the arrival of a copy means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Arrival {
    /// It is the first copy of its signal at this replica.
    First {
        /// Whether a signal about the same address that was published later has already arrived.
        is_overtaken: bool,
    },
    /// Another copy has arrived before.
    Again {
        address: AddressId,
        /// The event that the signal announces.
        announces: usize,
    },
}

impl Signals {
    /// A signal reaches the bus.
    pub fn publish(&mut self, (request, lane): (RequestId, Lane), address: AddressId, announces: usize) {
        if !self.0.iter().any(|signal| (signal.request, signal.lane) == (request, lane)) {
            self.0.push(Signal { request, lane, address, announces, arrived_at: 0 });
        }
    }

    /// A write commits. Its signals may have been published before that.
    pub fn commit(&mut self, request: RequestId, event: usize) {
        for signal in self.0.iter_mut().filter(|signal| signal.request == request) {
            signal.announces = event;
        }
    }

    /// A copy arrives at a replica. `None` if its signal was never published.
    pub fn arrive(&mut self, replica: ReplicaId, (request, lane): (RequestId, Lane)) -> Option<Arrival> {
        let bit = 1_u64.checked_shl(replica.0.into())?;
        let of_signal = |signal: &Signal| (signal.request, signal.lane) == (request, lane);
        let position = self.0.iter().rposition(of_signal)?;
        let signal = &mut self.0[position];
        let address = signal.address;
        if signal.arrived_at & bit != 0 {
            return Some(Arrival::Again { address, announces: signal.announces });
        }
        signal.arrived_at |= bit;
        let has_arrived = |later: &Signal| later.address == address && later.arrived_at & bit != 0;
        Some(Arrival::First { is_overtaken: self.0[position + 1..].iter().any(has_arrived) })
    }
}
