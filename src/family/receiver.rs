//! The receiver: what a replica does with the signals of a lane, and when it listens to them.
//!
//! In this order: ignore a malformed payload or an empty name; drop a signal of the own node id (loopback);
//! enqueue a convergence of the address. The content of a signal is never trusted beyond its address.

use std::rc::Rc;

use futures_channel::oneshot;

use super::lane::{Heard, Lane};
use super::ports::{Arrival, Bus, BusError, Envelope, Host, Inbox, Note, Role, Runtime};
use super::queue::enqueue;
use super::timeout::within;
use crate::names::{Correlation, Loopback, Reception, Work};

/// A lane's attachment to a bus. Dropping it ends the receiver.
pub struct Link<H: Host> {
    bus: H::Bus,
    node: Rc<str>,
    /// Dropped with the link, which the receiver takes as its end.
    _open: oneshot::Sender<()>,
}

/// Attaches a lane to the bus under a node id; done when the subscription is acknowledged.
///
/// Does nothing if that very pair is attached already; another pair is detached first. Returns whether the lane
/// was attached by this call.
///
/// # Errors
/// If the bus did not take the subscription, or not in time, or would not end the one before; the lane is detached
/// then.
pub async fn attach<H: Host, L: Lane<H>>(
    lane: &Rc<L>,
    bus: &H::Bus,
    node: &str,
    work: Work,
) -> Result<bool, BusError> {
    let core = lane.core();
    let same = |link: &Link<H>| link.bus == *bus && &*link.node == node;
    if core.link.borrow().as_ref().is_some_and(same) {
        return Ok(false);
    }
    detach(lane)?;
    let node: Rc<str> = node.into();
    core.rename_node(&node);
    let (open, mut closed) = oneshot::channel::<()>();
    *core.link.borrow_mut() = Some(Link { bus: bus.clone(), node: Rc::clone(&node), _open: open });

    let correlation = Correlation::of(work);
    let task = core.task(Role::SubscribeTimeout, correlation, None);
    let subscription = bus.subscribe(correlation, L::LANE);
    let subscribed = within(core.host.runtime(), task, subscription).await.unwrap_or(Err(BusError));
    if closed.try_recv().is_err() {
        // Detached while the acknowledgement was on its way; a newer attachment keeps the subscription.
        if core.link.borrow().is_none() {
            bus.unsubscribe(L::LANE)?;
        }
        return Ok(false);
    }
    let inbox = match subscribed {
        Ok(inbox) => inbox,
        Err(error) => {
            core.link.borrow_mut().take();
            return Err(error);
        }
    };
    tracing::info!(%node, "bridged {} → bus (node={node})", L::LANE.channel());
    let receiver = receive(Rc::clone(lane), inbox);
    let until_closed = async {
        // Nothing is ever sent: the sender's end is what counts.
        let _ = closed.await;
    };
    let task = core.task(Role::Receive, correlation, None);
    core.host.runtime().spawn(task, futures_lite::future::or(until_closed, receiver));
    Ok(true)
}

/// Ends the attachment, if there is one: from now on nothing is received, whatever the bus does. Returns whether there
/// was one.
///
/// # Errors
/// If the bus did not end the subscription.
pub fn detach<H: Host, L: Lane<H>>(lane: &Rc<L>) -> Result<bool, BusError> {
    let link = lane.core().link.borrow_mut().take();
    link.map_or(Ok(false), |link| link.bus.unsubscribe(L::LANE).map(|()| true))
}

async fn receive<H: Host, L: Lane<H>>(lane: Rc<L>, mut inbox: <H::Bus as Bus>::Inbox) {
    loop {
        match inbox.next().await {
            Arrival::Message { envelope, copy } => follow(&lane, &envelope, copy),
            Arrival::Reconnected => {
                tracing::warn!(node = %lane.core().node(), "{}: reconnected to the bus", L::LANE);
            }
            Arrival::Overflowed => {
                tracing::warn!(node = %lane.core().node(), "{}: the bus threw messages away", L::LANE);
            }
        }
    }
}

fn follow<H: Host, L: Lane<H>>(lane: &Rc<L>, envelope: &Envelope, copy: u8) {
    let core = lane.core();
    let node = core.node();
    let request = envelope.id;
    let judged = |verdict| core.note(Note::Received { lane: L::LANE, request, copy, verdict });
    let Some(heard) = L::decode(&envelope.payload) else {
        tracing::debug!(%node, "{}: ignored a malformed payload", L::LANE);
        return judged(Reception::Malformed);
    };
    if core.policies.loopback == Loopback::DropOwn && heard.origin_node == *node {
        return judged(Reception::Own);
    }
    judged(Reception::Followed);
    let Heard { origin_node, named, queue } = &heard;
    tracing::info!(%node, "{}: following {origin_node} on `{named}`", L::LANE);
    let work = Work::Signal { write: request, copy };
    lane.arrived(work, &heard);
    if let Some(address) = queue {
        // A signal is followed whether or not anybody waits for the end.
        drop(enqueue(lane, work, address));
    }
}
