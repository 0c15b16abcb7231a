//! The port to the bus: publish and subscribe across the replicas, at most once.
//!
//! Invariant: an [`Envelope`] carries the correlation beside the payload. The payload itself is an address only.

use std::future::Future;
use std::rc::Rc;

use crate::names::{Correlation, Lane, RequestId};

/// Publish and subscribe across replicas, at most once. Two clones, or two handles of one bus, are equal.
pub trait Bus: Clone + PartialEq + 'static {
    /// What receives the messages of one subscription.
    type Inbox: Inbox;

    /// How it carries messages.
    fn driver(&self) -> Driver;

    /// Publishes a message to everyone who is subscribed at the moment that the message reaches the bus.
    ///
    /// # Errors
    /// If the bus did not accept the message.
    fn publish(&self, envelope: Envelope) -> impl Future<Output = Result<(), BusError>>;

    /// Subscribes to a lane's channel. The future ends when the subscription is acknowledged.
    ///
    /// # Errors
    /// If the bus did not accept the subscription.
    fn subscribe(
        &self,
        correlation: Correlation,
        lane: Lane,
    ) -> impl Future<Output = Result<Self::Inbox, BusError>>;

    /// Ends the subscription to a lane's channel at once.
    ///
    /// # Errors
    /// If the bus did not accept that. The subscription may then go on, but nobody reads its messages.
    fn unsubscribe(&self, lane: Lane) -> Result<(), BusError>;
}

/// How a bus carries messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Between processes.
    CrossProcess,
    /// Within one process only. One replica needs no bus, so the bridge attaches nothing to it.
    Memory,
}

/// The bus did not accept a message or a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusError;

/// The receiving end of a subscription.
pub trait Inbox: 'static {
    /// Waits for the next arrival of the subscription.
    fn next(&mut self) -> impl Future<Output = Arrival>;
}

/// What a subscription brings.
#[derive(Clone, Debug)]
pub enum Arrival {
    /// A message.
    Message {
        /// The message.
        envelope: Envelope,
        /// Which copy of it, from 0, as the bus counts its deliveries.
        copy: u8,
    },
    /// The subscription was interrupted and works again. Messages that were published meanwhile are lost.
    Reconnected,
    /// The bus discarded messages because they were not taken in time.
    Overflowed,
}

/// A message, with what the bus needs to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The write that the message is the signal of. It travels beside the payload.
    pub id: RequestId,
    /// The lane on whose channel the message goes.
    pub lane: Lane,
    /// What keeps the messages of one address together on a partitioned bus.
    pub partition_key: String,
    /// The payload.
    pub payload: Payload,
}

/// A payload: text that should be a signal's JSON. A receiver must expect any text.
pub type Payload = Rc<str>;
