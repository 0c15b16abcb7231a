//! The receiver: what a replica does with the signals of a lane, and when it listens to them.
//!
//! In this order: ignore a malformed payload or an empty name; drop a signal of the own node id (loopback);
//! enqueue a convergence of the address. The content of a signal is never trusted beyond its address.

use std::rc::Rc;

use futures_channel::oneshot;

use super::ports::{Arrival, Bus, BusError, Envelope, Host, Inbox, Note, Role, Runtime, Store, Task};
use super::resource::{Resource, ResourceLane};
use super::signal::NameSignal;
use crate::names::{Address, Correlation, Loopback, Reception, Work};

/// A lane's attachment to a bus. Dropping it ends the receiver.
pub struct Link<H: Host> {
    bus: H::Bus,
    node: Rc<str>,
    /// Dropped with the link, which the receiver takes as its end.
    _open: oneshot::Sender<()>,
}

impl<H: Host, R: Resource<H>> ResourceLane<H, R>
where
    H::Store: Store<R::Row>,
{
    /// Attaches the lane to the bus under a node id; done when the subscription is acknowledged.
    ///
    /// Does nothing if that very pair is attached already; another pair is detached first. Returns whether
    /// the lane was attached by this call.
    ///
    /// # Errors
    /// If the bus did not take the subscription; the lane is detached then.
    pub async fn attach(self: &Rc<Self>, bus: &H::Bus, node: &str, work: Work) -> Result<bool, BusError> {
        let same = |link: &Link<H>| link.bus == *bus && &*link.node == node;
        if self.link.borrow().as_ref().is_some_and(same) {
            return Ok(false);
        }
        self.detach();
        let node: Rc<str> = node.into();
        *self.node.borrow_mut() = Rc::clone(&node);
        let (open, mut closed) = oneshot::channel::<()>();
        *self.link.borrow_mut() = Some(Link { bus: bus.clone(), node: Rc::clone(&node), _open: open });

        let correlation = Correlation::of(work);
        let inbox = match bus.subscribe(correlation, R::LANE).await {
            Ok(inbox) => inbox,
            Err(error) => {
                self.link.borrow_mut().take();
                return Err(error);
            }
        };
        if closed.try_recv().is_err() {
            // Detached while the acknowledgement was on its way; a newer attachment keeps the subscription.
            if self.link.borrow().is_none() {
                bus.unsubscribe(R::LANE);
            }
            return Ok(false);
        }
        tracing::info!(%node, "bridged {} → bus (node={node})", R::LANE.channel());
        let lane = Rc::clone(self);
        let receiver = async move { lane.receive(inbox).await };
        let until_closed = async {
            let _ = closed.await;
        };
        let task = Task { role: Role::Receive, correlation, address: None };
        self.host.runtime().spawn(task, futures_lite::future::or(until_closed, receiver));
        Ok(true)
    }

    /// Ends the attachment, if there is one: from now on nothing is received.
    pub fn detach(&self) {
        if let Some(link) = self.link.borrow_mut().take() {
            link.bus.unsubscribe(R::LANE);
        }
    }

    async fn receive(self: &Rc<Self>, mut inbox: <H::Bus as Bus>::Inbox) {
        loop {
            match inbox.next().await {
                Arrival::Message { envelope, copy } => self.follow(&envelope, copy),
                Arrival::Reconnected => {
                    tracing::warn!(node = %self.node(), "{}: reconnected to the bus", R::LANE);
                }
                Arrival::Overflowed => {
                    tracing::warn!(node = %self.node(), "{}: the bus threw messages away", R::LANE);
                }
            }
        }
    }

    fn follow(self: &Rc<Self>, envelope: &Envelope, copy: u8) {
        let node = self.node();
        let request = envelope.id;
        let judged = |verdict| self.note(Note::Received { request, copy, verdict });
        let Some(signal) = NameSignal::decode(&envelope.payload) else {
            tracing::debug!(%node, "{}: ignored a malformed payload", R::LANE);
            return judged(Reception::Malformed);
        };
        if self.policies.loopback == Loopback::DropOwn && signal.origin_node == *node {
            return judged(Reception::Own);
        }
        judged(Reception::Followed);
        tracing::info!(%node, "{}: following {} on `{}`", R::LANE, signal.origin_node, signal.name);
        // A signal is followed whether or not anybody waits for the end.
        drop(self.enqueue(Work::Signal { write: request, copy }, &Address::from(&*signal.name)));
    }
}
