//! Triggers: steps that begin at the very instant of an event.

use std::cell::RefCell;

use futures_channel::oneshot;

use super::compiled::{address_id, replica_id, request_id};
use crate::history::{EventKind, Header};
use crate::model::Trigger;
use crate::names::{Address, AddressId, ReplicaId, RequestId};

/// The triggers that wait.
#[derive(Debug, Default)]
pub struct Triggers {
    waiting: RefCell<Vec<(Awaited, oneshot::Sender<()>)>>,
}

/// An event that is waited for, with names turned into indices.
#[derive(Clone, Copy, Debug)]
enum Awaited {
    Commit { of: RequestId },
    Publish { of: RequestId },
    Arrival { of: RequestId, on: Option<ReplicaId> },
    Read { address: Option<AddressId>, on: Option<ReplicaId> },
    Build { address: Option<AddressId>, on: Option<ReplicaId> },
    List { on: ReplicaId },
}

impl Triggers {
    /// Waits for the first such event from now on.
    pub fn wait(&self, trigger: &Trigger, header: &Header) -> oneshot::Receiver<()> {
        let (sender, receiver) = oneshot::channel();
        self.waiting.borrow_mut().push((Awaited::new(trigger, header), sender));
        receiver
    }

    /// Wakes whoever waits for this event.
    pub fn see(&self, replica: ReplicaId, kind: &EventKind) {
        if self.waiting.borrow().is_empty() {
            return;
        }
        let mut waiting = self.waiting.borrow_mut();
        let fired = waiting.extract_if(.., |(awaited, _)| awaited.is(replica, kind));
        for (_, sender) in fired {
            // The step that waited may be gone with the run.
            let _ = sender.send(());
        }
    }
}

impl Awaited {
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
        let by = |on: Option<ReplicaId>| on.is_none_or(|on| on == replica);
        match (self, *kind) {
            (Self::Commit { of }, EventKind::Committed { request, .. })
            | (Self::Publish { of }, EventKind::Published { request, ok: true, .. }) => of == request,
            (Self::Arrival { of, on }, EventKind::Arrived { request, .. }) => of == request && by(on),
            (Self::Read { address, on }, EventKind::ReadBegan { address: read, .. }) => {
                address == Some(read) && by(on)
            }
            (Self::Build { address, on }, EventKind::OpenBegan { address: built, .. }) => {
                address == Some(built) && by(on)
            }
            (Self::List { on }, EventKind::ListBegan { .. }) => on == replica,
            _ => false,
        }
    }
}
