//! What a bus remembers: subscriptions with their inboxes, connections, and copies in flight.
//!
//! This is plain data behind one borrow of the bus. The only code of a user that runs here are wakers, and the drop
//! of a message that is lost when it falls due. Invariant: each subscription has a number that no other ever had. A
//! copy in flight carries the number, and is lost if that subscription has ended.

use std::{
    collections::{BTreeMap, VecDeque},
    ops::Bound::{Excluded, Included},
    task::Waker,
};

use super::{arrival::Arrival, config::Notice, event::Loss, fate::Damage, message::Channel};
use crate::{
    key::{Key, Life, NodeId},
    micros::Micros,
};

/// A copy on its way, without its message.
#[derive(Clone, Copy)]
pub(super) struct InFlight {
    pub(super) signal: Key,
    pub(super) to: NodeId,
    pub(super) channel: Channel,
    pub(super) copy: u8,
    pub(super) damage: Damage,
    pub(super) subscription: u64,
    pub(super) life: Life,
}

pub(super) struct BusState<M> {
    endpoints: BTreeMap<(Channel, NodeId), Endpoint<M>>,
    connections: BTreeMap<NodeId, Connection>,
    /// The copies in flight, by their tokens.
    in_flight: Vec<Option<(InFlight, M)>>,
    /// The tokens that are free.
    free: Vec<u32>,
    /// How many subscriptions there ever were.
    subscriptions: u64,
}

/// One node's end of one channel.
pub(super) struct Endpoint<M> {
    /// The number of the subscription; `None` if a task waits for one that has not come yet.
    subscription: Option<u64>,
    queue: VecDeque<Arrival<M>>,
    /// How many of the queued arrivals are messages.
    messages: usize,
    /// Whether the queue holds an [`Arrival::Overflowed`].
    has_overflowed: bool,
    waker: Option<Waker>,
}

/// One node's connection to the bus.
#[derive(Default)]
struct Connection {
    cut: Option<Notice>,
    /// When the last message arrives that was sent over it.
    last_due: Option<Micros>,
}

impl<M> BusState<M> {
    pub(super) fn subscribe(&mut self, node: NodeId, channel: Channel) {
        let endpoint = self.endpoints.entry((channel, node)).or_default();
        if endpoint.subscription.is_none() {
            self.subscriptions += 1;
            endpoint.subscription = Some(self.subscriptions);
        }
    }

    /// Yields the endpoint, so that the caller can drop its messages outside of the borrow.
    pub(super) fn unsubscribe(&mut self, node: NodeId, channel: Channel) -> Option<Endpoint<M>> {
        self.endpoints.remove(&(channel, node))
    }

    /// Yields the endpoints of the node, so that the caller can drop their messages outside of the borrow.
    pub(super) fn crash(&mut self, node: NodeId) -> Vec<Endpoint<M>> {
        // The next life has a new connection, on which nothing is on its way. A cut is of the network, and stays.
        if let Some(connection) = self.connections.get_mut(&node) {
            connection.last_due = None;
        }
        self.endpoints.extract_if(.., |(_, of), _| *of == node).map(|(_, endpoint)| endpoint).collect()
    }

    pub(super) fn subscription(&self, node: NodeId, channel: Channel) -> Option<u64> {
        self.endpoints.get(&(channel, node))?.subscription
    }

    /// The first node after this one that is subscribed to the channel, with the number of its subscription.
    pub(super) fn subscriber_after(&self, channel: Channel, after: Option<NodeId>) -> Option<(NodeId, u64)> {
        let start = after.map_or(Included((channel, NodeId(0))), |node| Excluded((channel, node)));
        let mut endpoints = self.endpoints.range((start, Included((channel, NodeId(u16::MAX)))));
        endpoints.find_map(|((_, node), endpoint)| Some((*node, endpoint.subscription?)))
    }

    /// When a message arrives that would be due at `due`, if it may not overtake the one before it.
    pub(super) fn fifo_due(&mut self, to: NodeId, due: Micros) -> Micros {
        let connection = self.connections.entry(to).or_default();
        let due = connection.last_due.map_or(due, |last| due.max(last + Micros(1)));
        connection.last_due = Some(due);
        due
    }

    /// Adds a copy in flight. Returns the token by which it is taken.
    #[expect(clippy::cast_possible_truncation, reason = "a run has fewer than four billion copies in flight")]
    pub(super) fn add_in_flight(&mut self, in_flight: InFlight, message: M) -> u32 {
        let token = self.free.pop().unwrap_or_else(|| {
            self.in_flight.push(None);
            (self.in_flight.len() - 1) as u32
        });
        self.in_flight[token as usize] = Some((in_flight, message));
        token
    }

    /// Takes a copy out of flight, and frees its token.
    pub(super) fn take_in_flight(&mut self, token: u32) -> Option<(InFlight, M)> {
        self.free.push(token);
        self.in_flight.get_mut(token as usize)?.take()
    }

    /// Puts a message that falls due into its inbox.
    pub(super) fn deliver(
        &mut self,
        in_flight: &InFlight,
        message: M,
        capacity: Option<usize>,
    ) -> Result<(), Loss> {
        // Another subscription of the same node and channel must not get what was sent to the one before it.
        let endpoint = self.endpoints.get_mut(&(in_flight.channel, in_flight.to));
        let endpoint = endpoint.filter(|endpoint| endpoint.subscription == Some(in_flight.subscription));
        let endpoint = endpoint.ok_or(Loss::Unsubscribed)?;
        if self.connections.get(&in_flight.to).is_some_and(|connection| connection.cut.is_some()) {
            return Err(Loss::Cut);
        }
        if capacity.is_some_and(|capacity| endpoint.messages >= capacity) {
            endpoint.overflow();
            return Err(Loss::Overflow);
        }
        endpoint.messages += 1;
        endpoint.push(Arrival::Message { message, copy: in_flight.copy });
        Ok(())
    }

    /// Takes the first arrival. If there is none, `waker` is woken by the next one.
    pub(super) fn take(&mut self, node: NodeId, channel: Channel, waker: &Waker) -> Option<Arrival<M>> {
        // A task may wait at its inbox before its subscription is acknowledged.
        let endpoint = self.endpoints.entry((channel, node)).or_default();
        let arrival = endpoint.take();
        if arrival.is_none() {
            // `clone_from` does nothing if both wake the same task, which is the usual case.
            match &mut endpoint.waker {
                Some(present) => present.clone_from(waker),
                vacant @ None => *vacant = Some(waker.clone()),
            }
        }
        arrival
    }

    pub(super) fn try_take(&mut self, node: NodeId, channel: Channel) -> Option<Arrival<M>> {
        self.endpoints.get_mut(&(channel, node))?.take()
    }

    pub(super) fn is_cut(&self, node: NodeId) -> bool {
        self.connections.get(&node).is_some_and(|connection| connection.cut.is_some())
    }

    pub(super) fn cut(&mut self, node: NodeId, notice: Notice) {
        self.connections.entry(node).or_default().cut = Some(notice);
    }

    pub(super) fn heal(&mut self, node: NodeId) {
        let cut = self.connections.get_mut(&node).and_then(|connection| connection.cut.take());
        if cut == Some(Notice::Noticed) {
            let subscribed = self
                .endpoints
                .iter_mut()
                .filter(|((_, of), endpoint)| *of == node && endpoint.subscription.is_some());
            subscribed.for_each(|(_, endpoint)| endpoint.push(Arrival::Reconnected));
        }
    }
}

impl<M> Endpoint<M> {
    fn push(&mut self, arrival: Arrival<M>) {
        self.queue.push_back(arrival);
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    /// Queues one [`Arrival::Overflowed`]. Further overflows add none until it was taken.
    fn overflow(&mut self) {
        if !self.has_overflowed {
            self.has_overflowed = true;
            self.push(Arrival::Overflowed);
        }
    }

    fn take(&mut self) -> Option<Arrival<M>> {
        let arrival = self.queue.pop_front()?;
        match arrival {
            Arrival::Message { .. } => self.messages -= 1,
            Arrival::Overflowed => self.has_overflowed = false,
            Arrival::Reconnected => {}
        }
        Some(arrival)
    }
}

impl<M> Default for BusState<M> {
    fn default() -> Self {
        Self {
            endpoints: BTreeMap::new(),
            connections: BTreeMap::new(),
            in_flight: Vec::new(),
            free: Vec::new(),
            subscriptions: 0,
        }
    }
}

impl<M> Default for Endpoint<M> {
    fn default() -> Self {
        Self { subscription: None, queue: VecDeque::new(), messages: 0, has_overflowed: false, waker: None }
    }
}
