//! The doors of the datasource lane: what each verb checks and changes.

use std::rc::Rc;

use super::super::super::door::{WritePlan, write};
use super::super::super::ports::{Host, Store};
use super::super::super::transaction::{Precondition, Transaction};
use super::{Change, Datasource, DatasourceLane, Patch, is_name_valid};
use crate::names::{Address, Correlation, OwnWrite, RequestId, Verb, Work};

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
    /// be read or written, or did not answer in time.
    pub async fn serve(self: &Rc<Self>, request: Request) -> u16 {
        let Request { id, verb, name, patch } = request;
        let address = Address::from(name.as_str());
        if self.code.contains(&address) {
            return 403;
        }
        if !is_name_valid(&name) || (verb == Verb::Migrate && patch.credentials_ref.is_none()) {
            return 400;
        }
        let foreseen = match self.foresee(id, verb, &address, &patch).await {
            Ok(foreseen) => foreseen,
            Err(status) => return status,
        };
        let plan = WritePlan {
            transaction: transaction(verb, address, patch),
            announce: verb != Verb::Migrate,
            foreseen,
        };
        write(self, id, plan).await
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
        let row = self.core.host.store().read(correlation, address).await.map_err(|_| 503_u16)?;
        let mut row = row.unwrap_or_else(|| Datasource::new(address.clone()));
        row.apply(patch.clone());
        row.revision = crate::names::Revision(0);
        Ok(Some(row))
    }
}

fn transaction(verb: Verb, address: Address, patch: Patch) -> Transaction<Datasource> {
    use Precondition::{Absent, NotCode, Present, Unbound};
    let (preconditions, change): (&'static [Precondition], _) = match verb {
        Verb::Create => (&[NotCode, Absent], Change::Put(patch)),
        Verb::Update => (&[NotCode, Present], Change::Put(patch)),
        Verb::Put => (&[NotCode], Change::Put(patch)),
        Verb::Delete => (&[NotCode, Present, Unbound], Change::Delete),
        Verb::Migrate => {
            let reference = patch.credentials_ref.unwrap_or_default();
            (&[NotCode, Present], Change::Migrate { reference })
        }
    };
    Transaction { address, preconditions, change }
}
