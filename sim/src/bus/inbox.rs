//! The receiving end of a subscription.
//!
//! What arrived waits here until the node takes it; that is where a pause or a slow node piles it up. An
//! inbox belongs to one life: to a later one it yields nothing.

use std::{fmt, future::poll_fn, rc::Rc, task::Poll};

use super::{Channel, Inner, Message};
use crate::key::{Life, NodeId};

/// What an inbox yields.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Arrival<M> {
    /// A message.
    Message {
        /// What was published, damaged or not.
        message: M,
        /// Which copy of it this is, from 0.
        copy: u8,
    },
    /// The connection is back after a cut that was noticed; what was published meanwhile is lost.
    Reconnected,
    /// The inbox was full, and at least one message was lost at this place.
    Overflowed,
}

/// The receiving end of one subscription.
pub struct Inbox<M> {
    bus: Rc<Inner<M>>,
    node: NodeId,
    life: Life,
    channel: Channel,
}

impl<M: Message> Inbox<M> {
    pub(super) fn new(bus: &Rc<Inner<M>>, node: NodeId, life: Life, channel: Channel) -> Self {
        Self { bus: Rc::clone(bus), node, life, channel }
    }

    /// Takes what arrived first, or waits for it; for ever when the life is over.
    pub async fn next(&mut self) -> Arrival<M> {
        poll_fn(|cx| {
            if !self.bus.core.is_alive(self.node, self.life) {
                return Poll::Pending;
            }
            self.bus
                .ports
                .borrow_mut()
                .take(self.node, self.channel, cx.waker())
                .map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }

    /// Takes what arrived first, if anything did.
    pub fn try_next(&mut self) -> Option<Arrival<M>> {
        if !self.bus.core.is_alive(self.node, self.life) {
            return None;
        }
        self.bus.ports.borrow_mut().try_take(self.node, self.channel)
    }
}

impl<M> fmt::Debug for Inbox<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Inbox");
        debug.field("node", &self.node).field("life", &self.life).field("channel", &self.channel);
        debug.finish_non_exhaustive()
    }
}
