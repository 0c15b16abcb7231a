//! A request as the history shows it: from the client to its commit, its signal and its answer.

use crate::history::{Event, What};
use crate::names::{AddressId, LifeId, ReplicaId, RequestId, Verb};

/// One request, or one stray signal. Positions are indices of events.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    /// Its identity.
    pub request: RequestId,
    /// The replica that serves it; [`Event::OUTSIDE`] for a stray signal and a given row.
    pub replica: ReplicaId,
    /// The life of that replica.
    pub life: LifeId,
    /// What it is about, where the history says.
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
    /// When its signal was first published.
    pub published: Option<usize>,
    /// When publishing its signal first failed.
    pub publish_failed: Option<usize>,
    /// When its signal was published a second time.
    pub published_again: Option<usize>,
    /// When it was answered, and how.
    pub answered: Option<(usize, u16)>,
}

impl Ask {
    /// Nothing is known yet.
    fn new(request: RequestId, event: &Event) -> Self {
        Self {
            request,
            replica: event.replica,
            life: event.life,
            address: AddressId(u16::MAX),
            verb: None,
            requested: None,
            sent: None,
            committed: None,
            deviated: None,
            refused: None,
            failed: None,
            answer_lost: None,
            published: None,
            publish_failed: None,
            published_again: None,
            answered: None,
        }
    }
}

/// The requests of a run, in the order in which they appeared.
#[derive(Clone, Debug, Default)]
pub struct Asks(Vec<Ask>);

impl Asks {
    /// An empty list with room for the usual run.
    pub fn with_room() -> Self {
        Self(Vec::with_capacity(16))
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Ask> {
        self.0.iter()
    }

    /// One of them. The last ones are looked at first, for those are asked for most.
    pub fn get(&self, request: RequestId) -> Option<&Ask> {
        self.0.iter().rev().find(|ask| ask.request == request)
    }

    fn entry(&mut self, request: RequestId, event: &Event) -> &mut Ask {
        let known = self.0.iter().rposition(|ask| ask.request == request);
        let index = known.unwrap_or_else(|| {
            self.0.push(Ask::new(request, event));
            self.0.len() - 1
        });
        &mut self.0[index]
    }

    /// Takes note of an event, if it is about a request.
    pub fn note(&mut self, at: usize, event: &Event) {
        match event.what {
            What::Requested { request, address, verb } => {
                let ask = self.entry(request, event);
                ask.address = address;
                ask.verb = Some(verb);
                ask.requested = Some(at);
            }
            What::Committed { request, address, .. } if event.replica != Event::OUTSIDE => {
                let ask = self.entry(request, event);
                ask.address = address;
                ask.committed = Some(at);
            }
            What::Published { request, address, ok } => {
                self.note_published(at, event, (request, address, ok));
            }
            What::WriteSent { request } => {
                let ask = self.entry(request, event);
                ask.sent = ask.sent.or(Some(at));
            }
            What::Deviated { request, .. } => self.entry(request, event).deviated = Some(at),
            What::Refused { request, .. } => self.entry(request, event).refused = Some(at),
            What::WriteFailed { request } => self.entry(request, event).failed = Some(at),
            What::AnswerLost { request } => self.entry(request, event).answer_lost = Some(at),
            What::Answered { request, status } => self.entry(request, event).answered = Some((at, status)),
            _ => {}
        }
    }

    fn note_published(
        &mut self,
        at: usize,
        event: &Event,
        (request, address, ok): (RequestId, AddressId, bool),
    ) {
        let ask = self.entry(request, event);
        ask.address = address;
        let slot = match (ok, ask.published) {
            (true, None) => &mut ask.published,
            (true, Some(_)) => &mut ask.published_again,
            (false, _) => &mut ask.publish_failed,
        };
        *slot = slot.or(Some(at));
    }
}
