//! A publish/subscribe bus that delivers at most once.
//!
//! | fault | how | real-life case |
//! |---|---|---|
//! | drop, duplicate, delay, corrupt, mis-address | the [`Fate`] of each signal and receiver | a lossy network, a retried send |
//! | reorder | [`Order::Any`] and different delays | several connections, a fan-out pool |
//! | overflow | [`BusConfig::capacity`] | a slow consumer's bounded buffer |
//! | cut, noticed or not | [`Bus::cut`] | a broken connection, a zombie subscription |
//!
//! A message goes to every node that is subscribed when it is published, the publisher too. Nothing is
//! stored: who is down, cut off or not yet subscribed misses it. Left out: errors and latency of a publish,
//! which the call that carries it has. Invariant: each copy is told of once as sent, and once as arrived or
//! as lost with the reason.

mod event;
mod fate;
mod inbox;
mod ports;

use std::{
    cell::RefCell,
    fmt,
    rc::{Rc, Weak},
};

pub use self::{
    event::{BusEvent, Loss},
    fate::{CopyFate, Damage, Fate, TooManyCopies},
    inbox::{Arrival, Inbox},
};

use self::ports::{Flight, Ports};
use crate::{
    agenda::Kind,
    key::{Key, Life, NodeId},
    stream::Stream,
    world::{Core, Entry, Fire, World},
};

/// What goes over a bus, and what can become of it on its way.
pub trait Message: Clone + 'static {
    /// The message as garbage.
    #[must_use]
    fn corrupted(&self, stream: &mut Stream) -> Self;

    /// The message with another address in it than it was sent with.
    #[must_use]
    fn misaddressed(&self, stream: &mut Stream) -> Self;
}

/// A channel of a bus.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Channel(pub u16);

/// Whether a node may receive messages in another order than they were published in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// Each message arrives after its own delay.
    #[default]
    Any,
    /// One connection to each node: a message arrives at least a microsecond after the one before it.
    Fifo,
}

/// What kind of bus it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BusConfig {
    /// Whether messages overtake one another.
    pub order: Order,
    /// How many messages an inbox holds that were not yet taken; without bound if `None`.
    pub capacity: Option<usize>,
}

/// Whether a node learns that it was cut off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Notice {
    /// Its inboxes get [`Arrival::Reconnected`] when the cut heals.
    Noticed,
    /// It never learns of it.
    Unnoticed,
}

/// A handle to a bus for messages `M`.
pub struct Bus<M> {
    inner: Rc<Inner<M>>,
}

struct Inner<M> {
    core: Rc<Core>,
    config: BusConfig,
    ports: RefCell<Ports<M>>,
    observer: Box<dyn Fn(BusEvent)>,
}

impl<M: Message> Bus<M> {
    /// A bus without subscribers. The observer is told of everything that happens to a signal.
    pub fn new<E: 'static>(
        world: &World<E>,
        config: BusConfig,
        observer: impl Fn(BusEvent) + 'static,
    ) -> Self {
        let inner = Rc::new(Inner {
            core: Rc::clone(world.core()),
            config,
            ports: RefCell::default(),
            observer: Box::new(observer),
        });
        let weak: Weak<Inner<M>> = Rc::downgrade(&inner);
        world.core().on_crash(Rc::new(move |node| {
            if let Some(inner) = weak.upgrade() {
                let gone = inner.ports.borrow_mut().crash(node);
                drop(gone);
            }
        }));
        Self { inner }
    }

    /// Subscribes a life of a node to a channel, from now until it unsubscribes or ends. Without effect if
    /// it is subscribed, or if that life is over: then false.
    pub fn subscribe(&self, node: NodeId, life: Life, channel: Channel) -> bool {
        let is_alive = self.inner.core.is_alive(node, life);
        if is_alive {
            self.inner.ports.borrow_mut().subscribe(node, channel);
        }
        is_alive
    }

    /// Ends the subscription of a life, and what is in its inbox. Without effect if there is none.
    pub fn unsubscribe(&self, node: NodeId, life: Life, channel: Channel) {
        if self.inner.core.is_alive(node, life) {
            let gone = self.inner.ports.borrow_mut().unsubscribe(node, channel);
            drop(gone);
        }
    }

    /// Whether the node is subscribed.
    pub fn is_subscribed(&self, node: NodeId, channel: Channel) -> bool {
        self.inner.ports.borrow().subscription(node, channel).is_some()
    }

    /// The receiving end of a life's subscription, which may be still to come.
    pub fn inbox(&self, node: NodeId, life: Life, channel: Channel) -> Inbox<M> {
        Inbox::new(&self.inner, node, life, channel)
    }

    /// Publishes a message now. For each node that is subscribed, in order, `fate` says what becomes of it;
    /// its copies arrive under the key that the signal causes on that node.
    pub fn publish(&self, signal: Key, channel: Channel, message: &M, mut fate: impl FnMut(NodeId) -> Fate) {
        let mut after = None;
        loop {
            let next = self.inner.ports.borrow().subscriber_after(channel, after);
            let Some((to, subscription)) = next else { return };
            after = Some(to);
            let copies = fate(to);
            if copies.is_empty() {
                (self.inner.observer)(BusEvent::Dropped { signal, to });
            }
            for (copy, copy_fate) in (0..).zip(copies.iter()) {
                let flight = Flight {
                    signal,
                    to,
                    channel,
                    copy,
                    damage: copy_fate.damage(),
                    subscription,
                    life: self.inner.core.life(to),
                };
                self.inner.send(flight, message, copy_fate);
            }
        }
    }

    /// Cuts a node off: what is published or would arrive from now on is lost to it. The cut outlasts a
    /// crash. A second cut replaces the first one's notice.
    pub fn cut(&self, node: NodeId, notice: Notice) {
        self.inner.ports.borrow_mut().cut(node, notice);
    }

    /// Ends a cut; without effect if there is none.
    pub fn heal(&self, node: NodeId) {
        self.inner.ports.borrow_mut().heal(node);
    }

    /// Whether the node is cut off.
    pub fn is_cut(&self, node: NodeId) -> bool {
        self.inner.ports.borrow().is_cut(node)
    }
}

impl<M: Message> Inner<M> {
    fn send(self: &Rc<Self>, flight: Flight, message: &M, fate: CopyFate) {
        let Flight { signal, to, copy, .. } = flight;
        (self.observer)(BusEvent::Sent { signal, to, copy });
        if self.ports.borrow().is_cut(to) {
            return (self.observer)(BusEvent::Lost { signal, to, copy, why: Loss::Cut });
        }
        let key = signal.caused(to, copy.into());
        let message = self.damaged(message, key, fate);
        let mut due = self.core.now() + fate.delay;
        let mut ports = self.ports.borrow_mut();
        if self.config.order == Order::Fifo {
            due = ports.in_line(to, due);
        }
        let token = ports.launch(flight, message);
        drop(ports);
        let entry = Entry::Fire(Rc::clone(self) as Rc<dyn Fire>, token);
        self.core.schedule_anyway(Kind::Work, due, key, entry);
    }

    /// The damage has a stream of its own, so that it does not depend on what the fate was drawn from.
    fn damaged(&self, message: &M, key: Key, fate: CopyFate) -> M {
        if !fate.corrupt && !fate.misaddress {
            return message.clone();
        }
        let mut stream = Stream::new(self.core.seed, Key { nth: !key.nth, ..key });
        let message = if fate.corrupt { message.corrupted(&mut stream) } else { message.clone() };
        if fate.misaddress { message.misaddressed(&mut stream) } else { message }
    }
}

impl<M: Message> Fire for Inner<M> {
    fn fire(self: Rc<Self>, core: &Rc<Core>, token: u32) {
        let landed = self.ports.borrow_mut().land(token);
        let Some((flight, message)) = landed else { return };
        let Flight { signal, to, copy, damage, life, .. } = flight;
        let outcome = if core.is_alive(to, life) {
            self.ports.borrow_mut().accept(&flight, message, self.config.capacity)
        } else {
            Err(Loss::Down)
        };
        (self.observer)(match outcome {
            Ok(()) => BusEvent::Arrived { signal, to, copy, damage },
            Err(why) => BusEvent::Lost { signal, to, copy, why },
        });
    }
}

impl<M> Clone for Bus<M> {
    fn clone(&self) -> Self {
        Self { inner: Rc::clone(&self.inner) }
    }
}

impl<M> fmt::Debug for Bus<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bus").field("config", &self.inner.config).finish_non_exhaustive()
    }
}
