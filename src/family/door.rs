//! The door: a lane's write protocol on the replica that serves the request.
//!
//! One transaction; only after it has committed the address is published (not awaited) and the own replica
//! converged; then the answer. A refused write publishes nothing. A publish or an own convergence that fails
//! is logged and fails no write. A write whose answer does not come in time is answered 503: nothing is
//! published and nothing converged, though it may have committed.

use std::rc::Rc;

use super::lane::Door;
use super::ports::{Bus, Host, Role, Runtime, Store, Task};
use super::queue::enqueue;
use super::signal::envelope;
use super::timeout::within;
use super::transaction::{Committed, Record, Snapshot, Transaction, WriteError};
use crate::names::{Address, Correlation, OwnWrite, Publish, RequestId, Revision, Work};

/// What the lane's own file adds to a write.
pub struct WritePlan<R: Record> {
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
pub async fn write<H: Host, L: Door<H>>(lane: &Rc<L>, request: RequestId, plan: WritePlan<L::Row>) -> u16
where
    H::Store: Store<L::Row>,
{
    let WritePlan { transaction, announce, foreseen, status } = plan;
    let policies = lane.core().policies;
    let (work, address) = (Work::Write(request), transaction.address.clone());
    if announce && policies.publish == Publish::BeforeCommit {
        publish(lane, request, &address);
    }
    if announce && policies.own_write == OwnWrite::InHandBeforeCommit {
        let in_hand = Snapshot { row: foreseen, revision: Revision(0), written_at: transaction.written_at };
        lane.install_in_hand(work, &address, in_hand).await;
    }
    let committed = match send(lane, request, transaction).await {
        Ok(committed) => committed,
        Err(status) => return status,
    };
    let effect = effect(&committed);
    if announce && publishes(policies.publish, effect) {
        publish(lane, request, &address);
    }
    if announce {
        follow_own_write(lane, work, &address, committed).await;
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
async fn send<H: Host, L: Door<H>>(
    lane: &Rc<L>,
    request: RequestId,
    transaction: Transaction<L::Row>,
) -> Result<Committed<L::Row>, u16>
where
    H::Store: Store<L::Row>,
{
    let host = &lane.core().host;
    let correlation = Correlation::of(Work::Write(request));
    let address = transaction.address.clone();
    let task = Task { role: Role::WriteTimeout, correlation, address: Some(&address) };
    match within(host.runtime(), task, host.store().write(correlation, transaction)).await {
        Some(Ok(committed)) => Ok(committed),
        Some(Err(WriteError::Refused(refusal))) => Err(refusal.status()),
        Some(Err(WriteError::Unavailable)) => Err(503),
        None => {
            let node = lane.core().node();
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
        Publish::NeverOnDelete => effect != Effect::Deleted,
    }
}

/// Publishes the address in the background, best effort.
fn publish<H: Host, L: Door<H>>(lane: &Rc<L>, request: RequestId, address: &Address) {
    let core = lane.core();
    let node = core.node();
    let message = envelope(L::LANE, request, &node, address);
    let bus = core.host.bus().clone();
    let correlation = Correlation::of(Work::Write(request));
    let task = Task { role: Role::Publish, correlation, address: Some(address) };
    let address = address.clone();
    core.host.runtime().spawn(task, async move {
        if bus.publish(message).await.is_err() {
            tracing::warn!(%node, "{}: the signal for `{address}` was not published", L::LANE);
        }
    });
}

async fn follow_own_write<H: Host, L: Door<H>>(
    lane: &Rc<L>,
    work: Work,
    address: &Address,
    committed: Committed<L::Row>,
) {
    match lane.core().policies.own_write {
        OwnWrite::ThroughQueue => {
            // Cancelled only by a shutdown or by the queue, and then there is nothing to wait for.
            let _ = enqueue(lane, work, address).await;
        }
        OwnWrite::InHand => lane.install_in_hand(work, address, committed.now).await,
        OwnWrite::InHandBeforeCommit => {}
    }
}
