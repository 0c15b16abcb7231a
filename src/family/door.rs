//! The door: the write protocol of a service, on the replica that serves the request.
//!
//! One transaction. Only after it has committed, the address is published (without waiting for that), then the own
//! replica is converged, then the request is answered. If the publish or the own convergence fails, that is logged
//! and the write still succeeds.
//!
//! Invariant: a write that was refused, or whose answer does not come in time, publishes nothing and converges
//! nothing. The second is answered 503, though it may have committed.

use std::future::Future;
use std::rc::Rc;

use super::lane::ReplicaLane;
use super::ports::{Bus, Envelope, Host, Role, Runtime, Source, Store, TaskId, Unreadable};
use super::queue::enqueue;
use super::request::Writable;
use super::timeout::within;
use super::transaction::{Committed, Record, Snapshot, Transaction, WriteError};
use super::write_verb::WriteVerb;
use crate::names::{
    Address, Columns, Correlation, DoorReads, OwnWrite, Publish, RequestId, Revision, Verb, Work,
};

/// What a service's own file says of its writes.
pub trait Door<H: Host> {
    /// The lane that the own replica's convergence belongs to.
    type Lane: ReplicaLane<H>;
    /// The row that is written.
    type Row: Record;

    /// The lane that the own replica's convergence belongs to.
    fn lane(&self) -> &Rc<Self::Lane>;

    /// The address whose convergence is enqueued after a write of a row.
    fn queue_address(&self, row: &Address) -> Address {
        row.clone()
    }

    /// What a write of a row publishes: for each lane of the service the address and the message.
    fn signals(&self, request: RequestId, verb: Verb, row: &Address) -> Vec<(Address, Envelope)>;

    /// What a committed write of a row requires at once, before any other task runs.
    fn after_commit(&self, _work: Work, _row: &Address) {}

    /// Installs a row that the door has written, or will write, outside the queue. This is what the policies
    /// `in-hand` and `in-hand-before-commit` do.
    fn install_directly(
        &self,
        work: Work,
        row: &Address,
        written: Snapshot<Self::Row>,
    ) -> impl Future<Output = ()>;
}

/// A write that the service's own file has checked and made a transaction of.
pub struct PreparedWrite<R: Record> {
    /// What the client asked for.
    pub verb: Verb,
    /// The transaction.
    pub transaction: Transaction<R>,
    /// Whether the write is published and the own replica converged. `false` for a write that must leave every
    /// instance alone.
    pub propagate: bool,
    /// The row as the door predicts it, if the policy installs it before the commit.
    pub predicted: Option<R>,
    /// The status of the answer if the write succeeds; `None` if what the transaction did decides it.
    pub status: Option<u16>,
}

/// What a committed transaction did to its row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Created,
    Updated,
    Deleted,
}

/// Serves one write. Returns the HTTP status of the answer.
pub async fn write<H: Host, D: Door<H>>(door: &D, request: RequestId, prepared: PreparedWrite<D::Row>) -> u16
where
    H::Store: Store<D::Row>,
{
    let PreparedWrite { verb, transaction, propagate, predicted, status } = prepared;
    let policies = door.lane().core().policies;
    let (work, address) = (Work::Write(request), transaction.address.clone());
    // Under this policy a peer may re-read before the transaction acts, and then keep the old row.
    if propagate && policies.publish == Publish::BeforeCommit {
        publish(door, request, verb, &address);
    }
    // Under this policy the prediction stays installed even if the transaction fails.
    if propagate && policies.own_write == OwnWrite::InHandBeforeCommit {
        let written = Snapshot { row: predicted, revision: Revision(0), written_at: transaction.written_at };
        door.install_directly(work, &address, written).await;
    }
    let committed = match send(door.lane(), request, transaction).await {
        Ok(committed) => committed,
        Err(status) => return status,
    };
    let effect = effect(&committed);
    // The publish comes first: if the own convergence hangs or the replica dies in it, the peers know already.
    if propagate && publishes(policies.publish, effect) {
        publish(door, request, verb, &address);
    }
    if propagate {
        door.after_commit(work, &address);
        converge_own(door, work, &address, committed).await;
    }
    status.unwrap_or(if effect == Effect::Created { 201 } else { 200 })
}

fn effect<R>(committed: &Committed<R>) -> Effect {
    match (&committed.now.row, committed.created) {
        (None, true | false) => Effect::Deleted,
        (Some(_), true) => Effect::Created,
        (Some(_), false) => Effect::Updated,
    }
}

/// Sends the transaction and waits for its answer. On an error, the status to answer with.
async fn send<H: Host, L: ReplicaLane<H>, R: Record>(
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
        // The transaction may have committed, may still do so, or may have failed. So nothing is published.
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

/// Publishes the address on each lane of the service, in the background and best effort.
fn publish<H: Host, D: Door<H>>(door: &D, request: RequestId, verb: Verb, row: &Address) {
    let core = door.lane().core();
    let Some(bus) = core.bus() else { return };
    let correlation = Correlation::of(Work::Write(request));
    for (address, message) in door.signals(request, verb, row) {
        let (bus, node, lane) = (bus.clone(), core.node(), message.lane);
        let task_address = address.clone();
        let task = TaskId { role: Role::Publish, correlation, lane, address: Some(&task_address) };
        // In a task of its own: a slow bus must delay neither the own convergence nor the answer.
        core.host.runtime().spawn(task, async move {
            if bus.publish(message).await.is_err() {
                tracing::warn!(%node, "{lane}: the signal for `{address}` was not published");
            }
        });
    }
}

/// Converges the own replica after a commit, as the policy says.
async fn converge_own<H: Host, D: Door<H>>(
    door: &D,
    work: Work,
    row: &Address,
    committed: Committed<D::Row>,
) {
    let lane = door.lane();
    match lane.core().policies.own_write {
        OwnWrite::ThroughQueue => {
            // It is cancelled only by a shutdown or by the queue. Then there is nothing to wait for.
            let _ = enqueue(lane, work, &door.queue_address(row)).await;
        }
        OwnWrite::InHand => door.install_directly(work, row, committed.now).await,
        OwnWrite::InHandBeforeCommit => {}
    }
}

/// Decides from the own registry whether the row exists, if the policy `door-reads` says so. Returns the status of
/// the write if it succeeds; `None` if the decision is left to the store. `holds` is whether the registry holds the
/// row.
///
/// # Errors
/// The status by which the write is refused.
pub fn status_by_registry(
    policy: DoorReads,
    verb: WriteVerb,
    holds: impl FnOnce() -> bool,
) -> Result<Option<u16>, u16> {
    use WriteVerb::{Create, Delete, Migrate, Put, Update};
    if policy == DoorReads::Store {
        return Ok(None);
    }
    match (verb, holds()) {
        (Create, true) => Err(409),
        (Create | Put, false) => Ok(Some(201)),
        (Update | Delete | Migrate, false) => Err(404),
        (Update | Put | Delete | Migrate, true) => Ok(Some(200)),
    }
}

/// Predicts the row that a write will leave, if the policy installs it before the commit. This takes a read of its
/// own. `None` under any other policy, and for a write that sets no columns.
///
/// # Errors
/// 503 if the row cannot be read.
pub async fn predict_row<H: Host, D: Door<H>>(
    door: &D,
    request: RequestId,
    verb: WriteVerb,
    address: &Address,
    columns: &Columns,
) -> Result<Option<D::Row>, u16>
where
    D::Row: Writable,
    H::Store: Store<D::Row>,
{
    let core = door.lane().core();
    if core.policies.own_write != OwnWrite::InHandBeforeCommit || !verb.sets_columns() {
        return Ok(None);
    }
    let correlation = Correlation::of(Work::Write(request));
    let task = core.task(Role::ReadTimeout, correlation, Some(address));
    let read = core.host.store().read(correlation, Source::Primary, address);
    let read = within(core.host.runtime(), task, read).await;
    let row = read.unwrap_or(Err(Unreadable)).map_err(|Unreadable| 503_u16)?.row;
    let mut row = row.unwrap_or_else(|| D::Row::new(address.clone()));
    row.apply(columns.clone());
    Ok(Some(row))
}
