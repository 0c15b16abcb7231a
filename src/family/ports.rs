//! The five ports of the family, gathered in one [`Host`] so that generics do not spread. What the journal is told, and
//! what time and tasks are, stand in files of their own.
//!
//! A port call carries the [`Correlation`] of the work that makes it; it never enters a payload. A call may
//! take any time and may never answer: whoever waits sets a bound.

use std::future::Future;
use std::rc::Rc;

pub use super::journal::{Journal, Note};
use super::lanes::Stores;
pub use super::runtime::{Role, Runtime, Task};
use super::transaction::{Committed, Record, Snapshot, Transaction, WriteError};
use crate::names::{Address, BuildFailure, Correlation, InstanceId, Lane, RequestId, Secret};

/// The surroundings of one replica.
pub trait Host: Clone + 'static {
    /// The shared store, with the rows of every lane.
    type Store: Stores;
    /// The bus.
    type Bus: Bus;
    /// What instances connect to.
    type Upstream: Upstream;
    /// Where the family tells what no other port sees.
    type Journal: Journal;
    /// Time and tasks.
    type Runtime: Runtime;

    /// The shared store.
    fn store(&self) -> &Self::Store;
    /// The cluster service's bus; `None` without a cluster service.
    fn bus(&self) -> Option<&Self::Bus>;
    /// What instances connect to.
    fn upstream(&self) -> &Self::Upstream;
    /// Where the family tells what no other port sees.
    fn journal(&self) -> &Self::Journal;
    /// Time and tasks.
    fn runtime(&self) -> &Self::Runtime;
}

/// The shared store, as one lane sees it.
pub trait Store<R: Record> {
    /// Carries out one transaction, which acts at one instant or not at all.
    ///
    /// # Errors
    /// [`WriteError::Refused`] if a precondition does not hold when it acts; [`WriteError::Unavailable`] if
    /// the store failed it. In both cases nothing was changed.
    fn write(
        &self,
        correlation: Correlation,
        transaction: Transaction<R>,
    ) -> impl Future<Output = Result<Committed<R>, WriteError>>;

    /// Reads one row.
    ///
    /// # Errors
    /// If the row cannot be read, which says nothing of whether it exists.
    fn read(
        &self,
        correlation: Correlation,
        source: Source,
        address: &Address,
    ) -> impl Future<Output = Result<Snapshot<R>, Unreadable>>;

    /// Reads all rows of a scope at one instant: those of a type for its listing, or all of the lane for a
    /// reconcile. Among them are tombstones, as far as the store keeps them.
    ///
    /// # Errors
    /// If they cannot be read.
    fn read_all(
        &self,
        correlation: Correlation,
        source: Source,
        scope: &Address,
    ) -> impl Future<Output = Result<Vec<(Address, Snapshot<R>)>, Unreadable>>;

    /// Lists the addresses of all rows.
    ///
    /// # Errors
    /// If they cannot be read.
    fn list(
        &self,
        correlation: Correlation,
        source: Source,
    ) -> impl Future<Output = Result<Vec<Address>, Unreadable>>;

    /// Lists all rows, which costs more than their addresses.
    ///
    /// # Errors
    /// If they cannot be read.
    fn list_rows(
        &self,
        correlation: Correlation,
        source: Source,
    ) -> impl Future<Output = Result<Vec<R>, Unreadable>>;
}

/// Which copy of the rows a read is answered from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The store itself, where transactions act.
    Primary,
    /// A copy that may lag behind, but never goes back for one replica.
    Replica,
}

/// The store could not answer a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unreadable;

/// How a bus carries messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Driver {
    /// Between processes.
    CrossProcess,
    /// Within one process: good for one replica, which needs no bus.
    Memory,
}

/// Publish/subscribe across replicas, at most once. Clones and handles of one bus are equal.
pub trait Bus: Clone + PartialEq + 'static {
    /// What receives the messages of one subscription.
    type Inbox: Inbox;

    /// How it carries messages.
    fn driver(&self) -> Driver;

    /// Publishes a message to whoever is subscribed when it reaches the bus.
    ///
    /// # Errors
    /// If the bus did not take it.
    fn publish(&self, envelope: Envelope) -> impl Future<Output = Result<(), BusError>>;

    /// Subscribes to a lane's channel; done when the subscription is acknowledged.
    ///
    /// # Errors
    /// If the bus did not take the subscription.
    fn subscribe(
        &self,
        correlation: Correlation,
        lane: Lane,
    ) -> impl Future<Output = Result<Self::Inbox, BusError>>;

    /// Ends the subscription to a lane's channel at once.
    ///
    /// # Errors
    /// If the bus did not take it; the subscription may go on then, and nobody reads what it brings.
    fn unsubscribe(&self, lane: Lane) -> Result<(), BusError>;
}

/// The bus did not take a message or a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BusError;

/// The receiving end of a subscription.
pub trait Inbox: 'static {
    /// The next thing that the subscription brings.
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
    /// The subscription was interrupted, and is whole again. What was published meanwhile is lost.
    Reconnected,
    /// Messages were thrown away because they were not taken in time.
    Overflowed,
}

/// A message with what the bus needs to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Envelope {
    /// The write that it is the signal of. Travels beside the payload.
    pub id: RequestId,
    /// The lane on whose channel it goes.
    pub lane: Lane,
    /// What keeps messages of one address together on a partitioned bus.
    pub partition_key: String,
    /// The payload.
    pub payload: Payload,
}

/// A payload: text that ought to be a signal's JSON, and may be anything.
pub type Payload = Rc<str>;

/// What an instance connects with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Connection {
    /// The kind of server.
    pub driver: String,
    /// The settings, a JSON object as text.
    pub config: String,
    /// The secret, if one is needed.
    pub secret: Option<Secret>,
}

/// What instances connect to.
pub trait Upstream {
    /// An open instance.
    type Handle: Handle;

    /// Opens an instance. It is open from the moment that the upstream acts, whether or not the answer
    /// arrives: whoever stops waiting must close it when it does.
    ///
    /// # Errors
    /// Why it was not opened.
    fn open(
        &self,
        correlation: Correlation,
        address: &Address,
        connection: &Connection,
    ) -> impl Future<Output = Result<Self::Handle, BuildFailure>>;

    /// Closes an instance.
    fn close(&self, handle: Self::Handle) -> impl Future<Output = ()>;

    /// Whether what the instance connects to can be reached now.
    fn reachable(&self, handle: &Self::Handle) -> bool;
}

/// An open instance of an upstream.
pub trait Handle: 'static {
    /// Its identity.
    fn id(&self) -> InstanceId;
}
