//! The door to metadata: `PUT` and `DELETE` of (type, name), reads through the cache, and watching a type.

use std::rc::Rc;

use futures_util::future::LocalBoxFuture;

use super::Metadatum;
use super::cache::MetadataCache;
use super::objects::MetadataLane;
use super::record::is_name_valid;
use crate::family::door::{Door, PreparedWrite, predict_row, status_by_registry, write};
use crate::family::lanes::signal::envelope;
use crate::family::ports::{Envelope, Host, Runtime, Unreadable};
use crate::family::request::{Change, Request};
use crate::family::service::AnyDoor;
use crate::family::transaction::{Precondition, Snapshot, Transaction};
use crate::family::write_verb::WriteVerb;
use crate::names::{Address, DoorReads, RequestId, Space, Verb, Work};

/// The door to the metadata of one replica.
pub struct MetadataDoor<H: Host> {
    /// Lane 1.
    pub cache: Rc<MetadataCache<H>>,
    /// Lane 2.
    pub objects: Rc<MetadataLane<H>>,
}

impl<H: Host> Door<H> for MetadataDoor<H> {
    type Lane = MetadataLane<H>;
    type Row = Metadatum;

    fn lane(&self) -> &Rc<MetadataLane<H>> {
        &self.objects
    }

    fn signals(&self, request: RequestId, verb: Verb, row: &Address) -> Vec<(Address, Envelope)> {
        // The lanes are attached one by one, so while they move to another node id, they can have different ones.
        let nodes = [self.cache.core.node(), self.objects.core.node()];
        let signal = |(node, space)| {
            let address = row.of(space);
            let message = envelope(request, node, verb, &address);
            (address, message)
        };
        nodes.iter().map(|node| &**node).zip([Space::Item, Space::Object]).map(signal).collect()
    }

    fn after_commit(&self, work: Work, row: &Address) {
        self.cache.invalidate(work, row);
    }

    async fn install_directly(&self, work: Work, row: &Address, written: Snapshot<Metadatum>) {
        self.objects.install_directly(work, row, written).await;
    }
}

impl<H: Host> AnyDoor for MetadataDoor<H> {
    fn serve(&self, request: Request) -> LocalBoxFuture<'_, u16> {
        Box::pin(async {
            if self.objects.core.is_shut_down() {
                return 503;
            }
            match request.verb {
                Verb::Read => self.read(&request).await,
                Verb::List => self.list(&request).await,
                Verb::Watch => {
                    self.cache.watch(request.id, request.address.as_str());
                    200
                }
                Verb::Create | Verb::Update | Verb::Put | Verb::Delete | Verb::Migrate => {
                    self.write(request).await.unwrap_or_else(|refused| refused)
                }
            }
        })
    }
}

impl<H: Host> MetadataDoor<H> {
    async fn read(&self, request: &Request) -> u16 {
        match self.cache.read(Work::Read(request.id), &request.address).await {
            Ok(Some(_)) => 200,
            Ok(None) => 404,
            Err(Unreadable) => 503,
        }
    }

    async fn list(&self, request: &Request) -> u16 {
        match self.cache.list(Work::Read(request.id), request.address.as_str()).await {
            Ok(_) => 200,
            Err(Unreadable) => 503,
        }
    }

    /// Checks and serves a write. Returns the status of the answer; as an error if the write was not sent.
    async fn write(&self, request: Request) -> Result<u16, u16> {
        let Request { id, verb, address, columns } = request;
        let (objects, core) = (&self.objects, &self.objects.core);
        if objects.code.contains(&address) {
            return Err(403);
        }
        // Metadata has no secrets that could be migrated.
        let offered = WriteVerb::of(verb).filter(|verb| *verb != WriteVerb::Migrate);
        let write_verb = offered.filter(|_| is_name_valid(address.as_str())).ok_or(400_u16)?;
        let status = status_by_registry(core.policies.door_reads, write_verb, || objects.holds(&address))?;
        let predicted = predict_row(self, id, write_verb, &address, &columns).await?;
        let transaction = Transaction {
            address,
            preconditions: preconditions(write_verb, core.policies.door_reads),
            change: if write_verb == WriteVerb::Delete { Change::Delete } else { Change::Put(columns) },
            written_at: core.host.runtime().wall_clock(),
        };
        Ok(write(self, id, PreparedWrite { verb, transaction, propagate: true, predicted, status }).await)
    }
}

/// What must hold when the transaction acts.
fn preconditions(verb: WriteVerb, decided_by: DoorReads) -> &'static [Precondition] {
    match decided_by {
        DoorReads::Store => match verb {
            WriteVerb::Create => &[Precondition::Absent],
            WriteVerb::Update | WriteVerb::Delete => &[Precondition::Present],
            WriteVerb::Put | WriteVerb::Migrate => &[],
        },
        // The registry has decided whether the row exists.
        DoorReads::Registry => &[],
    }
}
