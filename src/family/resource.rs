//! A lane whose every row is one live instance: the shape of the lanes 2 and 3.
//!
//! What such lanes share is written once over [`Resource`]; what differs is in the lane's own file.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::future::Future;
use std::rc::Rc;

use futures_lite::future::poll_once;

use super::converge::Claim;
use super::install::{Freshness, Way};
use super::lane::{Door, Heard, Lane, LaneCore};
use super::ports::{Handle, Host, Role, Runtime, Store, Task, Unreadable};
use super::queue::Ended;
use super::receiver::detach;
use super::registry::{Held, Registry};
use super::signal::NameSignal;
use super::timeout::within;
use super::transaction::{Record, Snapshot};
use crate::names::{Address, BuildFailure, Correlation, InstanceId, Policies, Signature, Work};

/// What is the lane's own in a lane of one instance for each row.
pub trait Resource<H: Host>: 'static {
    /// The lane.
    const LANE: crate::names::Lane;
    /// Its row.
    type Row: Record;
    /// What is built from a row.
    type Instance: Handle;

    /// A digest of exactly what matters to an instance; whether the incarnation does is a policy.
    fn signature(row: &Self::Row, policies: &Policies) -> Signature;

    /// Builds an instance from a row. The future owns what it needs, for it may be left to end on its own.
    ///
    /// # Errors
    /// Why no instance was built.
    fn build(
        host: H,
        correlation: Correlation,
        row: Rc<Self::Row>,
    ) -> impl Future<Output = Result<Self::Instance, BuildFailure>> + 'static;

    /// Closes an instance.
    fn close(host: H, instance: Self::Instance) -> impl Future<Output = ()> + 'static;
}

/// A lane of one instance for each row, on one replica, for one life.
pub struct ResourceLane<H: Host, R: Resource<H>> {
    pub(super) core: LaneCore<H>,
    /// The addresses that code defines.
    pub(super) code: BTreeSet<Address>,
    pub(super) registry: RefCell<Registry<R::Row, R::Instance>>,
}

impl<H: Host, R: Resource<H>> Lane<H> for ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    const LANE: crate::names::Lane = R::LANE;

    fn core(&self) -> &LaneCore<H> {
        &self.core
    }

    fn decode(payload: &str) -> Option<Heard<'_>> {
        let NameSignal { origin_node, name } = NameSignal::decode(payload)?;
        Some(Heard { origin_node, address: Some(Address::from(&*name)) })
    }

    fn converge(self: &Rc<Self>, work: Work, address: &Address) -> impl Future<Output = ()> {
        self.converge_row(work, address)
    }

    async fn addresses(&self, correlation: Correlation) -> Result<BTreeSet<Address>, Unreadable> {
        let listing = self.core.host.store().list(correlation, self.core.source());
        let rows = self.listed(correlation, listing).await?;
        // What a convergence that began before is about to install is in neither of the others yet.
        Ok(rows.into_iter().chain(self.held()).chain(self.core.queues.busy()).collect())
    }

    fn install_listing(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> impl Future<Output = Result<Vec<Ended>, Unreadable>> {
        self.install_listed_rows(correlation)
    }
}

impl<H: Host, R: Resource<H>> Door<H> for ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    type Row = R::Row;

    async fn install_in_hand(self: &Rc<Self>, work: Work, address: &Address, in_hand: Snapshot<R::Row>) {
        let fresh = Freshness::of(0, &in_hand);
        self.drive(work, address, in_hand.row, Claim { way: Way::ByPass, fresh }).await;
    }
}

impl<H: Host, R: Resource<H>> ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    /// A lane with an empty registry, attached to nothing.
    pub fn new(host: H, policies: Policies, node: &str, code: BTreeSet<Address>) -> Rc<Self> {
        Rc::new(Self { core: LaneCore::new(host, policies, node), code, registry: RefCell::default() })
    }

    /// Whether the registry holds an instance under the name.
    pub(super) fn holds(&self, address: &Address) -> bool {
        self.registry.borrow().holds(address)
    }

    /// Calls `see` for each address that the registry holds, in order.
    pub fn view(&self, mut see: impl FnMut(&Address, &Held<R::Row, R::Instance>)) {
        for (address, held) in self.registry.borrow().iter() {
            see(address, held);
        }
    }

    /// Detaches, and closes every instance; done when they are closed. What is queued ends without effect.
    pub(super) async fn shut_down(self: &Rc<Self>, work: Work) {
        self.core.set_down();
        detach(self);
        let host = &self.core.host;
        let held: Vec<_> = self.registry.borrow_mut().drain().collect();
        for (address, held) in held {
            let correlation = Correlation { work, attempt: attempt_of(held.instance.id()) };
            let task = Task { role: Role::CloseTimeout, correlation, address: Some(&address) };
            // A close that hangs is left to the end of the process.
            let _ = within(host.runtime(), task, R::close(host.clone(), held.instance)).await;
        }
    }

    /// Closes an instance in the background: a close that hangs must not block the queue.
    pub(super) fn close(&self, work: Work, address: &Address, instance: R::Instance) {
        let id = instance.id();
        self.finish_close(work, address, id, R::close(self.core.host.clone(), instance));
    }

    /// Closes an instance; done when that has begun. It ends in the background.
    pub(super) async fn begin_close(&self, work: Work, address: &Address, instance: R::Instance) {
        let id = instance.id();
        let mut closing = Box::pin(R::close(self.core.host.clone(), instance));
        if poll_once(closing.as_mut()).await.is_none() {
            self.finish_close(work, address, id, closing);
        }
    }

    fn finish_close(
        &self,
        work: Work,
        address: &Address,
        instance: InstanceId,
        closing: impl Future<Output = ()> + 'static,
    ) {
        let correlation = Correlation { work, attempt: attempt_of(instance) };
        let task = Task { role: Role::Close, correlation, address: Some(address) };
        self.core.host.runtime().spawn(task, closing);
    }
}

/// Tells the closings of two instances for one work apart.
fn attempt_of(instance: InstanceId) -> u16 {
    u16::try_from(instance.nth & 0xffff).expect("sixteen bits fit")
}
