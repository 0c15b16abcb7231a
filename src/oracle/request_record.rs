//! A request as the history shows it: from the client to its commit, its signals and its answer.

use crate::history::Event;
use crate::names::{AddressId, Lane, LifeId, ReplicaId, RequestId, Verb};

/// One request, or one stray signal. Positions are indices of events.
#[derive(Clone, Copy, Debug)]
pub struct RequestRecord {
    pub request: RequestId,
    /// The replica of its first event: the one that serves it, or [`Event::OUTSIDE`] for a stray signal.
    pub replica: ReplicaId,
    /// The life of that replica.
    pub life: LifeId,
    /// What it is about, where the history says so. A write is about its row, whatever its signals name.
    pub address: AddressId,
    /// What it asks for; `None` if no client sent it.
    pub verb: Option<Verb>,
    /// When the client sent it to the door.
    pub requested: Option<usize>,
    /// When the door first sent its transaction.
    pub sent: Option<usize>,
    /// When that committed.
    pub committed: Option<usize>,
    /// When the transaction did not do what the request calls for.
    pub deviated: Option<usize>,
    /// When a precondition refused the transaction.
    pub refused: Option<usize>,
    /// When the store failed the transaction.
    pub failed: Option<usize>,
    /// When the store's answer was lost.
    pub answer_lost: Option<usize>,
    /// Its signals, by lane.
    signals: [SignalRecord; Lane::ALL.len()],
    /// When it was answered, and with which status.
    pub answered: Option<(usize, u16)>,
}

/// The signal of a request on one lane. Positions are indices of events.
#[derive(Clone, Copy, Debug, Default)]
pub struct SignalRecord {
    /// When it was first published.
    pub published: Option<usize>,
    /// When publishing it first failed.
    pub failed: Option<usize>,
    /// When it was published a second time.
    pub published_again: Option<usize>,
}

impl RequestRecord {
    /// The address of a request whose own event has not been read yet.
    const UNKNOWN: AddressId = AddressId(u16::MAX);

    fn new(request: RequestId, event: &Event) -> Self {
        Self {
            request,
            replica: event.replica,
            life: event.life,
            address: Self::UNKNOWN,
            verb: None,
            requested: None,
            sent: None,
            committed: None,
            deviated: None,
            refused: None,
            failed: None,
            answer_lost: None,
            signals: [SignalRecord::default(); Lane::ALL.len()],
            answered: None,
        }
    }

    /// Its signal on a lane.
    pub fn on(&self, lane: Lane) -> SignalRecord {
        self.signals[lane as usize]
    }

    /// Its signals on all lanes.
    pub fn signals(&self) -> impl Iterator<Item = &SignalRecord> {
        self.signals.iter()
    }

    /// The event at this position published its signal about an address on a lane, or failed to.
    pub fn publish(&mut self, at: usize, (address, lane): (AddressId, Lane), ok: bool) {
        // The request of a client has named its row already. A stray signal has no request but this one.
        if self.address == Self::UNKNOWN {
            self.address = address;
        }
        let signal = &mut self.signals[lane as usize];
        let slot = match (ok, signal.published) {
            (true, None) => &mut signal.published,
            (true, Some(_)) => &mut signal.published_again,
            (false, _) => &mut signal.failed,
        };
        *slot = slot.or(Some(at));
    }
}

/// The requests of a run, in the order in which they appeared.
#[derive(Clone, Debug, Default)]
pub struct RequestRecords(Vec<RequestRecord>);

impl RequestRecords {
    /// An empty list with room for the usual run.
    pub fn with_room() -> Self {
        Self(Vec::with_capacity(16))
    }

    pub fn iter(&self) -> impl Iterator<Item = &RequestRecord> {
        self.0.iter()
    }

    /// The record of a request.
    pub fn get(&self, request: RequestId) -> Option<&RequestRecord> {
        // From the end, because most look-ups are about a recent request.
        self.0.iter().rev().find(|record| record.request == request)
    }

    /// The record of a request, which begins with this event if there is none yet.
    pub fn entry(&mut self, request: RequestId, event: &Event) -> &mut RequestRecord {
        let known = self.0.iter().rposition(|record| record.request == request);
        let position = known.unwrap_or_else(|| {
            self.0.push(RequestRecord::new(request, event));
            self.0.len() - 1
        });
        &mut self.0[position]
    }
}
