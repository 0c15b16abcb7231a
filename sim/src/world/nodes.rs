//! The nodes of a world: which life each is in, whether it is up, and whether it is paused.
//!
//! This is data only: `lives` changes it. Invariant: what was parked during a pause is gone when the life ends.

use std::{rc::Rc, sync::Arc};

use super::tasks::TaskHandle;
use crate::key::{Life, NodeId};

pub(super) type CrashHook = Rc<dyn Fn(NodeId)>;

/// The state of each node that was ever booted.
#[derive(Default)]
pub(super) struct Nodes(Vec<Node>);

#[derive(Default)]
pub(super) struct Node {
    /// The present life or, of a node that is down, the last one.
    pub(super) life: Life,
    pub(super) is_up: bool,
    pub(super) is_paused: bool,
    /// Tasks that became ready during the pause.
    parked: Vec<Arc<TaskHandle>>,
}

impl Nodes {
    pub(super) fn get(&self, node: NodeId) -> Option<&Node> {
        self.0.get(usize::from(node.0))
    }

    /// The node, if it is up.
    pub(super) fn up(&mut self, node: NodeId) -> Option<&mut Node> {
        self.0.get_mut(usize::from(node.0)).filter(|node| node.is_up)
    }

    /// Parks a ready task if its node is paused. Returns whether it did.
    pub(super) fn park(&mut self, node: NodeId, handle: &Arc<TaskHandle>) -> bool {
        match self.0.get_mut(usize::from(node.0)) {
            Some(node) if node.is_paused => {
                node.parked.push(Arc::clone(handle));
                true
            }
            Some(_) | None => false,
        }
    }

    pub(super) fn begin_life(&mut self, node: NodeId) -> Life {
        let index = usize::from(node.0);
        if index >= self.0.len() {
            self.0.resize_with(index + 1, Node::default);
        }
        let node = &mut self.0[index];
        node.is_up = true;
        node.life.0 += 1;
        node.life
    }

    /// Ends the life of a node. Returns whether it was up.
    pub(super) fn end_life(&mut self, node: NodeId) -> bool {
        let Some(node) = self.up(node) else { return false };
        // Only the number of the life outlasts it.
        *node = Node { life: node.life, ..Node::default() };
        true
    }
}

impl Node {
    /// Ends a pause. Yields the tasks that were parked.
    pub(super) fn resume(&mut self) -> impl Iterator<Item = Arc<TaskHandle>> + '_ {
        self.is_paused = false;
        self.parked.drain(..)
    }
}
