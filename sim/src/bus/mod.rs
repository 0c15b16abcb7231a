//! A publish/subscribe bus that delivers at most once.
//!
//! | fault | how | real-life case |
//! |---|---|---|
//! | drop, duplicate, delay, corrupt, mis-address | the [`Fate`] of each signal and receiver | a lossy network, a retried send |
//! | reorder | [`Order::Any`] and different delays | several connections, a fan-out pool |
//! | overflow | [`BusConfig::capacity`] | a slow consumer's bounded buffer |
//! | cut, noticed or not | [`Bus::cut`] | a broken connection, a zombie subscription |
//!
//! A message goes to every node that is subscribed at the moment of its publish, the publisher too. Nothing is
//! stored: a node that is down, cut off or not yet subscribed misses it. Left out: errors and latency of a publish.
//! The port call that publishes has them.
//!
//! Invariant: the observer sees each copy once as sent, and once more as arrived or as lost, with the reason.

mod arrival;
mod config;
mod event;
mod fate;
mod handle;
mod inbox;
mod message;
mod state;
mod transport;

pub use self::{
    arrival::Arrival,
    config::{BusConfig, Notice, Order},
    event::{BusEvent, Loss},
    fate::{CopyFate, Damage, Fate, TooManyCopies},
    handle::Bus,
    inbox::Inbox,
    message::{Channel, Message},
};
