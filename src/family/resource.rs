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
use super::lane::{Heard, Lane, LaneCore, Shown};
use super::ports::{Handle, Host, Role, Runtime, Store, Unreadable};
use super::queue::Ended;
use super::registry::{Held, Registry};
use super::replica::Options;
use super::timeout::within;
use super::transaction::{Record, Snapshot};
use crate::names::{Address, BuildFailure, Correlation, InstanceId, Policies, Signature, Space, Work};

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

    /// The row of what code defines under a name.
    fn of_code(address: Address) -> Self::Row;

    /// What an instance was built from, by column and without secrets, for people. `row` is remembered beside it.
    fn columns(row: &Self::Row, _instance: &Self::Instance) -> Vec<(&'static str, String)> {
        row.columns()
    }

    /// Whether what an instance connects to can be reached now; `true` for what connects to nothing.
    fn is_reachable(_host: &H, _instance: &Self::Instance) -> bool {
        true
    }

    /// Reads a payload of the lane; `None` if it is malformed or its name is empty.
    fn decode(payload: &str) -> Option<Heard<'_>>;
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
        R::decode(payload)
    }

    fn converge(self: &Rc<Self>, work: Work, address: &Address) -> impl Future<Output = ()> {
        self.converge_row(work, address)
    }

    async fn addresses(self: &Rc<Self>, correlation: Correlation) -> Result<BTreeSet<Address>, Unreadable> {
        let listing = self.core.host.store().list(correlation, self.core.source());
        let rows = self.core.listed(correlation, listing).await?;
        // What a convergence that began before is about to install is in neither of the others yet.
        Ok(rows.into_iter().chain(self.held()).chain(self.core.queues.busy()).collect())
    }

    fn install_listing(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> impl Future<Output = Result<Vec<Ended>, Unreadable>> {
        self.install_listed_rows(correlation)
    }

    async fn open_code_defined(self: &Rc<Self>, work: Work) {
        for address in &self.code {
            let row = Rc::new(R::of_code(address.clone()));
            if let Some(instance) = self.build(work, address, &row).await {
                let held = Held { instance, built_from: None };
                self.registry.borrow_mut().install(address.clone(), held);
            } else {
                let node = self.core.node();
                tracing::error!(%node, "{}: code-defined `{address}` could not be opened", R::LANE);
            }
        }
    }

    async fn close_all(self: &Rc<Self>, work: Work) {
        let host = &self.core.host;
        let held: Vec<_> = self.registry.borrow_mut().drain().collect();
        for (address, held) in held {
            let correlation = Correlation { work, attempt: held.instance.id().ordinal() };
            let task = self.core.task(Role::CloseTimeout, correlation, Some(&address));
            // A close that hangs is left to the end of the process.
            let _ = within(host.runtime(), task, R::close(host.clone(), held.instance)).await;
        }
    }

    fn view(&self, see: &mut dyn FnMut(Shown<'_>)) {
        for (address, held) in self.registry.borrow().iter() {
            let row = held.built_from.as_ref().map(|(row, _)| row);
            see(Shown {
                address,
                instance: Some(held.instance.id()),
                code: held.is_code(),
                revision: row.map(|row| row.revision()).filter(|revision| revision.0 != 0),
                state: None,
                columns: &|| row.map(|row| R::columns(row, &held.instance)).unwrap_or_default(),
            });
        }
    }

    fn unreachable(&self) -> Vec<String> {
        let registry = self.registry.borrow();
        let stuck = registry.iter().filter(|(_, held)| !R::is_reachable(&self.core.host, &held.instance));
        stuck.map(|(address, _)| address.to_string()).collect()
    }
}

impl<H: Host, R: Resource<H>> ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    /// A lane with an empty registry, attached to nothing, of the names of a space.
    pub fn new(host: H, options: &Options, space: Space) -> Rc<Self> {
        let code = options.code.iter().filter(|address| address.space() == space);
        Rc::new(Self {
            code: code.cloned().collect(),
            core: LaneCore::new(R::LANE, host, options.policies, &options.node),
            registry: RefCell::default(),
        })
    }

    /// Whether the registry holds an instance under the name.
    pub(super) fn holds(&self, address: &Address) -> bool {
        self.registry.borrow().holds(address)
    }

    /// Installs what a door holds in its hand, outside the queue.
    pub(super) async fn install_in_hand(
        self: &Rc<Self>,
        work: Work,
        address: &Address,
        in_hand: Snapshot<R::Row>,
    ) {
        let fresh = Freshness::of(0, &in_hand);
        self.drive(work, address, in_hand.row, Claim { way: Way::ByPass, fresh }).await;
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
        let correlation = Correlation { work, attempt: instance.ordinal() };
        let task = self.core.task(Role::Close, correlation, Some(address));
        self.core.host.runtime().spawn(task, closing);
    }
}
