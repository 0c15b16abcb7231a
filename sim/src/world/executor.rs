//! Tasks and the order in which they are polled.
//!
//! Of the ready tasks the one with the smallest key is polled, also when it was woken in this very instant;
//! tasks of one key in the order in which they were spawned. Wakers are safe code: an `Arc` that puts its
//! task into a heap behind an uncontended mutex. Invariant: a task is in the heap or held by its paused node
//! at most once.

use std::{
    cmp::{Ordering, Reverse},
    collections::BinaryHeap,
    pin::Pin,
    rc::Rc,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    task::{Context, Poll, Wake, Waker},
};

use super::core::Core;
use crate::key::{Key, NodeId};

type TaskFuture = Pin<Box<dyn Future<Output = ()>>>;

/// A task that is not being polled.
pub(super) struct Task {
    pub(super) node: NodeId,
    ticket: Arc<Ticket>,
    waker: Waker,
    future: TaskFuture,
}

/// All tasks, each in a slot that is used again after its end.
#[derive(Default)]
pub(super) struct Tasks {
    slots: Vec<Option<Task>>,
    free: Vec<usize>,
    serial: u64,
}

/// The tasks that are ready to be polled.
#[derive(Default)]
pub(super) struct Ready(Mutex<BinaryHeap<Reverse<Arc<Ticket>>>>);

/// What a waker knows of its task.
pub(super) struct Ticket {
    key: Key,
    serial: u64,
    slot: usize,
    queued: AtomicBool,
    ready: Arc<Ready>,
}

impl Tasks {
    /// The nodes that have tasks, each once, in order.
    pub(super) fn nodes(&self) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = self.slots.iter().flatten().map(|task| task.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// The tasks in the order of their keys, to be dropped.
    pub(super) fn into_dead(self) -> impl Iterator<Item = Task> {
        in_order(self.slots.into_iter().flatten().collect())
    }

    fn take_node(&mut self, node: NodeId) -> impl Iterator<Item = Task> + use<> {
        let slots = self.slots.iter_mut().enumerate();
        let of_node = slots.filter(|(_, task)| task.as_ref().is_some_and(|task| task.node == node));
        let taken = of_node.filter_map(|(slot, task)| {
            self.free.push(slot);
            task.take()
        });
        in_order(taken.collect())
    }

    fn insert(&mut self, node: NodeId, key: Key, ready: &Arc<Ready>, future: TaskFuture) -> Arc<Ticket> {
        self.serial += 1;
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() - 1
        });
        let ticket = Arc::new(Ticket {
            key,
            serial: self.serial,
            slot,
            queued: AtomicBool::new(false),
            ready: Arc::clone(ready),
        });
        let waker = Waker::from(Arc::clone(&ticket));
        self.slots[slot] = Some(Task { node, ticket: Arc::clone(&ticket), waker, future });
        ticket
    }

    /// The task of a ticket, unless it has ended: then its slot is empty or has another one's task.
    fn of(&mut self, ticket: &Ticket) -> Option<&mut Option<Task>> {
        let slot = self.slots.get_mut(ticket.slot)?;
        slot.as_ref().is_some_and(|task| task.ticket.serial == ticket.serial).then_some(slot)
    }
}

/// Not the order of the slots, which depends on what else has ended.
fn in_order(mut tasks: Vec<Task>) -> impl Iterator<Item = Task> {
    tasks.sort_unstable_by(|a, b| a.ticket.cmp(&b.ticket));
    tasks.into_iter()
}

impl Ready {
    pub(super) fn push(&self, ticket: Arc<Ticket>) {
        self.lock().push(Reverse(ticket));
    }

    pub(super) fn clear(&self) {
        let tickets = std::mem::take(&mut *self.lock());
        drop(tickets);
    }

    fn pop(&self) -> Option<Arc<Ticket>> {
        self.lock().pop().map(|Reverse(ticket)| ticket)
    }

    /// A panic never happens with the lock held, so poison means nothing.
    fn lock(&self) -> MutexGuard<'_, BinaryHeap<Reverse<Arc<Ticket>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Wake for Ticket {
    fn wake(self: Arc<Self>) {
        if !self.queued.swap(true, Relaxed) {
            let ready = Arc::clone(&self.ready);
            ready.push(self);
        }
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.queued.swap(true, Relaxed) {
            self.ready.push(Arc::clone(self));
        }
    }
}

impl Ord for Ticket {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.key, self.serial).cmp(&(other.key, other.serial))
    }
}

impl PartialOrd for Ticket {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Ticket {
    fn eq(&self, other: &Self) -> bool {
        self.serial == other.serial
    }
}

impl Eq for Ticket {}

impl Core {
    pub(super) fn spawn(&self, node: NodeId, key: Key, future: TaskFuture) {
        if self.is_closed() || !self.is_up(node) {
            return;
        }
        let ticket = self.tasks.borrow_mut().insert(node, key, &self.ready, future);
        ticket.wake();
    }

    /// Polls the first ready task; `None` when there is none. Tasks of a paused node are put aside.
    pub(super) fn poll_next(self: &Rc<Self>) -> Option<(NodeId, Key)> {
        loop {
            let ticket = self.ready.pop()?;
            let mut tasks = self.tasks.borrow_mut();
            let Some(slot) = tasks.of(&ticket) else { continue };
            let Some(node) = slot.as_ref().map(|task| task.node) else { continue };
            if self.nodes.borrow_mut().hold(node, &ticket) {
                continue;
            }
            let Some(task) = slot.take() else { continue };
            drop(tasks);
            ticket.queued.store(false, Relaxed);
            self.poll(task, &ticket);
            return Some((node, ticket.key));
        }
    }

    fn poll(self: &Rc<Self>, mut task: Task, ticket: &Ticket) {
        let (node, key) = (task.node, ticket.key);
        let life = self.life(node);
        self.beat(node);
        self.polling.set(Some(node));
        let polled =
            self.guard(node, key, || task.future.as_mut().poll(&mut Context::from_waker(&task.waker)));
        self.polling.set(None);
        if matches!(polled, Some(Poll::Pending)) && self.is_alive(node, life) {
            self.tasks.borrow_mut().slots[ticket.slot] = Some(task);
        } else {
            self.tasks.borrow_mut().free.push(ticket.slot);
            self.drop_task(task);
        }
        if self.doomed.take() && self.is_alive(node, life) {
            self.guard(node, key, || self.crash(node));
        }
    }

    /// Drops the tasks of a node that is down, outside of every borrow.
    pub(super) fn drop_tasks(&self, node: NodeId) {
        let dead = self.tasks.borrow_mut().take_node(node);
        dead.for_each(|task| self.drop_task(task));
    }

    pub(super) fn drop_task(&self, task: Task) {
        self.guard(task.node, task.ticket.key, || drop(task.future));
    }

    pub(super) fn beat(&self, node: NodeId) {
        if let Some(heartbeat) = &self.heartbeat {
            heartbeat.step(node, self.now());
        }
    }
}
