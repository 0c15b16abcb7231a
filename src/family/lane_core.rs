//! What every lane of a replica has, whatever its style: policies, node id, queue, link to the bus, and short ways to
//! the ports.

use std::cell::{Cell, RefCell};
use std::future::Future;
use std::rc::Rc;

use super::install::Installs;
use super::jobs::JobQueues;
use super::link::Link;
use super::ports::{Bus, Driver, Host, Journal, JournalEvent, Role, Source, TaskId, Unreadable};
use super::timeout::within;
use crate::names::{Address, Correlation, Kept, Lane, Policies, ReadError, ReadFrom, Work};

/// What every lane of a replica has, for one life.
pub struct LaneCore<H: Host> {
    pub(super) lane: Lane,
    pub(super) host: H,
    pub(super) policies: Policies,
    pub(super) jobs: JobQueues,
    pub(super) installs: Installs,
    /// The attachment to the bus; `None` while the lane is detached.
    pub(super) link: RefCell<Option<Link<H>>>,
    node: RefCell<Rc<str>>,
    is_shut_down: Cell<bool>,
}

impl<H: Host> LaneCore<H> {
    /// A lane that is not attached to a bus.
    pub fn new(lane: Lane, host: H, policies: Policies, node: &str) -> Self {
        Self {
            lane,
            host,
            policies,
            jobs: JobQueues::default(),
            installs: Installs::default(),
            link: RefCell::new(None),
            node: RefCell::new(node.into()),
            is_shut_down: Cell::new(false),
        }
    }

    /// The node id of the signals that the lane publishes. By it the lane recognises its own signals.
    pub fn node(&self) -> Rc<str> {
        Rc::clone(&self.node.borrow())
    }

    pub(super) fn set_node(&self, node: &Rc<str>) {
        *self.node.borrow_mut() = Rc::clone(node);
    }

    /// Whether the replica was shut down. Work that is still running must not install anything then.
    pub fn is_shut_down(&self) -> bool {
        self.is_shut_down.get()
    }

    pub(super) fn set_shut_down(&self) {
        self.is_shut_down.set(true);
    }

    /// The bus between the replicas; `None` without a cluster service, and for a bus within one process.
    pub(super) fn bus(&self) -> Option<&H::Bus> {
        self.host.bus().filter(|bus| bus.driver() == Driver::CrossProcess)
    }

    /// Which copy of the rows convergences and listings read.
    pub(super) fn source(&self) -> Source {
        match self.policies.read_from {
            ReadFrom::Primary => Source::Primary,
            ReadFrom::Replica => Source::Replica,
        }
    }

    /// The name of a task or timer of this lane.
    pub(super) fn task<'a>(
        &self,
        role: Role,
        correlation: Correlation,
        address: Option<&'a Address>,
    ) -> TaskId<'a> {
        TaskId { role, correlation, lane: self.lane, address }
    }

    /// Waits for a listing, within the time-out. If it fails and the policy treats errors as absence, it counts as an
    /// empty listing.
    pub(super) async fn await_listing<T>(
        &self,
        correlation: Correlation,
        listing: impl Future<Output = Result<Vec<T>, Unreadable>>,
    ) -> Result<Vec<T>, Unreadable> {
        let task = self.task(Role::ListTimeout, correlation, None);
        let rows = within(self.host.runtime(), task, listing).await.unwrap_or(Err(Unreadable));
        // As if the store held no rows. A listing that is installed then evicts everything that the lane holds.
        if rows.is_err() && self.policies.read_error == ReadError::TreatAsGone {
            let (node, lane) = (self.node(), self.lane);
            tracing::warn!(%node, "{lane}: the rows could not be listed, as if there were none");
            return Ok(Vec::new());
        }
        rows
    }

    pub(super) fn record(&self, event: JournalEvent<'_>) {
        self.host.journal().record(event);
    }

    /// Records that a convergence left the registry as it was, and why.
    pub(super) fn record_kept(&self, work: Work, address: &Address, why: Kept) {
        self.record(JournalEvent::Kept { work, address, why });
    }
}
