//! The tasks of a world, and those of them that are ready to be polled.
//!
//! This is data only: `executor` polls. Wakers are safe code: an `Arc` that puts its task into a heap behind a mutex,
//! which only one thread uses. Invariant: a task is at most once in the heap or parked by its paused node.

use std::{
    cmp::{Ordering, Reverse},
    collections::BinaryHeap,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
    task::{Wake, Waker},
};

use crate::key::{Key, NodeId};

pub(super) type TaskFuture = Pin<Box<dyn Future<Output = ()>>>;

/// A task that is not being polled.
pub(super) struct Task {
    pub(super) node: NodeId,
    pub(super) handle: Arc<TaskHandle>,
    pub(super) waker: Waker,
    pub(super) future: TaskFuture,
}

/// What a waker knows of its task.
pub(super) struct TaskHandle {
    pub(super) key: Key,
    /// Counts tasks. It orders tasks of one key, and tells a task from an earlier one in the same slot.
    serial: u64,
    pub(super) slot: usize,
    /// Whether the task is in the heap or parked.
    queued: AtomicBool,
    ready: Arc<ReadyQueue>,
}

impl TaskHandle {
    /// Lets the task be woken again. To be called before the task is polled, so that a wake during the poll counts.
    pub(super) fn clear_queued(&self) {
        self.queued.store(false, Relaxed);
    }
}

impl Wake for TaskHandle {
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

impl Ord for TaskHandle {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.key, self.serial).cmp(&(other.key, other.serial))
    }
}

impl PartialOrd for TaskHandle {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for TaskHandle {
    fn eq(&self, other: &Self) -> bool {
        self.serial == other.serial
    }
}

impl Eq for TaskHandle {}

/// All tasks, each in a slot that is used again after the task has ended.
#[derive(Default)]
pub(super) struct Tasks {
    slots: Vec<Option<Task>>,
    free: Vec<usize>,
    serial: u64,
}

impl Tasks {
    pub(super) fn insert(
        &mut self,
        node: NodeId,
        key: Key,
        ready: &Arc<ReadyQueue>,
        future: TaskFuture,
    ) -> Arc<TaskHandle> {
        self.serial += 1;
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(None);
            self.slots.len() - 1
        });
        let handle = Arc::new(TaskHandle {
            key,
            serial: self.serial,
            slot,
            queued: AtomicBool::new(false),
            ready: Arc::clone(ready),
        });
        let waker = Waker::from(Arc::clone(&handle));
        self.slots[slot] = Some(Task { node, handle: Arc::clone(&handle), waker, future });
        handle
    }

    /// The slot of a task; `None` if the task has ended. A waker can outlive its task, and then the slot is empty or
    /// holds another task.
    pub(super) fn slot_of(&mut self, handle: &TaskHandle) -> Option<&mut Option<Task>> {
        let slot = self.slots.get_mut(handle.slot)?;
        slot.as_ref().is_some_and(|task| task.handle.serial == handle.serial).then_some(slot)
    }

    /// Puts a task that was polled back into its slot.
    pub(super) fn put_back(&mut self, task: Task) {
        let slot = task.handle.slot;
        self.slots[slot] = Some(task);
    }

    /// Frees the slot of a task that was polled and has ended.
    pub(super) fn free(&mut self, slot: usize) {
        self.free.push(slot);
    }

    /// The nodes that have tasks, each once, in order.
    pub(super) fn nodes(&self) -> Vec<NodeId> {
        let mut nodes: Vec<NodeId> = self.slots.iter().flatten().map(|task| task.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// Takes out the tasks of a node, in the order of their keys.
    pub(super) fn take_node(&mut self, node: NodeId) -> impl Iterator<Item = Task> + use<> {
        let slots = self.slots.iter_mut().enumerate();
        let of_node = slots.filter(|(_, task)| task.as_ref().is_some_and(|task| task.node == node));
        let taken = of_node.filter_map(|(slot, task)| {
            self.free.push(slot);
            task.take()
        });
        in_key_order(taken.collect())
    }

    /// All tasks, in the order of their keys.
    pub(super) fn into_ordered(self) -> impl Iterator<Item = Task> {
        in_key_order(self.slots.into_iter().flatten().collect())
    }
}

/// The order of the slots would not do: it depends on which other tasks have ended.
fn in_key_order(mut tasks: Vec<Task>) -> impl Iterator<Item = Task> {
    tasks.sort_unstable_by(|a, b| a.handle.cmp(&b.handle));
    tasks.into_iter()
}

/// The tasks that are ready to be polled, the one with the smallest key first.
#[derive(Default)]
pub(super) struct ReadyQueue(Mutex<BinaryHeap<Reverse<Arc<TaskHandle>>>>);

impl ReadyQueue {
    pub(super) fn push(&self, handle: Arc<TaskHandle>) {
        self.lock().push(Reverse(handle));
    }

    pub(super) fn pop(&self) -> Option<Arc<TaskHandle>> {
        self.lock().pop().map(|Reverse(handle)| handle)
    }

    pub(super) fn clear(&self) {
        // Dropped after the lock is released.
        let handles = std::mem::take(&mut *self.lock());
        drop(handles);
    }

    /// No code that can panic runs with the lock held, so a poisoned lock means nothing.
    fn lock(&self) -> MutexGuard<'_, BinaryHeap<Reverse<Arc<TaskHandle>>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
