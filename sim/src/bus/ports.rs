//! What a bus remembers: subscriptions with their inboxes, links, and messages in flight.
//!
//! Plain data behind the bus's one borrow; no user's code but a message's move runs here. Invariant: a
//! subscription has a number that no other ever had, by which a copy in flight finds it or is lost.

use std::{
    collections::{BTreeMap, VecDeque},
    ops::Bound::{Excluded, Included},
    task::Waker,
};

use super::{Arrival, Channel, Damage, Loss, Notice};
use crate::{
    key::{Key, Life, NodeId},
    micros::Micros,
};

/// A copy on its way, without its message.
#[derive(Clone, Copy)]
pub(super) struct Flight {
    pub(super) signal: Key,
    pub(super) to: NodeId,
    pub(super) channel: Channel,
    pub(super) copy: u8,
    pub(super) damage: Damage,
    pub(super) subscription: u64,
    pub(super) life: Life,
}

pub(super) struct Ports<M> {
    ends: BTreeMap<(Channel, NodeId), Port<M>>,
    links: BTreeMap<NodeId, Link>,
    flights: Vec<Option<(Flight, M)>>,
    free: Vec<u32>,
    subscriptions: u64,
}

/// One node's end of one channel.
pub(super) struct Port<M> {
    subscription: Option<u64>,
    queue: VecDeque<Arrival<M>>,
    messages: usize,
    has_overflowed: bool,
    waker: Option<Waker>,
}

/// One node's connection to the bus.
#[derive(Default)]
struct Link {
    cut: Option<Notice>,
    last_due: Option<Micros>,
}

impl<M> Ports<M> {
    pub(super) fn subscribe(&mut self, node: NodeId, channel: Channel) {
        let port = self.ends.entry((channel, node)).or_default();
        if port.subscription.is_none() {
            self.subscriptions += 1;
            port.subscription = Some(self.subscriptions);
        }
    }

    /// What was in the inbox is handed out, to be dropped outside of the borrow.
    pub(super) fn unsubscribe(&mut self, node: NodeId, channel: Channel) -> Option<Port<M>> {
        self.ends.remove(&(channel, node))
    }

    pub(super) fn crash(&mut self, node: NodeId) -> Vec<Port<M>> {
        if let Some(link) = self.links.get_mut(&node) {
            link.last_due = None;
        }
        self.ends.extract_if(.., |(_, of), _| *of == node).map(|(_, port)| port).collect()
    }

    pub(super) fn subscription(&self, node: NodeId, channel: Channel) -> Option<u64> {
        self.ends.get(&(channel, node))?.subscription
    }

    pub(super) fn subscriber_after(&self, channel: Channel, after: Option<NodeId>) -> Option<(NodeId, u64)> {
        let start = after.map_or(Included((channel, NodeId(0))), |node| Excluded((channel, node)));
        let mut ports = self.ends.range((start, Included((channel, NodeId(u16::MAX)))));
        ports.find_map(|((_, node), port)| Some((*node, port.subscription?)))
    }

    /// The instant at which a message arrives that may not overtake the one before it.
    pub(super) fn in_line(&mut self, to: NodeId, due: Micros) -> Micros {
        let link = self.links.entry(to).or_default();
        let due = link.last_due.map_or(due, |last| due.max(last + Micros(1)));
        link.last_due = Some(due);
        due
    }

    #[expect(clippy::cast_possible_truncation, reason = "a run has fewer than four billion copies in flight")]
    pub(super) fn launch(&mut self, flight: Flight, message: M) -> u32 {
        let token = self.free.pop().unwrap_or_else(|| {
            self.flights.push(None);
            (self.flights.len() - 1) as u32
        });
        self.flights[token as usize] = Some((flight, message));
        token
    }

    pub(super) fn land(&mut self, token: u32) -> Option<(Flight, M)> {
        self.free.push(token);
        self.flights.get_mut(token as usize)?.take()
    }

    /// Puts a message that arrives into its inbox.
    pub(super) fn accept(
        &mut self,
        flight: &Flight,
        message: M,
        capacity: Option<usize>,
    ) -> Result<(), Loss> {
        let port = self.ends.get_mut(&(flight.channel, flight.to));
        let port = port.filter(|port| port.subscription == Some(flight.subscription));
        let port = port.ok_or(Loss::Unsubscribed)?;
        if self.links.get(&flight.to).is_some_and(|link| link.cut.is_some()) {
            return Err(Loss::Cut);
        }
        if capacity.is_some_and(|capacity| port.messages >= capacity) {
            port.overflow();
            return Err(Loss::Overflow);
        }
        port.messages += 1;
        port.put(Arrival::Message { message, copy: flight.copy });
        Ok(())
    }

    pub(super) fn take(&mut self, node: NodeId, channel: Channel, waker: &Waker) -> Option<Arrival<M>> {
        let port = self.ends.entry((channel, node)).or_default();
        let arrival = port.take();
        if arrival.is_none() {
            match &mut port.waker {
                Some(present) => present.clone_from(waker),
                vacant => *vacant = Some(waker.clone()),
            }
        }
        arrival
    }

    pub(super) fn try_take(&mut self, node: NodeId, channel: Channel) -> Option<Arrival<M>> {
        self.ends.get_mut(&(channel, node))?.take()
    }

    pub(super) fn is_cut(&self, node: NodeId) -> bool {
        self.links.get(&node).is_some_and(|link| link.cut.is_some())
    }

    pub(super) fn cut(&mut self, node: NodeId, notice: Notice) {
        self.links.entry(node).or_default().cut = Some(notice);
    }

    pub(super) fn heal(&mut self, node: NodeId) {
        let cut = self.links.get_mut(&node).and_then(|link| link.cut.take());
        if cut == Some(Notice::Noticed) {
            let ports =
                self.ends.iter_mut().filter(|((_, of), port)| *of == node && port.subscription.is_some());
            ports.for_each(|(_, port)| port.put(Arrival::Reconnected));
        }
    }
}

impl<M> Port<M> {
    fn put(&mut self, arrival: Arrival<M>) {
        self.queue.push_back(arrival);
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    /// Says once that the inbox is too full, until that was taken.
    fn overflow(&mut self) {
        if !self.has_overflowed {
            self.has_overflowed = true;
            self.put(Arrival::Overflowed);
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

impl<M> Default for Ports<M> {
    fn default() -> Self {
        Self {
            ends: BTreeMap::new(),
            links: BTreeMap::new(),
            flights: Vec::new(),
            free: Vec::new(),
            subscriptions: 0,
        }
    }
}

impl<M> Default for Port<M> {
    fn default() -> Self {
        Self { subscription: None, queue: VecDeque::new(), messages: 0, has_overflowed: false, waker: None }
    }
}
