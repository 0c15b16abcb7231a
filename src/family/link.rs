//! A lane's attachment to a bus.

use std::rc::Rc;

use futures_channel::oneshot;

use super::ports::Host;

/// A lane's attachment to a bus. Dropping it ends the lane's receiver.
pub struct Link<H: Host> {
    pub(super) bus: H::Bus,
    pub(super) node: Rc<str>,
    /// The receiver's task holds the other end. Nothing is ever sent: the task ends when this sender is dropped.
    _open: oneshot::Sender<()>,
}

impl<H: Host> Link<H> {
    /// A link to a bus under a node id, and what the receiver's task waits for to learn that the link was dropped.
    pub fn new(bus: &H::Bus, node: &Rc<str>) -> (Self, oneshot::Receiver<()>) {
        let (open, closed) = oneshot::channel();
        (Self { bus: bus.clone(), node: Rc::clone(node), _open: open }, closed)
    }

    /// Whether the link is to this bus, under this node id.
    pub fn is_to(&self, bus: &H::Bus, node: &str) -> bool {
        self.bus == *bus && &*self.node == node
    }
}
