//! The door: a lane's write protocol on the replica that serves the request.
//!
//! One transaction; only after it has committed the address is published (not awaited) and the own replica
//! converged; then the answer. A refused write publishes nothing. A publish or an own convergence that fails
//! is logged and fails no write. A write whose answer does not come in time is answered 503: nothing is
//! published and nothing converged, though it may have committed.

use std::rc::Rc;

use super::ports::{Bus, Host, Role, Runtime, Store, Task};
use super::resource::{Resource, ResourceLane};
use super::signal::envelope;
use super::timeout::within;
use super::transaction::{Committed, Record, Transaction, WriteError};
use crate::names::{Address, Correlation, OwnWrite, Publish, RequestId, Verb, Work};

/// What the lane's own file adds to a write.
pub struct WritePlan<R: Record> {
    /// The transaction.
    pub transaction: Transaction<R>,
    /// Whether the write is announced and followed at all: `false` for one that leaves every instance alone.
    pub announce: bool,
    /// The row as the door foresees it, where the own-write policy installs it before the commit.
    pub foreseen: Option<R>,
}

/// What kind of write a committed transaction turned out to be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    Created,
    Updated,
    Deleted,
}

impl<H: Host, R: Resource<H>> ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    /// Serves one write. Returns the HTTP status of the answer.
    pub(super) async fn write(
        self: &Rc<Self>,
        request: RequestId,
        verb: Verb,
        plan: WritePlan<R::Row>,
    ) -> u16 {
        let work = Work::Write(request);
        let WritePlan { transaction, announce, foreseen } = plan;
        let address = transaction.address.clone();
        if announce && self.policies.publish == Publish::BeforeCommit {
            self.publish(request, &address);
        }
        if self.policies.own_write == OwnWrite::InHandBeforeCommit && announce {
            self.install_in_hand(work, &address, foreseen).await;
        }
        let committed = match self.send(request, transaction).await {
            Ok(committed) => committed,
            Err(status) => return status,
        };
        let effect = match (&committed.row, committed.created) {
            (None, _) => Effect::Deleted,
            (Some(_), true) => Effect::Created,
            (Some(_), false) => Effect::Updated,
        };
        if announce && self.publishes(effect) {
            self.publish(request, &address);
        }
        if announce {
            self.follow_own_write(work, &address, committed).await;
        }
        if effect == Effect::Created && matches!(verb, Verb::Create | Verb::Put) { 201 } else { 200 }
    }

    /// Sends the transaction and waits for its answer. On an error, the status to answer with.
    async fn send(
        &self,
        request: RequestId,
        transaction: Transaction<R::Row>,
    ) -> Result<Committed<R::Row>, u16> {
        let correlation = Correlation::of(Work::Write(request));
        let address = transaction.address.clone();
        let task = Task { role: Role::WriteTimeout, correlation, address: Some(&address) };
        let write = self.host.store().write(correlation, transaction);
        match within(self.host.runtime(), task, write).await {
            Some(Ok(committed)) => Ok(committed),
            Some(Err(WriteError::Refused(refusal))) => Err(refusal.status()),
            Some(Err(WriteError::Unavailable)) => Err(503),
            None => {
                let node = self.node();
                tracing::warn!(%node, "{}: the write of `{address}` was not answered in time", R::LANE);
                Err(503)
            }
        }
    }

    fn publishes(&self, effect: Effect) -> bool {
        match self.policies.publish {
            Publish::AfterCommit => true,
            Publish::BeforeCommit | Publish::Never => false,
            Publish::NeverOnCreate => effect != Effect::Created,
            Publish::NeverOnUpdate => effect != Effect::Updated,
            Publish::NeverOnDelete => effect != Effect::Deleted,
        }
    }

    /// Publishes the address in the background, best effort.
    fn publish(&self, request: RequestId, address: &Address) {
        let node = self.node();
        let message = envelope(R::LANE, request, &node, address);
        let bus = self.host.bus().clone();
        let correlation = Correlation::of(Work::Write(request));
        let task = Task { role: Role::Publish, correlation, address: Some(address) };
        let address = address.clone();
        self.host.runtime().spawn(task, async move {
            if bus.publish(message).await.is_err() {
                tracing::warn!(%node, "{}: the signal for `{address}` was not published", R::LANE);
            }
        });
    }

    async fn follow_own_write(self: &Rc<Self>, work: Work, address: &Address, committed: Committed<R::Row>) {
        match self.policies.own_write {
            OwnWrite::ThroughQueue => {
                // Cancelled only when the replica shuts down, and then nothing is left to follow.
                let _ = self.enqueue(work, address).await;
            }
            OwnWrite::InHand => self.install_in_hand(work, address, committed.row).await,
            OwnWrite::InHandBeforeCommit => {}
        }
    }

    /// Installs the record that the door holds, outside the queue.
    async fn install_in_hand(self: &Rc<Self>, work: Work, address: &Address, row: Option<R::Row>) {
        match row {
            Some(row) if row.is_active() => self.adopt(work, address, Rc::new(row)).await,
            _ => self.evict(work, address),
        }
    }
}
