//! The world of one seed, as its driver and its ports see it.
//!
//! The methods of a [`World`] come in four groups: tasks and their waits ([`World::spawn`], [`World::sleep`],
//! [`World::call`], [`World::quiet`]), the agenda ([`World::schedule`]), nodes ([`World::boot`] and so on), and the
//! record ([`World::record`]). Futures need not be `Send`.
//!
//! A node is *up* between a boot and a crash; that span is one life. A crash drops the tasks of the node. A pause
//! only stops polling them, while answers, deliveries and timers go on to arrive.

use std::{cell::RefCell, fmt, rc::Rc};

use super::{
    call::{Call, CallTiming},
    core::{Core, Entry},
    quiet::Quiet,
    sleep::Sleep,
};
use crate::{
    agenda::{DuplicateKey, EntryId, EntryKind},
    end::End,
    key::{Key, Life, NodeId},
    micros::Micros,
    stream::Stream,
    trace::Trace,
};

/// A handle to the world of one seed, whose events are `E`. A clone is cheap and stands for the same world.
pub struct World<E> {
    pub(super) core: Rc<Core>,
    pub(super) trace: Rc<RefCell<Trace<E>>>,
}

impl<E: 'static> World<E> {
    /// The seed of this run.
    pub fn seed(&self) -> u64 {
        self.core.seed
    }

    /// The stream of random numbers for the decision with this key. Each call begins the same stream anew.
    pub fn stream(&self, key: Key) -> Stream {
        Stream::new(self.core.seed, key)
    }

    /// The present instant.
    pub fn now(&self) -> Micros {
        self.core.now()
    }

    /// Appends an event to the trace, stamped with the present instant.
    pub fn record(&self, event: E) {
        self.trace.borrow_mut().push(self.now(), event);
    }

    /// How many events were recorded so far.
    pub fn recorded(&self) -> usize {
        self.trace.borrow().events().len()
    }

    /// Ends the run with [`End::Done`], once the present poll or act is over.
    pub fn finish(&self) {
        self.core.end(End::Done);
    }

    /// Starts a task of a node. It is first polled at this instant, in the order of its key. The task ends at the
    /// latest with the node's life. If the node is down, the future is dropped without a poll.
    pub fn spawn(&self, node: NodeId, key: Key, future: impl Future<Output = ()> + 'static) {
        self.core.spawn(node, key, Box::pin(future));
    }

    /// Waits for this long, counted from this call. Dropping the future cancels the timer.
    pub fn sleep(&self, key: Key, span: Micros) -> Sleep {
        Sleep::new(&self.core, key, span)
    }

    /// A port call of a node. It is sent when the future is first polled, acts at one instant, and is answered at
    /// another.
    ///
    /// Once sent, it acts even if the future is dropped or the node crashes. The answer is dropped if the life that
    /// sent the call is over. If the answer is lost, the future waits for ever.
    pub fn call<A: 'static, F: FnOnce() -> A + 'static>(
        &self,
        node: NodeId,
        key: Key,
        timing: CallTiming,
        act: F,
    ) -> impl Future<Output = A> + use<E, A, F> {
        Call::new(&self.core, node, key, timing, act)
    }

    /// Lets `act` happen at an instant. If that is past, it happens at this instant, after the present poll or act.
    ///
    /// # Errors
    /// If there is an entry with this key at that instant.
    pub fn schedule(
        &self,
        kind: EntryKind,
        due: Micros,
        key: Key,
        act: impl FnOnce() + 'static,
    ) -> Result<EntryId, DuplicateKey> {
        self.core.schedule(kind, due, key, Entry::Run(Box::new(act)))
    }

    /// Takes a scheduled entry off the agenda. Returns false if it has happened or was cancelled before.
    pub fn cancel(&self, id: EntryId) -> bool {
        self.core.cancel(id)
    }

    /// How many entries of this kind are on the agenda.
    pub fn pending(&self, kind: EntryKind) -> usize {
        self.core.pending(kind)
    }

    /// Waits for the first moment at which no task can be polled and nothing is in flight: no task is ready but those
    /// of paused nodes, and there is no [`EntryKind::InFlight`] on the agenda.
    pub fn quiet(&self) -> impl Future<Output = ()> + use<E> {
        Quiet::new(&self.core)
    }

    /// Begins a new life of a node. A node that is up crashes first. Without effect on [`NodeId::WORLD`].
    pub fn boot(&self, node: NodeId) -> Life {
        self.core.boot(node)
    }

    /// Ends the life of a node: its tasks are dropped, its subscriptions and inboxes are gone. A task that crashes
    /// its own node is dropped right after the present poll. Without effect on a node that is down.
    pub fn crash(&self, node: NodeId) {
        self.core.crash(node);
    }

    /// Stops polling the tasks of a node. Without effect on a node that is down.
    pub fn pause(&self, node: NodeId) {
        self.core.pause(node);
    }

    /// Polls the tasks of a paused node again. They see at this instant what arrived during the pause.
    pub fn resume(&self, node: NodeId) {
        self.core.resume(node);
    }

    /// Whether the node is up, paused or not.
    pub fn is_up(&self, node: NodeId) -> bool {
        self.core.is_up(node)
    }

    /// Whether the node is paused.
    pub fn is_paused(&self, node: NodeId) -> bool {
        self.core.is_paused(node)
    }

    /// The present life of a node or, if it is down, its last one.
    pub fn life(&self, node: NodeId) -> Life {
        self.core.life(node)
    }

    /// Calls `hook` at every crash, also at one inside a port call. At that moment the node is down, and its tasks
    /// are not yet dropped. Several hooks are called in the order in which they were added.
    pub fn on_crash(&self, hook: impl Fn(NodeId) + 'static) {
        self.core.on_crash(Rc::new(hook));
    }

    pub(crate) fn core(&self) -> &Rc<Core> {
        &self.core
    }
}

impl<E> Clone for World<E> {
    fn clone(&self) -> Self {
        Self { core: Rc::clone(&self.core), trace: Rc::clone(&self.trace) }
    }
}

impl<E> fmt::Debug for World<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("World")
            .field("seed", &self.core.seed)
            .field("now", &self.core.now())
            .finish_non_exhaustive()
    }
}
