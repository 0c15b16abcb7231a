//! The doors of the datasource lane: what each verb checks and changes.

use std::rc::Rc;

use super::super::super::door::{WritePlan, write};
use super::super::super::ports::{Host, Role, Runtime, Source, Store, Task, Unreadable};
use super::super::super::timeout::within;
use super::super::super::transaction::{Precondition, Transaction};
use super::{Change, Datasource, DatasourceLane, Patch, is_name_valid};
use crate::names::{Address, Correlation, DoorReads, OwnWrite, RequestId, Verb, Work};

/// A request at the door.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its identity, which becomes the correlation id of all that it causes.
    pub id: RequestId,
    /// What is asked.
    pub verb: Verb,
    /// The name in the request's path, as it was sent.
    pub name: String,
    /// The columns in the request's body; for `migrate`, `credentials_ref` is the entry to move to.
    pub patch: Patch,
}

impl<H: Host> DatasourceLane<H> {
    /// Serves one request. Returns the HTTP status of the answer: 200 or 201 done; 400 malformed; 403 the
    /// name belongs to code; 404 unknown; 409 exists already, or objects are bound; 503 the store could not
    /// be read or written, or did not answer in time, or the
    /// replica shuts down.
    pub async fn serve(self: &Rc<Self>, request: Request) -> u16 {
        let Request { id, verb, name, patch } = request;
        if self.core.is_down() {
            return 503;
        }
        let address = Address::from(name.as_str());
        if self.code.contains(&address) {
            return 403;
        }
        // Only `migrate` says where a secret is stored.
        let names_entry = patch.credentials_ref.is_some();
        if !is_name_valid(&name) || names_entry != (verb == Verb::Migrate) {
            return 400;
        }
        let status = match self.decide(verb, &address) {
            Ok(status) => status,
            Err(status) => return status,
        };
        let foreseen = match self.foresee(id, verb, &address, &patch).await {
            Ok(foreseen) => foreseen,
            Err(status) => return status,
        };
        let transaction = Transaction {
            address,
            preconditions: preconditions(verb, self.core.policies.door_reads),
            change: change(verb, patch),
            written_at: self.core.host.runtime().wall_clock(),
        };
        let plan = WritePlan { transaction, announce: verb != Verb::Migrate, foreseen, status };
        write(self, id, plan).await
    }

    /// Decides from the own registry whether the row exists, where the policy says so: the status of the
    /// write once it is done, or by which it is refused. `None` leaves the decision to the store.
    fn decide(&self, verb: Verb, address: &Address) -> Result<Option<u16>, u16> {
        if self.core.policies.door_reads == DoorReads::Store {
            return Ok(None);
        }
        match (verb, self.holds(address)) {
            (Verb::Create, true) => Err(409),
            (Verb::Create | Verb::Put, false) => Ok(Some(201)),
            (Verb::Update | Verb::Delete | Verb::Migrate, false) => Err(404),
            (Verb::Put | Verb::Update | Verb::Delete | Verb::Migrate, true) => Ok(Some(200)),
        }
    }

    /// The row as it will be, for the policy that installs it before the commit; it takes a read.
    async fn foresee(
        &self,
        id: RequestId,
        verb: Verb,
        address: &Address,
        patch: &Patch,
    ) -> Result<Option<Datasource>, u16> {
        if self.core.policies.own_write != OwnWrite::InHandBeforeCommit
            || matches!(verb, Verb::Delete | Verb::Migrate)
        {
            return Ok(None);
        }
        let correlation = Correlation::of(Work::Write(id));
        let task = Task { role: Role::ReadTimeout, correlation, address: Some(address) };
        let read = self.core.host.store().read(correlation, Source::Primary, address);
        let read = within(self.core.host.runtime(), task, read).await;
        let row = read.unwrap_or(Err(Unreadable)).map_err(|Unreadable| 503_u16)?.row;
        let mut row = row.unwrap_or_else(|| Datasource::new(address.clone()));
        row.apply(patch.clone());
        row.revision = crate::names::Revision(0);
        Ok(Some(row))
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
        (_, Verb::Put) | (DoorReads::Registry, _) => &[NotCode],
    }
}

fn change(verb: Verb, patch: Patch) -> Change {
    match verb {
        Verb::Create | Verb::Update | Verb::Put => Change::Put(patch),
        Verb::Delete => Change::Delete,
        Verb::Migrate => Change::Migrate { reference: patch.credentials_ref.unwrap_or_default() },
    }
}
