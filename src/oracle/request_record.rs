//! A request as the history shows it: from the client to its commit, its signal and its answer.

use super::entry_layout::EntryLayout;
use crate::history::{Event, EventKind};
use crate::names::{AddressId, Lane, LifeId, ReplicaId, RequestId, Verb};

/// One request, or one stray signal. Positions are indices of events.
#[derive(Clone, Copy, Debug)]
pub struct RequestRecord {
    /// Its identity.
    pub request: RequestId,
    /// The replica that serves it; [`Event::OUTSIDE`] for a stray signal and a given row.
    pub replica: ReplicaId,
    /// The life of that replica.
    pub life: LifeId,
    /// What it is about, where the history says; a write is about its row, whatever its signals name.
    pub address: AddressId,
    /// What it asks for; `None` if no client asked.
    pub verb: Option<Verb>,
    /// When it was sent to the door.
    pub requested: Option<usize>,
    /// When the door first sent its transaction.
    pub sent: Option<usize>,
    /// When that committed.
    pub committed: Option<usize>,
    /// When it turned out to act otherwise than was asked.
    pub deviated: Option<usize>,
    /// When a precondition refused it.
    pub refused: Option<usize>,
    /// When the store failed it.
    pub failed: Option<usize>,
    /// When the store's answer got lost.
    pub answer_lost: Option<usize>,
    /// Its signals, by lane.
    signals: [Signal; Lane::ALL.len()],
    /// When it was answered, and how.
    pub answered: Option<(usize, u16)>,
}

/// The signal of a request on one lane. Positions are indices of events.
#[derive(Clone, Copy, Debug, Default)]
pub struct Signal {
    /// When it was first published.
    pub published: Option<usize>,
    /// When publishing it first failed.
    pub failed: Option<usize>,
    /// When it was published a second time.
    pub again: Option<usize>,
}

impl RequestRecord {
    const NOWHERE: AddressId = AddressId(u16::MAX);

    /// Nothing is known yet.
    fn new(request: RequestId, event: &Event) -> Self {
        Self {
            request,
            replica: event.replica,
            life: event.life,
            address: Self::NOWHERE,
            verb: None,
            requested: None,
            sent: None,
            committed: None,
            deviated: None,
            refused: None,
            failed: None,
            answer_lost: None,
            signals: [Signal::default(); Lane::ALL.len()],
            answered: None,
        }
    }

    /// Its signal on a lane.
    pub fn on(&self, lane: Lane) -> Signal {
        self.signals[lane as usize]
    }

    /// Its signals on all lanes.
    pub fn signals(&self) -> impl Iterator<Item = &Signal> {
        self.signals.iter()
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

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &RequestRecord> {
        self.0.iter()
    }

    /// One of them. The last ones are looked at first, for those are asked for most.
    pub fn get(&self, request: RequestId) -> Option<&RequestRecord> {
        self.0.iter().rev().find(|request_record| request_record.request == request)
    }

    fn entry(&mut self, request: RequestId, event: &Event) -> &mut RequestRecord {
        let known = self.0.iter().rposition(|request_record| request_record.request == request);
        let index = known.unwrap_or_else(|| {
            self.0.push(RequestRecord::new(request, event));
            self.0.len() - 1
        });
        &mut self.0[index]
    }

    /// Takes note of an event, if it is about a request.
    pub fn note(&mut self, at: usize, event: &Event, layout: &EntryLayout) {
        match event.kind {
            EventKind::Requested { request, address, verb } => {
                let request_record = self.entry(request, event);
                request_record.address = address;
                request_record.verb = Some(verb);
                request_record.requested = Some(at);
            }
            EventKind::Committed { request, address, .. } if event.replica != Event::OUTSIDE => {
                let request_record = self.entry(request, event);
                request_record.address = address;
                request_record.committed = Some(at);
            }
            EventKind::Published { request, address, ok } => {
                let Some(lane) = layout.lane(address) else { return };
                self.note_published(at, event, (request, address, lane, ok));
            }
            EventKind::WriteSent { request } => {
                let request_record = self.entry(request, event);
                request_record.sent = request_record.sent.or(Some(at));
            }
            EventKind::Deviated { request, .. } => self.entry(request, event).deviated = Some(at),
            EventKind::Refused { request, .. } => self.entry(request, event).refused = Some(at),
            EventKind::WriteFailed { request } => self.entry(request, event).failed = Some(at),
            EventKind::AnswerLost { request } => self.entry(request, event).answer_lost = Some(at),
            EventKind::Answered { request, status } => {
                self.entry(request, event).answered = Some((at, status));
            }
            _ => {}
        }
    }

    fn note_published(
        &mut self,
        at: usize,
        event: &Event,
        (request, address, lane, ok): (RequestId, AddressId, Lane, bool),
    ) {
        let request_record = self.entry(request, event);
        if request_record.address == RequestRecord::NOWHERE {
            request_record.address = address;
        }
        let signal = &mut request_record.signals[lane as usize];
        let slot = match (ok, signal.published) {
            (true, None) => &mut signal.published,
            (true, Some(_)) => &mut signal.again,
            (false, _) => &mut signal.failed,
        };
        *slot = slot.or(Some(at));
    }
}
