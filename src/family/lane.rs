//! What every lane has, whatever its style: a channel, a way to read its signals, and a way to converge.
//!
//! The lanes converge in four styles: a cache is invalidated (lane 1), an instance follows its row (lanes 2 and
//! 3), a whole set is reconciled (lane 4). So this trait says *that* a lane converges and leaves *how* to the
//! lane. Receiver, queue, rehydration and door are written once over it.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::future::Future;
use std::rc::Rc;

use super::install::Installs;
use super::ports::{Host, Journal, Note, Source, Unreadable};
use super::queue::{Ended, Queues};
use super::receiver::Link;
use super::transaction::{Record, Snapshot};
use crate::names::{Address, Correlation, Kept, Policies, ReadFrom, Work};

/// A lane on one replica, for one life.
pub trait Lane<H: Host>: Sized + 'static {
    /// Which lane it is.
    const LANE: crate::names::Lane;

    /// What it has in common with every lane.
    fn core(&self) -> &LaneCore<H>;

    /// Reads a payload; `None` if it is malformed or its name is empty.
    fn decode(payload: &str) -> Option<Heard<'_>>;

    /// Does at once, before anything else can happen, what a signal calls for. A cache drops its entry here.
    fn arrived(&self, _heard: &Heard<'_>) {}

    /// One convergence, with its own read of the shared rows.
    fn converge(self: &Rc<Self>, work: Work, address: &Address) -> impl Future<Output = ()>;

    /// The addresses that a reload converges: those of all rows, those in the registry, and
    /// those whose convergence is under way.
    ///
    /// # Errors
    /// If the rows could not be listed, or not in time.
    fn addresses(
        &self,
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
}

/// A lane that can be written through a door.
pub trait Door<H: Host>: Lane<H> {
    /// The row that is written.
    type Row: Record;

    /// Installs what the door holds in its hand, outside the queue.
    fn install_in_hand(
        self: &Rc<Self>,
        work: Work,
        address: &Address,
        in_hand: Snapshot<Self::Row>,
    ) -> impl Future<Output = ()>;
}

/// What a signal says: who sent it, and the address that it points at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heard<'a> {
    /// The node id of the sender.
    pub origin_node: std::borrow::Cow<'a, str>,
    /// The address whose convergence is enqueued; `None` on a lane without a queue.
    pub address: Option<Address>,
}

/// What every lane has.
pub struct LaneCore<H: Host> {
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
    pub fn new(host: H, policies: Policies, node: &str) -> Self {
        Self {
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

    /// Where convergences and listings read.
    pub(super) fn source(&self) -> Source {
        match self.policies.read_from {
            ReadFrom::Primary => Source::Primary,
            ReadFrom::Replica => Source::Replica,
        }
    }

    pub(super) fn note(&self, note: Note<'_>) {
        self.host.journal().note(note);
    }

    pub(super) fn kept(&self, work: Work, address: &Address, why: Kept) {
        self.note(Note::Kept { work, address, why });
    }
}
