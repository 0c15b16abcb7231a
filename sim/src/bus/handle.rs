//! The bus as a node and the driver use it: subscribe, publish, cut and heal.

use std::{
    cell::RefCell,
    fmt,
    rc::{Rc, Weak},
};

use super::{
    config::{BusConfig, Notice},
    event::BusEvent,
    fate::Fate,
    inbox::Inbox,
    message::{Channel, Message},
    state::InFlight,
    transport::Transport,
};
use crate::{
    key::{Key, Life, NodeId},
    world::World,
};

/// A handle to a bus for messages `M`. A clone stands for the same bus.
pub struct Bus<M> {
    transport: Rc<Transport<M>>,
}

impl<M: Message> Bus<M> {
    /// A bus without subscribers. The observer is called for everything that happens to a signal, at the instant that
    /// it happens.
    pub fn new<E: 'static>(
        world: &World<E>,
        config: BusConfig,
        observer: impl Fn(BusEvent) + 'static,
    ) -> Self {
        let transport = Rc::new(Transport {
            core: Rc::clone(world.core()),
            config,
            state: RefCell::default(),
            observer: Box::new(observer),
        });
        // Weak, so that the hook of the world does not keep the bus alive.
        let weak: Weak<Transport<M>> = Rc::downgrade(&transport);
        world.core().on_crash(Rc::new(move |node| {
            if let Some(transport) = weak.upgrade() {
                // Dropped after the borrow: the drop of a message may call the bus.
                let removed = transport.state.borrow_mut().crash(node);
                drop(removed);
            }
        }));
        Self { transport }
    }

    /// Subscribes a life of a node to a channel, from now until it unsubscribes or the life ends. Returns whether the
    /// node is subscribed, which is false only if that life is over. A second subscription has no effect.
    pub fn subscribe(&self, node: NodeId, life: Life, channel: Channel) -> bool {
        let is_alive = self.transport.core.is_alive(node, life);
        if is_alive {
            self.transport.state.borrow_mut().subscribe(node, channel);
        }
        is_alive
    }

    /// Ends the subscription of a life, and discards what is in its inbox. Without effect if there is none.
    pub fn unsubscribe(&self, node: NodeId, life: Life, channel: Channel) {
        if self.transport.core.is_alive(node, life) {
            let removed = self.transport.state.borrow_mut().unsubscribe(node, channel);
            drop(removed);
        }
    }

    /// Whether the node is subscribed.
    pub fn is_subscribed(&self, node: NodeId, channel: Channel) -> bool {
        self.transport.state.borrow().subscription(node, channel).is_some()
    }

    /// The receiving end of a life's subscription. The subscription may come later.
    pub fn inbox(&self, node: NodeId, life: Life, channel: Channel) -> Inbox<M> {
        Inbox::new(&self.transport, node, life, channel)
    }

    /// Publishes a message now. `fate` is called for each subscribed node, in order, and says what becomes of the
    /// message on its way there. Copies arrive under the key that the signal causes on that node ([`Key::caused`]).
    pub fn publish(&self, signal: Key, channel: Channel, message: &M, mut fate: impl FnMut(NodeId) -> Fate) {
        let mut after = None;
        loop {
            // One subscriber at a time, because `fate` and the observer may change who is subscribed.
            let next = self.transport.state.borrow().subscriber_after(channel, after);
            let Some((to, subscription)) = next else { return };
            after = Some(to);
            let copies = fate(to);
            if copies.is_empty() {
                (self.transport.observer)(BusEvent::Dropped { signal, to });
            }
            for (copy, copy_fate) in (0..).zip(copies.iter()) {
                let in_flight = InFlight {
                    signal,
                    to,
                    channel,
                    copy,
                    damage: copy_fate.damage(),
                    subscription,
                    life: self.transport.core.life(to),
                };
                self.transport.send(in_flight, message, copy_fate);
            }
        }
    }

    /// Cuts a node off. What is published from now on, or is on its way, is lost to it. The cut outlasts a crash of
    /// the node. A second cut replaces the notice of the first.
    pub fn cut(&self, node: NodeId, notice: Notice) {
        self.transport.state.borrow_mut().cut(node, notice);
    }

    /// Ends a cut. Without effect if there is none.
    pub fn heal(&self, node: NodeId) {
        self.transport.state.borrow_mut().heal(node);
    }

    /// Whether the node is cut off.
    pub fn is_cut(&self, node: NodeId) -> bool {
        self.transport.state.borrow().is_cut(node)
    }
}

impl<M> Clone for Bus<M> {
    fn clone(&self) -> Self {
        Self { transport: Rc::clone(&self.transport) }
    }
}

impl<M> fmt::Debug for Bus<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bus").field("config", &self.transport.config).finish_non_exhaustive()
    }
}
