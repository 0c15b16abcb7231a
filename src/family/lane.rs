//! What every lane has, whatever its style: a channel, a way to read its signals, and a way to converge.
//!
//! The lanes converge in four styles: a cache is invalidated (lane 1), an instance follows its row (lanes 2 and
//! 3), a whole set is reconciled (lane 4). So this trait says *that* a lane converges and leaves *how* to the
//! lane. Receiver, queue, rehydration and door are written once over it.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::future::Future;
use std::rc::Rc;

use super::install::Installs;
use super::ports::{Bus, Driver, Host, Journal, Note, Role, Source, Task, Unreadable};
use super::queue::{Ended, Queues};
use super::receiver::Link;
use super::timeout::within;
use crate::names::{
    Address, ConnectorState, Correlation, InstanceId, Kept, Policies, ReadError, ReadFrom, Revision, Work,
};

/// A lane on one replica, for one life.
pub trait Lane<H: Host>: Sized + 'static {
    /// Which lane it is.
    const LANE: crate::names::Lane;

    /// What it has in common with every lane.
    fn core(&self) -> &LaneCore<H>;

    /// Reads a payload; `None` if it is malformed or its name is empty.
    fn decode(payload: &str) -> Option<Heard<'_>>;

    /// Does at once, before anything else can happen, what a signal calls for. A cache drops its entry here.
    fn arrived(self: &Rc<Self>, _work: Work, _heard: &Heard<'_>) {}

    /// One convergence, with its own read of the shared rows.
    fn converge(self: &Rc<Self>, work: Work, address: &Address) -> impl Future<Output = ()>;

    /// The addresses that a reload converges: those of all rows, those in the registry, and
    /// those whose convergence is under way.
    ///
    /// # Errors
    /// If the rows could not be listed, or not in time.
    fn addresses(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> impl Future<Output = Result<BTreeSet<Address>, Unreadable>>;

    /// Lists all rows and installs what the listing held, outside the queue. Done when every address of the
    /// rows and of the registry has begun; yields their ends.
    ///
    /// # Errors
    /// If the rows could not be listed, or not in time.
    fn install_listing(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> impl Future<Output = Result<Vec<Ended>, Unreadable>>;

    /// Opens what code defines, before anything is attached.
    fn open_code_defined(self: &Rc<Self>, _work: Work) -> impl Future<Output = ()> {
        async {}
    }

    /// Closes every instance; done when they are closed.
    fn close_all(self: &Rc<Self>, work: Work) -> impl Future<Output = ()>;

    /// Shows what the lane's registry holds, by address.
    fn view(&self, see: &mut dyn FnMut(Shown<'_>));

    /// The names in the registry whose upstream cannot be reached now, where that matters to readiness.
    fn unreachable(&self) -> Vec<String> {
        Vec::new()
    }
}

/// What a signal says: who sent it, and the address that it points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard<'a> {
    /// The node id of the sender.
    pub origin_node: Cow<'a, str>,
    /// What it names.
    pub named: Address,
    /// The address whose convergence is enqueued; `None` on a lane without a queue.
    pub queue: Option<Address>,
}

/// What a registry holds for an address.
pub struct Shown<'a> {
    /// The address.
    pub address: &'a Address,
    /// The live instance. A connector may have none.
    pub instance: Option<InstanceId>,
    /// Whether code defined it, so that the lane never touches it.
    pub code: bool,
    /// The revision of the row that it was built from, where that is known and there is one.
    pub revision: Option<Revision>,
    /// What a connector is at.
    pub state: Option<ConnectorState>,
    /// What it was built from, by column and without secrets, for people.
    pub columns: &'a dyn Fn() -> Vec<(&'static str, String)>,
}

/// What every lane has.
pub struct LaneCore<H: Host> {
    /// Which lane it is.
    pub lane: crate::names::Lane,
    /// The surroundings of the replica.
    pub host: H,
    /// What the family decides, and how.
    pub policies: Policies,
    pub(super) queues: Queues,
    pub(super) installs: Installs,
    pub(super) link: RefCell<Option<Link<H>>>,
    node: RefCell<Rc<str>>,
    down: Cell<bool>,
}

impl<H: Host> LaneCore<H> {
    /// A lane that is attached to nothing.
    pub fn new(lane: crate::names::Lane, host: H, policies: Policies, node: &str) -> Self {
        Self {
            lane,
            host,
            policies,
            queues: Queues::default(),
            installs: Installs::default(),
            link: RefCell::new(None),
            node: RefCell::new(node.into()),
            down: Cell::new(false),
        }
    }

    /// The node id on the signals that the lane publishes, by which it knows its own.
    pub fn node(&self) -> Rc<str> {
        Rc::clone(&self.node.borrow())
    }

    pub(super) fn rename_node(&self, node: &Rc<str>) {
        *self.node.borrow_mut() = Rc::clone(node);
    }

    /// Whether the replica was shut down: then what still ends must not install anything.
    pub fn is_down(&self) -> bool {
        self.down.get()
    }

    pub(super) fn set_down(&self) {
        self.down.set(true);
    }

    /// The bus between the replicas, if there is one: none without a cluster service, nor within one process.
    pub(super) fn bus(&self) -> Option<&H::Bus> {
        self.host.bus().filter(|bus| bus.driver() == Driver::CrossProcess)
    }

    /// Where convergences and listings read.
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
    ) -> Task<'a> {
        Task { role, correlation, lane: self.lane, address }
    }

    /// Waits for a listing. One that failed counts as an empty one where the policy takes errors for absence.
    pub(super) async fn listed<T>(
        &self,
        correlation: Correlation,
        listing: impl Future<Output = Result<Vec<T>, Unreadable>>,
    ) -> Result<Vec<T>, Unreadable> {
        let task = self.task(Role::ListTimeout, correlation, None);
        let rows = within(self.host.runtime(), task, listing).await.unwrap_or(Err(Unreadable));
        if rows.is_err() && self.policies.read_error == ReadError::TreatAsGone {
            let (node, lane) = (self.node(), self.lane);
            tracing::warn!(%node, "{lane}: the rows could not be listed, as if there were none");
            return Ok(Vec::new());
        }
        rows
    }

    pub(super) fn note(&self, note: Note<'_>) {
        self.host.journal().note(note);
    }

    pub(super) fn kept(&self, work: Work, address: &Address, why: Kept) {
        self.note(Note::Kept { work, address, why });
    }
}
