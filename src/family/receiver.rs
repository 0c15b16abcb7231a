//! The receiver: what a replica does with the signals of a lane, and when it listens for them.
//!
//! For each signal, in this order: ignore a malformed payload or an empty name; drop a signal of the own node id
//! (loopback); enqueue a convergence of the address.
//!
//! Invariant: nothing of a signal is trusted but its address.

use std::rc::Rc;

use super::lane::ReplicaLane;
use super::link::Link;
use super::payload::DecodedSignal;
use super::ports::{Arrival, Bus, BusError, Envelope, Host, Inbox, JournalEvent, Role, Runtime};
use super::queue::enqueue;
use super::timeout::within;
use crate::names::{Correlation, Loopback, Reception, Work};

/// Attaches a lane to a bus under a node id. The future ends when the subscription is acknowledged. Returns whether
/// this call attached the lane.
///
/// Does nothing if the lane is already attached to this bus under this node id. Any other attachment is ended first.
///
/// # Errors
/// If the bus did not accept the subscription, or not in time, or did not end the subscription before it. The lane is
/// detached then.
pub async fn attach<H: Host, L: ReplicaLane<H>>(
    lane: &Rc<L>,
    bus: &H::Bus,
    node: &str,
    work: Work,
) -> Result<bool, BusError> {
    let core = lane.core();
    if core.link.borrow().as_ref().is_some_and(|link| link.is_to(bus, node)) {
        return Ok(false);
    }
    detach(lane)?;
    let node: Rc<str> = node.into();
    core.set_node(&node);
    // The link is stored before the subscription is acknowledged, so that a second attach or a detach that comes
    // meanwhile finds it.
    let (link, mut closed) = Link::new(bus, &node);
    *core.link.borrow_mut() = Some(link);

    let correlation = Correlation::of(work);
    let task = core.task(Role::SubscribeTimeout, correlation, None);
    let subscription = bus.subscribe(correlation, L::LANE);
    let subscribed = within(core.host.runtime(), task, subscription).await.unwrap_or(Err(BusError));
    if closed.try_recv().is_err() {
        // The lane was detached before the acknowledgement came. If it has been attached again since, the
        // subscription belongs to the newer link and must not be ended here.
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
        // Nothing is ever sent. The future ends when the link is dropped.
        let _ = closed.await;
    };
    let task = core.task(Role::Receive, correlation, None);
    // `or` polls `until_closed` first, so a message that arrived before a detach is not handled after it.
    core.host.runtime().spawn(task, futures_lite::future::or(until_closed, receiver));
    Ok(true)
}

/// Ends the attachment of a lane. From now on nothing is received, whatever the bus does. Returns whether the lane
/// was attached.
///
/// # Errors
/// If the bus did not end the subscription.
pub fn detach<H: Host, L: ReplicaLane<H>>(lane: &Rc<L>) -> Result<bool, BusError> {
    let link = lane.core().link.borrow_mut().take();
    link.map_or(Ok(false), |link| link.bus.unsubscribe(L::LANE).map(|()| true))
}

async fn receive<H: Host, L: ReplicaLane<H>>(lane: Rc<L>, mut inbox: <H::Bus as Bus>::Inbox) {
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

fn follow<H: Host, L: ReplicaLane<H>>(lane: &Rc<L>, envelope: &Envelope, copy: u8) {
    let core = lane.core();
    let node = core.node();
    let request = envelope.id;
    let record = |verdict| core.record(JournalEvent::Received { lane: L::LANE, request, copy, verdict });
    let Some(signal) = L::decode(&envelope.payload) else {
        tracing::debug!(%node, "{}: ignored a malformed payload", L::LANE);
        return record(Reception::Malformed);
    };
    if core.policies.loopback == Loopback::DropOwn && signal.origin_node == *node {
        return record(Reception::Own);
    }
    record(Reception::Followed);
    let DecodedSignal { origin_node, address, queue_address } = &signal;
    tracing::info!(%node, "{}: following {origin_node} on `{address}`", L::LANE);
    let work = Work::Signal { write: request, copy };
    lane.on_signal(work, &signal);
    if let Some(address) = queue_address {
        // Nobody waits for the convergence of a signal.
        drop(enqueue(lane, work, address));
    }
}
