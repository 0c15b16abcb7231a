//! "One row, one instance": what the lanes 2 and 3 have in common.
//!
//! A lane's own file implements [`Resource`]: how its rows are built into instances. [`ResourceLane`] is the lane
//! made of that. How it converges is in `converge`, what it does with a listing in `listing`, and how it is a lane in
//! `resource_lane`.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::future::Future;
use std::rc::Rc;

use futures_lite::future::poll_once;

use super::lane_core::LaneCore;
use super::options::Options;
use super::payload::DecodedSignal;
use super::ports::{Handle, Host, Role, Runtime};
use super::registry::Registry;
use super::transaction::Record;
use crate::names::{Address, BuildFailure, Correlation, InstanceId, Lane, Policies, Signature, Space, Work};

/// What is the lane's own in a lane of one instance for each row.
pub trait Resource<H: Host>: 'static {
    const LANE: Lane;
    /// The row of the lane.
    type Row: Record;
    /// What is built from a row.
    type Instance: Handle;

    /// A digest of exactly what matters to an instance. Whether the row's incarnation does is a policy.
    fn signature(row: &Self::Row, policies: &Policies) -> Signature;

    /// Builds an instance from a row. The future owns what it needs, because after a time-out it goes on in a task of
    /// its own.
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

    /// The row that stands for what code defines under a name.
    fn code_defined(address: Address) -> Self::Row;

    /// What an instance was built from, by column and without secrets, for people. `row` is the row that is
    /// remembered beside the instance.
    fn columns(row: &Self::Row, _instance: &Self::Instance) -> Vec<(&'static str, String)> {
        row.columns()
    }

    /// Whether the server that an instance connects to can be reached now; `true` if it connects to none.
    fn is_reachable(_host: &H, _instance: &Self::Instance) -> bool {
        true
    }

    /// Decodes a payload of the lane; `None` if it is malformed or its name is empty.
    fn decode(payload: &str) -> Option<DecodedSignal<'_>>;
}

/// A lane of one instance for each row, on one replica, for one life.
pub struct ResourceLane<H: Host, R: Resource<H>> {
    pub(super) core: LaneCore<H>,
    /// The addresses that code defines.
    pub(super) code: BTreeSet<Address>,
    pub(super) registry: RefCell<Registry<R::Row, R::Instance>>,
}

impl<H: Host, R: Resource<H>> ResourceLane<H, R> {
    /// A lane for the names of a space, with an empty registry, not attached to a bus.
    pub fn new(host: H, options: &Options, space: Space) -> Rc<Self> {
        let code = options.code.iter().filter(|address| address.space() == space);
        Rc::new(Self {
            code: code.cloned().collect(),
            core: LaneCore::new(R::LANE, host, options.policies, &options.node),
            registry: RefCell::default(),
        })
    }

    /// Whether the registry holds an instance of the address.
    pub(super) fn holds(&self, address: &Address) -> bool {
        self.registry.borrow().holds(address)
    }

    /// The addresses of the instances that the lane itself built.
    pub(super) fn built_addresses(&self) -> Vec<Address> {
        let registry = self.registry.borrow();
        let built = registry.iter().filter(|(_, entry)| !entry.is_code_defined());
        built.map(|(address, _)| address.clone()).collect()
    }

    /// Closes an instance in the background, because a close that hangs must not block the queue.
    pub(super) fn close(&self, work: Work, address: &Address, instance: R::Instance) {
        let id = instance.id();
        self.spawn_close(work, address, id, R::close(self.core.host.clone(), instance));
    }

    /// Begins to close an instance. The future ends when the close was polled once; the close itself ends in the
    /// background.
    pub(super) async fn begin_close(&self, work: Work, address: &Address, instance: R::Instance) {
        let id = instance.id();
        let mut closing = Box::pin(R::close(self.core.host.clone(), instance));
        if poll_once(closing.as_mut()).await.is_none() {
            self.spawn_close(work, address, id, closing);
        }
    }

    fn spawn_close(
        &self,
        work: Work,
        address: &Address,
        instance: InstanceId,
        closing: impl Future<Output = ()> + 'static,
    ) {
        // One convergence can close several instances of an address. The ordinal tells their tasks apart.
        let correlation = Correlation { work, attempt: instance.ordinal() };
        let task = self.core.task(Role::Close, correlation, Some(address));
        self.core.host.runtime().spawn(task, closing);
    }
}
