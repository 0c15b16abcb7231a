//! The door: a service's write protocol on the replica that serves the request.
//!
//! One transaction; only after it has committed the address is published (not awaited) and the own replica
//! converged; then the answer. A refused write publishes nothing. A publish or an own convergence that fails
//! is logged and fails no write. A write whose answer does not come in time is answered 503: nothing is
//! published and nothing converged, though it may have committed.

use std::rc::Rc;

use super::lane::Lane;
use super::ports::{Bus, Envelope, Host, Role, Runtime, Source, Store, Task, Unreadable};
use super::queue::enqueue;
use super::request::Patched;
use super::timeout::within;
use super::transaction::{Committed, Record, Snapshot, Transaction, WriteError};
use crate::names::Columns;
use crate::names::{Address, Correlation, DoorReads, OwnWrite, Publish, RequestId, Revision, Verb, Work};

/// A door: what the service's own file says of its writes.
pub trait Door<H: Host> {
    /// The lane whose queue follows the own write.
    type Lane: Lane<H>;
    /// The row that is written.
    type Row: Record;

    /// The lane whose queue follows the own write.
    fn lane(&self) -> &Rc<Self::Lane>;

    /// The address whose convergence follows a write of a row.
    fn queue(&self, row: &Address) -> Address {
        row.clone()
    }

    /// What a write of a row publishes: for each lane of the service the address and the message.
    fn signals(&self, request: RequestId, verb: Verb, row: &Address) -> Vec<(Address, Envelope)>;

    /// Does at once, before anything else can happen, what a committed write of a row calls for.
    fn committed(&self, _work: Work, _row: &Address) {}

    /// Installs what the door holds in its hand, outside the queue.
    fn install_in_hand(
        &self,
        work: Work,
        row: &Address,
        in_hand: Snapshot<Self::Row>,
    ) -> impl Future<Output = ()>;
}

/// What the service's own file adds to a write.
pub struct WritePlan<R: Record> {
    /// What the client asked for.
    pub verb: Verb,
    /// The transaction.
    pub transaction: Transaction<R>,
    /// Whether the write is announced and followed at all: `false` for one that leaves every instance alone.
    pub announce: bool,
    /// The row as the door foresees it, where the own-write policy installs it before the commit.
    pub foreseen: Option<R>,
    /// The status of a write that was done, where the door has decided it beforehand; else what the
    /// transaction did tells.
    pub status: Option<u16>,
}

/// What a committed transaction turned out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Created,
    Updated,
    Deleted,
}

/// Serves one write. Returns the HTTP status of the answer.
pub async fn write<H: Host, D: Door<H>>(door: &D, request: RequestId, plan: WritePlan<D::Row>) -> u16
where
    H::Store: Store<D::Row>,
{
    let WritePlan { verb, transaction, announce, foreseen, status } = plan;
    let policies = door.lane().core().policies;
    let (work, address) = (Work::Write(request), transaction.address.clone());
    if announce && policies.publish == Publish::BeforeCommit {
        publish(door, request, verb, &address);
    }
    if announce && policies.own_write == OwnWrite::InHandBeforeCommit {
        let in_hand = Snapshot { row: foreseen, revision: Revision(0), written_at: transaction.written_at };
        door.install_in_hand(work, &address, in_hand).await;
    }
    let committed = match send(door.lane(), request, transaction).await {
        Ok(committed) => committed,
        Err(status) => return status,
    };
    let effect = effect(&committed);
    if announce && publishes(policies.publish, effect) {
        publish(door, request, verb, &address);
    }
    if announce {
        door.committed(work, &address);
        follow_own_write(door, work, &address, committed).await;
    }
    status.unwrap_or(if effect == Effect::Created { 201 } else { 200 })
}

fn effect<R>(committed: &Committed<R>) -> Effect {
    match (&committed.now.row, committed.created) {
        (None, _) => Effect::Deleted,
        (Some(_), true) => Effect::Created,
        (Some(_), false) => Effect::Updated,
    }
}

/// Sends the transaction and waits for its answer. On an error, the status to answer with.
async fn send<H: Host, L: Lane<H>, R: Record>(
    lane: &Rc<L>,
    request: RequestId,
    transaction: Transaction<R>,
) -> Result<Committed<R>, u16>
where
    H::Store: Store<R>,
{
    let core = lane.core();
    let correlation = Correlation::of(Work::Write(request));
    let address = transaction.address.clone();
    let task = core.task(Role::WriteTimeout, correlation, Some(&address));
    let writing = core.host.store().write(correlation, transaction);
    match within(core.host.runtime(), task, writing).await {
        Some(Ok(committed)) => Ok(committed),
        Some(Err(WriteError::Refused(refusal))) => Err(refusal.status()),
        Some(Err(WriteError::Unavailable)) => Err(503),
        None => {
            let node = core.node();
            tracing::warn!(%node, "{}: the write of `{address}` was not answered in time", L::LANE);
            Err(503)
        }
    }
}

/// Whether a committed write is published after its commit.
fn publishes(policy: Publish, effect: Effect) -> bool {
    match policy {
        Publish::AfterCommit => true,
        Publish::BeforeCommit | Publish::Never => false,
        Publish::NeverOnCreate => effect != Effect::Created,
        Publish::NeverOnUpdate => effect != Effect::Updated,
        Publish::NeverOnPut => effect == Effect::Deleted,
        Publish::NeverOnDelete => effect != Effect::Deleted,
    }
}

/// Publishes the address in the background, best effort, on each lane of the service.
fn publish<H: Host, D: Door<H>>(door: &D, request: RequestId, verb: Verb, row: &Address) {
    let core = door.lane().core();
    let Some(bus) = core.bus() else { return };
    let correlation = Correlation::of(Work::Write(request));
    for (address, message) in door.signals(request, verb, row) {
        let (bus, node, lane) = (bus.clone(), core.node(), message.lane);
        let named = address.clone();
        let task = Task { role: Role::Publish, correlation, lane, address: Some(&named) };
        core.host.runtime().spawn(task, async move {
            if bus.publish(message).await.is_err() {
                tracing::warn!(%node, "{lane}: the signal for `{address}` was not published");
            }
        });
    }
}

async fn follow_own_write<H: Host, D: Door<H>>(
    door: &D,
    work: Work,
    row: &Address,
    committed: Committed<D::Row>,
) {
    let lane = door.lane();
    match lane.core().policies.own_write {
        OwnWrite::ThroughQueue => {
            // Cancelled only by a shutdown or by the queue, and then there is nothing to wait for.
            let _ = enqueue(lane, work, &door.queue(row)).await;
        }
        OwnWrite::InHand => door.install_in_hand(work, row, committed.now).await,
        OwnWrite::InHandBeforeCommit => {}
    }
}

/// Decides from what the own memory holds whether the row exists, where the policy says so: the status of the
/// write once it is done, or by which it is refused. `None` leaves the decision to the store.
///
/// # Errors
/// The status by which the write is refused.
pub fn decide(policy: DoorReads, verb: Verb, holds: impl FnOnce() -> bool) -> Result<Option<u16>, u16> {
    if policy == DoorReads::Store {
        return Ok(None);
    }
    match (verb, holds()) {
        (Verb::Create, true) => Err(409),
        (Verb::Create | Verb::Put, false) => Ok(Some(201)),
        (_, false) => Err(404),
        (_, true) => Ok(Some(200)),
    }
}

/// The row as it will be, for the policy that installs it before the commit; it takes a read.
///
/// # Errors
/// 503, if the row cannot be read.
pub async fn foresee<H: Host, D: Door<H>>(
    door: &D,
    id: RequestId,
    verb: Verb,
    address: &Address,
    columns: &Columns,
) -> Result<Option<D::Row>, u16>
where
    D::Row: Patched,
    H::Store: Store<D::Row>,
{
    let core = door.lane().core();
    let is_put = matches!(verb, Verb::Create | Verb::Update | Verb::Put);
    if core.policies.own_write != OwnWrite::InHandBeforeCommit || !is_put {
        return Ok(None);
    }
    let correlation = Correlation::of(Work::Write(id));
    let task = core.task(Role::ReadTimeout, correlation, Some(address));
    let read = core.host.store().read(correlation, Source::Primary, address);
    let read = within(core.host.runtime(), task, read).await;
    let row = read.unwrap_or(Err(Unreadable)).map_err(|Unreadable| 503_u16)?.row;
    let mut row = row.unwrap_or_else(|| D::Row::new(address.clone()));
    row.apply(columns.clone());
    Ok(Some(row))
}
