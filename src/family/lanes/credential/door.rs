//! The door to credentials: `PUT` and `DELETE` of a reference.

use std::rc::Rc;

use futures_util::future::{LocalBoxFuture, join_all};

use super::connectors::Connectors;
use super::record::{Credential, is_reference_valid};
use crate::family::door::{Door, PreparedWrite, predict_row, status_by_registry, write};
use crate::family::install::{Candidate, Route};
use crate::family::lanes::signal::envelope;
use crate::family::ports::{Envelope, Host, Runtime};
use crate::family::request::{Change, Request};
use crate::family::service::AnyDoor;
use crate::family::transaction::{Precondition, Snapshot, Transaction};
use crate::family::write_verb::WriteVerb;
use crate::names::{Address, Columns, DoorReads, RequestId, Verb, Work};

/// The door to the credentials of one replica.
pub struct CredentialDoor<H: Host>(pub Rc<Connectors<H>>);

impl<H: Host> Door<H> for CredentialDoor<H> {
    type Lane = Connectors<H>;
    type Row = Credential;

    fn lane(&self) -> &Rc<Connectors<H>> {
        &self.0
    }

    fn queue_address(&self, _: &Address) -> Address {
        self.0.queue_address.clone()
    }

    fn signals(&self, request: RequestId, verb: Verb, row: &Address) -> Vec<(Address, Envelope)> {
        vec![(row.clone(), envelope(request, &self.0.core.node(), verb, row))]
    }

    async fn install_directly(&self, work: Work, row: &Address, written: Snapshot<Credential>) {
        let naming = self.0.declared.iter().filter(|declared| declared.reference == *row);
        let candidate = Candidate::new(Route::Bypass, 0, &written);
        let materialising =
            naming.map(|declared| self.0.materialise(work, declared, written.row.clone(), candidate));
        join_all(materialising.collect::<Vec<_>>()).await;
    }
}

impl<H: Host> AnyDoor for CredentialDoor<H> {
    fn serve(&self, request: Request) -> LocalBoxFuture<'_, u16> {
        Box::pin(async { self.write(request).await.unwrap_or_else(|refused| refused) })
    }
}

impl<H: Host> CredentialDoor<H> {
    /// Checks and serves a write. Returns the status of the answer; as an error if the write was not sent.
    async fn write(&self, request: Request) -> Result<u16, u16> {
        let Request { id, verb, address, columns } = request;
        let (lane, core) = (&self.0, &self.0.core);
        if core.is_shut_down() {
            return Err(503);
        }
        let offered = WriteVerb::of(verb).filter(|verb| is_offered(*verb, &columns));
        let write_verb = offered.filter(|_| is_reference_valid(address.as_str())).ok_or(400_u16)?;
        let holds = || lane.known_references.borrow().contains(&address);
        let status = status_by_registry(core.policies.door_reads, write_verb, holds)?;
        let predicted = predict_row(self, id, write_verb, &address, &columns).await?;
        let is_delete = write_verb == WriteVerb::Delete;
        let must_exist = is_delete && core.policies.door_reads == DoorReads::Store;
        let transaction = Transaction {
            address,
            preconditions: if must_exist { &[Precondition::Present] } else { &[] },
            change: if is_delete { Change::Delete } else { Change::Put(columns) },
            written_at: core.host.runtime().wall_clock(),
        };
        Ok(write(self, id, PreparedWrite { verb, transaction, propagate: true, predicted, status }).await)
    }
}

/// Whether the door serves a write: a put of a secret, or a delete.
fn is_offered(verb: WriteVerb, columns: &Columns) -> bool {
    match verb {
        WriteVerb::Put => columns.secret.is_some(),
        WriteVerb::Delete => true,
        WriteVerb::Create | WriteVerb::Update | WriteVerb::Migrate => false,
    }
}
