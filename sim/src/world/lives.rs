//! Lives of nodes: boot, crash, pause.
//!
//! A crash ends a life at once: from then on no task of that life is polled, no call of it is answered and no message
//! is delivered to it. Invariant: a later life sees only what it has asked for itself. Left out: an orderly shutdown,
//! which a node does by itself.

use super::{core::Core, nodes::CrashHook};
use crate::key::{Life, NodeId};

impl Core {
    pub(super) fn boot(&self, node: NodeId) -> Life {
        if node == NodeId::WORLD {
            return self.life(node);
        }
        self.end_life(node);
        self.nodes.borrow_mut().begin_life(node)
    }

    pub(super) fn crash(&self, node: NodeId) {
        if self.polling.get() == Some(node) && node != NodeId::WORLD {
            // The task that is being polled cannot be dropped from within its own poll.
            self.crash_pending.set(true);
        } else {
            self.end_life(node);
        }
    }

    fn end_life(&self, node: NodeId) {
        if !self.nodes.borrow_mut().end_life(node) {
            return;
        }
        // Cloned: a hook may add another one.
        let hooks = self.crash_hooks.borrow().clone();
        for hook in hooks {
            hook(node);
        }
        // Taken out first: the drop of a task may call the world.
        let dead = self.tasks.borrow_mut().take_node(node);
        dead.for_each(|task| self.drop_task(task));
    }

    /// Whether the node is being polled and crashes as soon as the poll returns. What it does until then has no
    /// effect.
    pub(super) fn is_crash_pending(&self, node: NodeId) -> bool {
        self.crash_pending.get() && self.polling.get() == Some(node)
    }

    pub(super) fn pause(&self, node: NodeId) {
        if let Some(node) = self.nodes.borrow_mut().up(node) {
            node.is_paused = true;
        }
    }

    pub(super) fn resume(&self, node: NodeId) {
        if let Some(node) = self.nodes.borrow_mut().up(node) {
            node.resume().for_each(|handle| self.ready.push(handle));
        }
    }

    pub(super) fn is_up(&self, node: NodeId) -> bool {
        node == NodeId::WORLD || self.nodes.borrow().get(node).is_some_and(|node| node.is_up)
    }

    pub(super) fn is_paused(&self, node: NodeId) -> bool {
        self.nodes.borrow().get(node).is_some_and(|node| node.is_paused)
    }

    pub(crate) fn life(&self, node: NodeId) -> Life {
        self.nodes.borrow().get(node).map_or(Life(0), |node| node.life)
    }

    /// Whether the node is up and in this life.
    pub(crate) fn is_alive(&self, node: NodeId, life: Life) -> bool {
        self.is_up(node) && self.life(node) == life
    }

    pub(crate) fn on_crash(&self, hook: CrashHook) {
        if !self.is_closed() {
            self.crash_hooks.borrow_mut().push(hook);
        }
    }
}
