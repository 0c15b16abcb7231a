//! The order in which tasks are polled.
//!
//! Of the ready tasks the one with the smallest key is polled, also if it was woken in this very instant. Tasks of
//! equal keys are polled in the order in which they were spawned. Invariant: no borrow of the world lasts over a poll
//! or a drop, because such code may call the world in any way.

use std::{
    rc::Rc,
    task::{Context, Poll, Wake},
};

use super::{
    core::Core,
    tasks::{Task, TaskFuture},
};
use crate::key::{Key, NodeId};

impl Core {
    pub(super) fn spawn(&self, node: NodeId, key: Key, future: TaskFuture) {
        if self.is_closed() || !self.is_up(node) {
            return;
        }
        let handle = self.tasks.borrow_mut().insert(node, key, &self.ready, future);
        handle.wake();
    }

    /// Polls the first ready task; `None` if there is none. The tasks of a paused node are parked.
    pub(super) fn poll_next(self: &Rc<Self>) -> Option<(NodeId, Key)> {
        loop {
            let handle = self.ready.pop()?;
            let mut tasks = self.tasks.borrow_mut();
            // A handle can be in the queue although its task has ended.
            let Some(slot) = tasks.slot_of(&handle) else { continue };
            let Some(node) = slot.as_ref().map(|task| task.node) else { continue };
            if self.nodes.borrow_mut().park(node, &handle) {
                continue;
            }
            // Taken out of its slot, because no borrow may last over the poll.
            let Some(task) = slot.take() else { continue };
            drop(tasks);
            handle.clear_queued();
            self.poll(task);
            return Some((node, handle.key));
        }
    }

    fn poll(self: &Rc<Self>, mut task: Task) {
        let (node, key, slot) = (task.node, task.handle.key, task.handle.slot);
        let life = self.life(node);
        self.record_heartbeat(node);
        self.polling.set(Some(node));
        let polled =
            self.guard(node, key, || task.future.as_mut().poll(&mut Context::from_waker(&task.waker)));
        self.polling.set(None);
        // The task may have ended its own life, by a boot of its node. It was not in its slot then, so it is dropped
        // here.
        if matches!(polled, Some(Poll::Pending)) && self.is_alive(node, life) {
            self.tasks.borrow_mut().put_back(task);
        } else {
            self.tasks.borrow_mut().free(slot);
            self.drop_task(task);
        }
        if self.crash_pending.take() && self.is_alive(node, life) {
            self.guard(node, key, || self.crash(node));
        }
    }
}
