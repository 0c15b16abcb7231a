//! The doors of the datasource lane: what each verb checks and changes.

use std::rc::Rc;

use super::{Change, Datasource, DatasourceLane, is_name_valid};
use crate::family::door::{Door, WritePlan, decide, foresee, write};
use crate::family::ports::{Envelope, Host, Runtime};
use crate::family::request::Request;
use crate::family::service::{AnyDoor, Local};
use crate::family::signal::envelope;
use crate::family::transaction::{Precondition, Snapshot, Transaction};
use crate::names::Columns;
use crate::names::{Address, DoorReads, RequestId, Verb, Work};

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

    async fn install_in_hand(&self, work: Work, row: &Address, in_hand: Snapshot<Datasource>) {
        self.0.install_in_hand(work, row, in_hand).await;
    }
}

impl<H: Host> AnyDoor for DatasourceDoor<H> {
    fn serve(&self, request: Request) -> Local<'_, u16> {
        Box::pin(async { self.answer(request).await.unwrap_or_else(|refused| refused) })
    }
}

impl<H: Host> DatasourceDoor<H> {
    async fn answer(&self, request: Request) -> Result<u16, u16> {
        let Request { id, verb, address, columns } = request;
        let (lane, core) = (&self.0, &self.0.core);
        if core.is_down() {
            return Err(503);
        }
        if lane.code.contains(&address) {
            return Err(403);
        }
        // Only `migrate` says where a secret is stored.
        let names_entry = columns.credentials_ref.is_some();
        if !verb.is_write() || !is_name_valid(address.as_str()) || names_entry != (verb == Verb::Migrate) {
            return Err(400);
        }
        let status = decide(core.policies.door_reads, verb, || lane.holds(&address))?;
        let foreseen = foresee(self, id, verb, &address, &columns).await?;
        let transaction = Transaction {
            address,
            preconditions: preconditions(verb, core.policies.door_reads),
            change: change(verb, columns),
            written_at: core.host.runtime().wall_clock(),
        };
        let plan = WritePlan { verb, transaction, announce: verb != Verb::Migrate, foreseen, status };
        Ok(write(self, id, plan).await)
    }
}

/// What must hold when the transaction acts. A registry that has decided leaves only what it cannot know.
fn preconditions(verb: Verb, decided_by: DoorReads) -> &'static [Precondition] {
    use Precondition::{Absent, EntryFree, NotCode, Present, Unbound};
    match (decided_by, verb) {
        (DoorReads::Store, Verb::Create) => &[NotCode, Absent],
        (DoorReads::Store, Verb::Update) => &[NotCode, Present],
        (DoorReads::Store, Verb::Migrate) => &[NotCode, Present, EntryFree],
        (DoorReads::Registry, Verb::Migrate) => &[NotCode, EntryFree],
        (DoorReads::Store, Verb::Delete) => &[NotCode, Present, Unbound],
        (DoorReads::Registry, Verb::Delete) => &[NotCode, Unbound],
        _ => &[NotCode],
    }
}

fn change(verb: Verb, columns: Columns) -> Change {
    match verb {
        Verb::Delete => Change::Delete,
        Verb::Migrate => Change::Migrate { reference: columns.credentials_ref.unwrap_or_default() },
        _ => Change::Put(columns),
    }
}
