//! A lane whose every row is one live instance: the shape of the lanes 2 and 3.
//!
//! What such lanes share is written once over [`Resource`]; what differs is in the lane's own file.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::future::Future;
use std::rc::Rc;

use super::lane::{Door, Heard, Lane, LaneCore};
use super::ports::{Handle, Host, Role, Runtime, Store, Task, Unreadable};
use super::receiver::detach;
use super::registry::{Held, Registry};
use super::signal::NameSignal;
use super::timeout::within;
use super::transaction::Record;
use crate::names::{Address, BuildFailure, Correlation, InstanceId, Policies, Signature, Work};

/// What is the lane's own in a lane of one instance for each row.
pub trait Resource<H: Host>: 'static {
    /// The lane.
    const LANE: crate::names::Lane;
    /// Its row.
    type Row: Record;
    /// What is built from a row.
    type Instance: Handle;

    /// A digest of exactly what matters to an instance, the incarnation included.
    fn signature(row: &Self::Row) -> Signature;

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
        let runtime = self.core.host.runtime();
        let task = Task { role: Role::ListTimeout, correlation, address: None };
        let listing = self.core.host.store().list(correlation);
        let rows = within(runtime, task, listing).await.unwrap_or(Err(Unreadable))?;
        let registry = self.registry.borrow();
        let held = registry.iter().filter(|(_, held)| !held.is_code()).map(|(address, _)| address.clone());
        Ok(rows.into_iter().chain(held).collect())
    }
}

impl<H: Host, R: Resource<H>> Door<H> for ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    type Row = R::Row;

    async fn install_in_hand(self: &Rc<Self>, work: Work, address: &Address, row: Option<R::Row>) {
        match row {
            Some(row) if row.is_active() => self.adopt(work, address, Rc::new(row)).await,
            _ => self.evict(work, address),
        }
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

    /// Calls `see` for each address that the registry holds, in order.
    pub fn view(&self, mut see: impl FnMut(&Address, &Held<R::Row, R::Instance>)) {
        for (address, held) in self.registry.borrow().iter() {
            see(address, held);
        }
    }

    /// Detaches, and closes every instance; done when they are closed. What is queued ends without effect.
    pub(super) async fn shut_down(self: &Rc<Self>) {
        self.core.set_down();
        detach(self);
        let held: Vec<_> = self.registry.borrow_mut().drain().collect();
        for (_, held) in held {
            R::close(self.core.host.clone(), held.instance).await;
        }
    }

    /// Closes an instance in the background: a close that hangs must not block the queue.
    pub(super) fn close(&self, work: Work, address: &Address, instance: R::Instance) {
        let correlation = Correlation { work, attempt: attempt_of(instance.id()) };
        let task = Task { role: Role::Close, correlation, address: Some(address) };
        self.core.host.runtime().spawn(task, R::close(self.core.host.clone(), instance));
    }
}

/// Tells the closings of two instances for one work apart.
fn attempt_of(instance: InstanceId) -> u16 {
    u16::try_from(instance.nth & 0xffff).expect("sixteen bits fit")
}
