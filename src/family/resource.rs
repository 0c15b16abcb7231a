//! A lane whose every row is one live instance: the shape of the lanes 2 and 3.
//!
//! What such lanes share (queue, registry, the convergence table, the door's order of events) is written once
//! over [`Resource`]; what differs is in the lane's own file.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::future::Future;
use std::rc::Rc;

use super::ports::{Handle, Host, Journal, Note, Role, Runtime, Store, Task, Unreadable};
use super::queue::Queue;
use super::receiver::Link;
use super::registry::{Held, Registry};
use super::timeout::within;
use super::transaction::Record;
use crate::names::{Address, BuildFailure, Correlation, InstanceId, Kept, Lane, Policies, Signature, Work};

/// What is the lane's own in a lane of one instance for each row.
pub trait Resource<H: Host>: 'static {
    /// The lane.
    const LANE: Lane;
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
    pub(super) host: H,
    pub(super) policies: Policies,
    /// The node id on the signals that the lane publishes, and the loopback guard's own.
    pub(super) node: RefCell<Rc<str>>,
    /// The addresses that code defines.
    pub(super) code: BTreeSet<Address>,
    pub(super) registry: RefCell<Registry<R::Row, R::Instance>>,
    pub(super) queue: Queue,
    pub(super) link: RefCell<Option<Link<H>>>,
    pub(super) down: Cell<bool>,
}

impl<H: Host, R: Resource<H>> ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    /// A lane with an empty registry, attached to nothing.
    pub fn new(host: H, policies: Policies, node: &str, code: BTreeSet<Address>) -> Rc<Self> {
        Rc::new(Self {
            host,
            policies,
            node: RefCell::new(node.into()),
            code,
            registry: RefCell::default(),
            queue: Queue::default(),
            link: RefCell::new(None),
            down: Cell::new(false),
        })
    }

    /// Calls `see` for each address that the registry holds, in order.
    pub fn view(&self, mut see: impl FnMut(&Address, &Held<R::Row, R::Instance>)) {
        for (address, held) in self.registry.borrow().iter() {
            see(address, held);
        }
    }

    /// Enqueues a convergence of the address; the result tells when it has ended.
    pub(super) fn enqueue(
        self: &Rc<Self>,
        work: Work,
        address: &Address,
    ) -> futures_channel::oneshot::Receiver<()> {
        self.note(Note::Enqueued { work, address });
        let (ended, needs_worker) = self.queue.push(address, work);
        if needs_worker {
            let task =
                Task { role: Role::Converge, correlation: Correlation::of(work), address: Some(address) };
            let (lane, address) = (Rc::clone(self), address.clone());
            self.host.runtime().spawn(task, async move {
                while let Some(job) = lane.queue.next(&address) {
                    lane.converge(job.work, &address).await;
                    // Whoever enqueued it may not wait for it.
                    let _ = job.done.send(());
                }
            });
        }
        ended
    }

    /// Lists every row and enqueues one convergence for each address in the rows or in the registry.
    /// Nothing is installed from the listing, which may be old by the time it is followed.
    ///
    /// # Errors
    /// If the rows could not be listed, or not in time; then nothing is enqueued.
    pub(super) async fn rehydrate(
        self: &Rc<Self>,
        correlation: Correlation,
    ) -> Result<Vec<futures_channel::oneshot::Receiver<()>>, Unreadable> {
        let task = Task { role: Role::ListTimeout, correlation, address: None };
        let listing = self.host.store().list(correlation);
        let rows = within(self.host.runtime(), task, listing).await.unwrap_or(Err(Unreadable))?;
        let mut addresses: BTreeSet<Address> = rows.into_iter().collect();
        for (address, held) in self.registry.borrow().iter() {
            if !held.is_code() {
                addresses.insert(address.clone());
            }
        }
        Ok(addresses.iter().map(|address| self.enqueue(correlation.work, address)).collect())
    }

    /// Detaches, and closes every instance; done when they are closed. What is queued ends without effect.
    pub(super) async fn shut_down(self: &Rc<Self>) {
        self.down.set(true);
        self.detach();
        let held: Vec<_> = self.registry.borrow_mut().drain().collect();
        for (_, held) in held {
            R::close(self.host.clone(), held.instance).await;
        }
    }

    /// Closes an instance in the background: a close that hangs must not block the queue.
    pub(super) fn close(&self, work: Work, address: &Address, instance: R::Instance) {
        let correlation = Correlation { work, attempt: attempt_of(instance.id()) };
        let task = Task { role: Role::Close, correlation, address: Some(address) };
        self.host.runtime().spawn(task, R::close(self.host.clone(), instance));
    }

    pub(super) fn note(&self, note: Note<'_>) {
        self.host.journal().note(note);
    }

    pub(super) fn kept(&self, work: Work, address: &Address, why: Kept) {
        self.note(Note::Kept { work, address, why });
    }

    pub(super) fn node(&self) -> Rc<str> {
        Rc::clone(&self.node.borrow())
    }
}

/// Tells the closings of two instances for one work apart.
fn attempt_of(instance: InstanceId) -> u16 {
    u16::try_from(instance.nth & 0xffff).expect("sixteen bits fit")
}
