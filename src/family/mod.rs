//! The system under test: the cluster-invalidation family, as production code (`docs/protocol.md`).
//!
//! Many replicas keep in memory what rows of one shared store say. A write commits, publishes its *address*
//! on an at-most-once bus and converges the own replica; a peer that receives the address re-reads the row
//! and drives its own registry to what the row says. Receipt is convergence, not replay.
//!
//! | file | part |
//! |---|---|
//! | [`ports`], `journal`, `runtime` | what the family asks of its surroundings: store, bus, upstream, journal, time and tasks |
//! | [`transaction`] | one write of the store, as data |
//! | [`signal`] | payloads: an address only |
//! | [`lane`] | what every lane has, whatever its style |
//! | [`request`], `door` | a request, and a service's write protocol |
//! | `receiver` | what is done with a signal |
//! | `queue` | one convergence at a time for each address |
//! | `rehydrate` | one convergence for each address, at boot and at a reload |
//! | `registry` | the live instances, each beside the row that it was built from |
//! | `install` | whether a result may be stored over what is in force |
//! | `resource`, `converge`, `listing` | lanes of one instance for each row, the table that drives one to its row, and their listings |
//! | `reading`, `building`, `timeout`, `retry` | reads and builds, a bound on every wait, and when a failed read is tried again |
//! | [`lanes`] | one folder for each service, one file for each lane |
//! | `service`, `bridge` | lanes and doors whatever their style, and what ties the lanes to the bus |
//! | [`replica`] | boot, attach, reload, readiness, shutdown |
//!
//! **Invariant of the house.** Nothing here names a simulator, and nothing is a test hook: what can be
//! switched is a [policy](crate::names::Policies). The futures need not be `Send`; one replica is one local
//! task set.

mod bounded_read;
mod bridge;
mod building;
mod converge;
mod door;
mod install;
mod journal;
pub mod lane;
pub mod lanes;
mod listing;
pub mod ports;
mod queue;
mod receiver;
mod registry;
mod rehydrate;
pub mod replica;
pub mod request;
mod resource;
mod retry;
mod runtime;
mod service;
pub mod signal;
mod timeout;
pub mod transaction;

pub use lane::Shown;
pub use replica::{Options, Readiness, Replica};
pub use request::Request;
pub use resource::{Resource, ResourceLane};
pub use timeout::CALL_TIMEOUT;
