//! Lives of nodes: boot, crash, pause.
//!
//! A crash ends a life at once: from then on nothing of that life is polled, answered or delivered to.
//! Invariant: what a later life sees, it has asked for itself. Left out: an orderly shutdown, which is the
//! node's own affair.

use std::{rc::Rc, sync::Arc};

use super::{core::Core, executor::Ticket};
use crate::key::{Life, NodeId};

pub(super) type CrashHook = Rc<dyn Fn(NodeId)>;

/// The state of each node that ever booted.
#[derive(Default)]
pub(super) struct Nodes(Vec<Node>);

#[derive(Default)]
struct Node {
    life: Life,
    is_up: bool,
    is_paused: bool,
    /// Tasks that became ready during the pause.
    held: Vec<Arc<Ticket>>,
}

impl Nodes {
    /// Puts a ready task aside if its node is paused.
    pub(super) fn hold(&mut self, node: NodeId, ticket: &Arc<Ticket>) -> bool {
        match self.0.get_mut(usize::from(node.0)) {
            Some(node) if node.is_paused => {
                node.held.push(Arc::clone(ticket));
                true
            }
            _ => false,
        }
    }

    fn get(&self, node: NodeId) -> Option<&Node> {
        self.0.get(usize::from(node.0))
    }

    fn up(&mut self, node: NodeId) -> Option<&mut Node> {
        self.0.get_mut(usize::from(node.0)).filter(|node| node.is_up)
    }

    fn begin_life(&mut self, node: NodeId) -> Life {
        let index = usize::from(node.0);
        if index >= self.0.len() {
            self.0.resize_with(index + 1, Node::default);
        }
        let node = &mut self.0[index];
        node.is_up = true;
        node.life.0 += 1;
        node.life
    }

    fn end_life(&mut self, node: NodeId) -> bool {
        let Some(node) = self.up(node) else { return false };
        *node = Node { life: node.life, ..Node::default() };
        true
    }
}

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
            self.doomed.set(true);
        } else {
            self.end_life(node);
        }
    }

    fn end_life(&self, node: NodeId) {
        if !self.nodes.borrow_mut().end_life(node) {
            return;
        }
        let hooks = self.crash_hooks.borrow().clone();
        for hook in hooks {
            hook(node);
        }
        self.drop_tasks(node);
    }

    /// The node is being polled and crashes right after: what it does until then has no effect.
    pub(super) fn is_doomed(&self, node: NodeId) -> bool {
        self.doomed.get() && self.polling.get() == Some(node)
    }

    pub(super) fn pause(&self, node: NodeId) {
        if let Some(node) = self.nodes.borrow_mut().up(node) {
            node.is_paused = true;
        }
    }

    pub(super) fn resume(&self, node: NodeId) {
        if let Some(node) = self.nodes.borrow_mut().up(node) {
            node.is_paused = false;
            node.held.drain(..).for_each(|ticket| self.ready.push(ticket));
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

    /// Whether this life of the node goes on.
    pub(crate) fn is_alive(&self, node: NodeId, life: Life) -> bool {
        self.is_up(node) && self.life(node) == life
    }

    pub(crate) fn on_crash(&self, hook: CrashHook) {
        if !self.is_closed() {
            self.crash_hooks.borrow_mut().push(hook);
        }
    }
}
