//! Triggers: steps that begin at the very instant of an event.
//!
//! Invariant: a trigger fires once, at the first such event after it was registered.

use std::cell::RefCell;

use futures_channel::oneshot;

use super::ids::{address_id, replica_id, request_id};
use crate::history::{EventKind, Header};
use crate::model::Trigger;
use crate::names::{Address, AddressId, ReplicaId, RequestId};

/// The triggers that have not fired yet.
#[derive(Debug, Default)]
pub struct Triggers {
    waiting: RefCell<Vec<(AwaitedEvent, oneshot::Sender<()>)>>,
}

/// An event that a step waits for, with names turned into indices. `on` is `None` for any replica.
#[derive(Clone, Copy, Debug)]
enum AwaitedEvent {
    Commit { of: RequestId },
    Publish { of: RequestId },
    Arrival { of: RequestId, on: Option<ReplicaId> },
    Read { address: Option<AddressId>, on: Option<ReplicaId> },
    Build { address: Option<AddressId>, on: Option<ReplicaId> },
    List { on: ReplicaId },
}

impl Triggers {
    /// Registers a trigger. The receiver resolves at the first such event from now on.
    pub fn register(&self, trigger: &Trigger, header: &Header) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.borrow_mut().push((AwaitedEvent::new(trigger, header), sender));
        receiver
    }

    /// Fires the triggers that wait for this event.
    pub fn fire(&self, replica: ReplicaId, kind: &EventKind) {
        // Every event of a run comes through here, and few scenarios have a trigger.
        if self.waiting.borrow().is_empty() {
            return;
        }
        let mut waiting = self.waiting.borrow_mut();
        let fired = waiting.extract_if(.., |(awaited, _)| awaited.is(replica, kind));
        for (_, sender) in fired {
            // The receiver is gone if the run has ended.
            let _ = sender.send(());
        }
    }
}

impl AwaitedEvent {
    fn new(trigger: &Trigger, header: &Header) -> Self {
        let replica = |on: &Option<String>| on.as_ref().map(|on| replica_id(header, on));
        let address = |address: &Address| address_id(&header.addresses, address);
        match trigger {
            Trigger::Commit { of } => Self::Commit { of: request_id(of) },
            Trigger::Publish { of } => Self::Publish { of: request_id(of) },
            Trigger::Arrival { of, on } => Self::Arrival { of: request_id(of), on: replica(on) },
            Trigger::Read { address: name, on } => Self::Read { address: address(name), on: replica(on) },
            Trigger::Build { address: name, on } => Self::Build { address: address(name), on: replica(on) },
            Trigger::List { on } => Self::List { on: replica_id(header, on) },
        }
    }

    fn is(self, replica: ReplicaId, kind: &EventKind) -> bool {
        let admits = |on: Option<ReplicaId>| on.is_none_or(|on| on == replica);
        match self {
            Self::Commit { of } => matches!(*kind, EventKind::Committed { request, .. } if request == of),
            // A failed publish does not count: its signal reaches no replica.
            Self::Publish { of } => {
                matches!(*kind, EventKind::Published { request, ok: true, .. } if request == of)
            }
            Self::Arrival { of, on } => {
                matches!(*kind, EventKind::Arrived { request, .. } if request == of) && admits(on)
            }
            Self::Read { address: of, on } => {
                matches!(*kind, EventKind::ReadBegan { address, .. } if Some(address) == of) && admits(on)
            }
            Self::Build { address: of, on } => {
                matches!(*kind, EventKind::OpenBegan { address, .. } if Some(address) == of) && admits(on)
            }
            Self::List { on } => matches!(kind, EventKind::ListBegan { .. }) && on == replica,
        }
    }
}
