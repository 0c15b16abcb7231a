//! The doors of the datasource lane: what each verb checks and changes.

use std::rc::Rc;

use futures_util::future::LocalBoxFuture;

use super::pool::DatasourceLane;
use super::record::is_name_valid;
use super::{Change, Datasource};
use crate::family::door::{Door, PreparedWrite, predict_row, status_by_registry, write};
use crate::family::lanes::signal::envelope;
use crate::family::ports::{Envelope, Host, Runtime};
use crate::family::request::Request;
use crate::family::service::AnyDoor;
use crate::family::transaction::{Precondition, Snapshot, Transaction};
use crate::family::write_verb::WriteVerb;
use crate::names::{Address, Columns, DoorReads, RequestId, Verb, Work};

/// The door to the datasources of one replica.
pub struct DatasourceDoor<H: Host>(pub Rc<DatasourceLane<H>>);

impl<H: Host> Door<H> for DatasourceDoor<H> {
    type Lane = DatasourceLane<H>;
    type Row = Datasource;

    fn lane(&self) -> &Rc<DatasourceLane<H>> {
        &self.0
    }

    fn signals(&self, request: RequestId, verb: Verb, row: &Address) -> Vec<(Address, Envelope)> {
        vec![(row.clone(), envelope(request, &self.0.core.node(), verb, row))]
    }

    async fn install_directly(&self, work: Work, row: &Address, written: Snapshot<Datasource>) {
        self.0.install_directly(work, row, written).await;
    }
}

impl<H: Host> AnyDoor for DatasourceDoor<H> {
    fn serve(&self, request: Request) -> LocalBoxFuture<'_, u16> {
        Box::pin(async { self.write(request).await.unwrap_or_else(|refused| refused) })
    }
}

impl<H: Host> DatasourceDoor<H> {
    /// Checks and serves a write. Returns the status of the answer; as an error if the write was not sent.
    async fn write(&self, request: Request) -> Result<u16, u16> {
        let Request { id, verb, address, columns } = request;
        let (lane, core) = (&self.0, &self.0.core);
        if core.is_shut_down() {
            return Err(503);
        }
        if lane.code.contains(&address) {
            return Err(403);
        }
        let write_verb = WriteVerb::of(verb).ok_or(400_u16)?;
        // Only `migrate` may say where a secret is stored, and it must.
        let names_entry = columns.credentials_ref.is_some();
        if !is_name_valid(address.as_str()) || names_entry != (write_verb == WriteVerb::Migrate) {
            return Err(400);
        }
        let status = status_by_registry(core.policies.door_reads, write_verb, || lane.holds(&address))?;
        let predicted = predict_row(self, id, write_verb, &address, &columns).await?;
        let transaction = Transaction {
            address,
            preconditions: preconditions(write_verb, core.policies.door_reads),
            change: change(write_verb, columns),
            written_at: core.host.runtime().wall_clock(),
        };
        // A migrated secret is the same secret, so no pool on any replica has a reason to change.
        let propagate = write_verb != WriteVerb::Migrate;
        Ok(write(self, id, PreparedWrite { verb, transaction, propagate, predicted, status }).await)
    }
}

/// What must hold when the transaction acts.
fn preconditions(verb: WriteVerb, decided_by: DoorReads) -> &'static [Precondition] {
    use Precondition::{Absent, EntryFree, NotCode, Present, Unbound};
    match decided_by {
        DoorReads::Store => match verb {
            WriteVerb::Create => &[NotCode, Absent],
            WriteVerb::Update => &[NotCode, Present],
            WriteVerb::Put => &[NotCode],
            WriteVerb::Delete => &[NotCode, Present, Unbound],
            WriteVerb::Migrate => &[NotCode, Present, EntryFree],
        },
        // The registry has decided whether the row exists. The store checks what a registry cannot know.
        DoorReads::Registry => match verb {
            WriteVerb::Create | WriteVerb::Update | WriteVerb::Put => &[NotCode],
            WriteVerb::Delete => &[NotCode, Unbound],
            WriteVerb::Migrate => &[NotCode, EntryFree],
        },
    }
}

fn change(verb: WriteVerb, columns: Columns) -> Change {
    match verb {
        WriteVerb::Create | WriteVerb::Update | WriteVerb::Put => Change::Put(columns),
        WriteVerb::Delete => Change::Delete,
        WriteVerb::Migrate => Change::Migrate { reference: columns.credentials_ref.unwrap_or_default() },
    }
}
