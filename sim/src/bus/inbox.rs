//! The receiving end of a subscription.
//!
//! What arrived waits here until the node takes it, so it piles up while the node is paused or slow. Invariant: an
//! inbox belongs to one life. In a later life it yields nothing.

use std::{fmt, future::poll_fn, rc::Rc, task::Poll};

use super::{
    arrival::Arrival,
    message::{Channel, Message},
    transport::Transport,
};
use crate::key::{Life, NodeId};

/// The receiving end of one subscription.
pub struct Inbox<M> {
    transport: Rc<Transport<M>>,
    node: NodeId,
    life: Life,
    channel: Channel,
}

impl<M: Message> Inbox<M> {
    pub(super) fn new(transport: &Rc<Transport<M>>, node: NodeId, life: Life, channel: Channel) -> Self {
        Self { transport: Rc::clone(transport), node, life, channel }
    }

    /// Takes the first arrival, or waits for one. Waits for ever if the life is over.
    pub async fn next(&mut self) -> Arrival<M> {
        poll_fn(|cx| {
            if !self.transport.core.is_alive(self.node, self.life) {
                return Poll::Pending;
            }
            self.transport
                .state
                .borrow_mut()
                .take(self.node, self.channel, cx.waker())
                .map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }

    /// Takes the first arrival; `None` if there is none, or the life is over.
    pub fn try_next(&mut self) -> Option<Arrival<M>> {
        if !self.transport.core.is_alive(self.node, self.life) {
            return None;
        }
        self.transport.state.borrow_mut().try_take(self.node, self.channel)
    }
}

impl<M> fmt::Debug for Inbox<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Inbox");
        debug.field("node", &self.node).field("life", &self.life).field("channel", &self.channel);
        debug.finish_non_exhaustive()
    }
}
