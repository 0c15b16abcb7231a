//! The five ports of the family: all that it asks of its surroundings.
//!
//! | port | asked for |
//! |---|---|
//! | [`Store`] | transactions, reads and listings of the shared rows |
//! | [`Bus`] | publish and subscribe across the replicas |
//! | [`Upstream`] | what instances connect to |
//! | [`Journal`] | a record of what no other port sees |
//! | [`Runtime`] | time and tasks |
//!
//! A [`Host`] has one of each, so that the family's code needs one type parameter only.
//!
//! Every call carries the [`Correlation`](crate::names::Correlation) of the work that makes it. The correlation
//! travels beside a payload and never inside it. A call may take any time, and may never be answered: the caller sets
//! the bound.

mod bus;
mod host;
mod journal;
mod runtime;
mod store;
mod upstream;

pub use bus::{Arrival, Bus, BusError, Driver, Envelope, Inbox, Payload};
pub use host::Host;
pub use journal::{Journal, JournalEvent};
pub use runtime::{Role, Runtime, TaskId};
pub use store::{Source, Store, Unreadable};
pub use upstream::{Connection, Handle, Upstream};
