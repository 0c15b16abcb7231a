//! The door to metadata: `PUT` and `DELETE` of (type, name), reads through the cache, and watching a type.

use std::rc::Rc;

use super::{MetadataCache, MetadataLane, Metadatum, is_name_valid};
use crate::family::door::{Door, WritePlan, decide, foresee, write};
use crate::family::ports::{Envelope, Host, Runtime, Unreadable};
use crate::family::request::{Change, Request};
use crate::family::service::{AnyDoor, Local};
use crate::family::signal::envelope;
use crate::family::transaction::{Precondition, Snapshot, Transaction};
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
        // Each lane has a node id of its own while it is being attached under another one.
        let nodes = [self.cache.core().node(), self.objects.core.node()];
        let signal = |(node, space)| {
            let address = row.of(space);
            let message = envelope(request, node, verb, &address);
            (address, message)
        };
        nodes.iter().map(|node| &**node).zip([Space::Item, Space::Object]).map(signal).collect()
    }

    fn committed(&self, work: Work, row: &Address) {
        self.cache.invalidate(work, row);
    }

    async fn install_in_hand(&self, work: Work, row: &Address, in_hand: Snapshot<Metadatum>) {
        self.objects.install_in_hand(work, row, in_hand).await;
    }
}

impl<H: Host> AnyDoor for MetadataDoor<H> {
    fn serve(&self, request: Request) -> Local<'_, u16> {
        Box::pin(async {
            if self.objects.core.is_down() {
                return 503;
            }
            match request.verb {
                Verb::Read => self.read(&request).await,
                Verb::List => self.list(&request).await,
                Verb::Watch => {
                    self.cache.watch(request.id, request.address.as_str());
                    200
                }
                _ => self.write(request).await.unwrap_or_else(|refused| refused),
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

    async fn write(&self, request: Request) -> Result<u16, u16> {
        let Request { id, verb, address, columns } = request;
        let (objects, core) = (&self.objects, &self.objects.core);
        if objects.code.contains(&address) {
            return Err(403);
        }
        let is_offered = matches!(verb, Verb::Create | Verb::Update | Verb::Put | Verb::Delete);
        if !is_offered || !is_name_valid(address.as_str()) {
            return Err(400);
        }
        let status = decide(core.policies.door_reads, verb, || objects.holds(&address))?;
        let foreseen = foresee(self, id, verb, &address, &columns).await?;
        let transaction = Transaction {
            address,
            preconditions: preconditions(verb, core.policies.door_reads),
            change: if verb == Verb::Delete { Change::Delete } else { Change::Put(columns) },
            written_at: core.host.runtime().wall_clock(),
        };
        Ok(write(self, id, WritePlan { verb, transaction, announce: true, foreseen, status }).await)
    }
}

/// What must hold when the transaction acts.
fn preconditions(verb: Verb, decided_by: DoorReads) -> &'static [Precondition] {
    match (decided_by, verb) {
        (DoorReads::Store, Verb::Create) => &[Precondition::Absent],
        (DoorReads::Store, Verb::Update | Verb::Delete) => &[Precondition::Present],
        _ => &[],
    }
}
