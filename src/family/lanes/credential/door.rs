//! The door to credentials: `PUT` and `DELETE` of a reference.

use std::rc::Rc;

use futures_util::future::join_all;

use super::{Connectors, Credential, is_reference_valid};
use crate::family::door::{Door, WritePlan, decide, foresee, write};
use crate::family::install::Way;
use crate::family::ports::{Envelope, Host, Runtime};
use crate::family::request::{Change, Request};
use crate::family::service::{AnyDoor, Local};
use crate::family::signal::envelope;
use crate::family::transaction::{Precondition, Snapshot, Transaction};
use crate::names::{Address, DoorReads, RequestId, Verb, Work};

/// The door to the credentials of one replica.
pub struct CredentialDoor<H: Host>(pub Rc<Connectors<H>>);

impl<H: Host> Door<H> for CredentialDoor<H> {
    type Lane = Connectors<H>;
    type Row = Credential;

    fn lane(&self) -> &Rc<Connectors<H>> {
        &self.0
    }

    fn queue(&self, _: &Address) -> Address {
        self.0.queue.clone()
    }

    fn signals(&self, request: RequestId, verb: Verb, row: &Address) -> Vec<(Address, Envelope)> {
        vec![(row.clone(), envelope(request, &self.0.core.node(), verb, row))]
    }

    async fn install_in_hand(&self, work: Work, row: &Address, in_hand: Snapshot<Credential>) {
        let naming = self.0.declared.iter().filter(|declared| declared.reference == *row);
        let driving =
            naming.map(|declared| self.0.materialise(work, declared, in_hand.clone(), (0, Way::ByPass)));
        join_all(driving.collect::<Vec<_>>()).await;
    }
}

impl<H: Host> AnyDoor for CredentialDoor<H> {
    fn serve(&self, request: Request) -> Local<'_, u16> {
        Box::pin(async { self.answer(request).await.unwrap_or_else(|refused| refused) })
    }
}

impl<H: Host> CredentialDoor<H> {
    async fn answer(&self, request: Request) -> Result<u16, u16> {
        let Request { id, verb, address, columns } = request;
        let (lane, core) = (&self.0, &self.0.core);
        if core.is_down() {
            return Err(503);
        }
        let is_offered = match verb {
            Verb::Put => columns.secret.is_some(),
            Verb::Delete => true,
            _ => false,
        };
        if !is_offered || !is_reference_valid(address.as_str()) {
            return Err(400);
        }
        let holds = || lane.known.borrow().contains(&address);
        let status = decide(core.policies.door_reads, verb, holds)?;
        let foreseen = foresee(self, id, verb, &address, &columns).await?;
        let preconditions: &[Precondition] = match (core.policies.door_reads, verb) {
            (DoorReads::Store, Verb::Delete) => &[Precondition::Present],
            _ => &[],
        };
        let transaction = Transaction {
            address,
            preconditions,
            change: if verb == Verb::Delete { Change::Delete } else { Change::Put(columns) },
            written_at: core.host.runtime().wall_clock(),
        };
        Ok(write(self, id, WritePlan { verb, transaction, announce: true, foreseen, status }).await)
    }
}
