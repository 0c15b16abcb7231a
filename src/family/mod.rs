//! The system under test: the cluster-invalidation family, as production code (`docs/protocol.md`).
//!
//! Many replicas keep in memory what rows of one shared store say. A write commits, publishes its *address* on an
//! at-most-once bus, and converges the own replica. A peer that receives the address re-reads the row and brings its
//! own registry to what the row says. Receipt is convergence, not replay.
//!
//! From the bottom up. A file imports only from files above it in this table, with two exceptions: the store's port
//! names the records of the lanes, and the options name the connectors that code declares.
//!
//! | file | part |
//! |---|---|
//! | [`transaction`] | one write of the store, as data |
//! | [`request`], `write_verb` | a request at a door, the columns in its body, and the verbs that write |
//! | [`ports`] | what the family asks of its surroundings: store, bus, upstream, journal, time and tasks |
//! | `payload` | what the payload of a lane is: an address only |
//! | `timeout`, `retry` | a bound on every wait; when a failed read is tried again |
//! | `install`, `jobs`, `link` | what a lane keeps: the order of installs, the waiting convergences, the link to the bus |
//! | `lane_core`, `view`, `lane` | what every lane has, what its registry shows, and what it can do |
//! | `bounded_read`, `bounded_build` | reads and builds within a time-out |
//! | `queue` | one convergence at a time for each address |
//! | `receiver` | what is done with a signal |
//! | `rehydrate` | one convergence for each address, at boot and at a reload |
//! | `door` | the write protocol of a service |
//! | `service`, `bridge` | lanes and doors whatever their style, and what attaches the lanes to the bus |
//! | `options` | what a replica is started with |
//! | `registry`, `resource` | lanes of one instance for each row, and their live instances |
//! | `converge`, `listing`, `resource_lane` | how such a lane follows a row, installs a listing, and is a lane |
//! | [`lanes`] | one folder for each service; the signals of all lanes |
//! | `replica` | boot, attach, reload, readiness, shutdown |
//!
//! **Invariant of the room.** Nothing here names a simulator, and nothing is a test hook: what can be switched is a
//! [policy](crate::names::Policies). The futures need not be `Send`; one replica is one local task set.

mod bounded_build;
mod bounded_read;
mod bridge;
mod converge;
mod door;
mod install;
mod jobs;
mod lane;
mod lane_core;
pub mod lanes;
mod link;
mod listing;
mod options;
mod payload;
pub mod ports;
mod queue;
mod receiver;
mod registry;
mod rehydrate;
mod replica;
pub mod request;
mod resource;
mod resource_lane;
mod retry;
mod service;
mod timeout;
pub mod transaction;
mod view;
mod write_verb;

pub use lanes::signal;
pub use options::Options;
pub use replica::{Readiness, Replica};
pub use request::Request;
pub use timeout::CALL_TIMEOUT;
pub use view::EntryView;
