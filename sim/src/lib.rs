//! The deterministic world of reconverge: everything that happens in one run is a function of its seed.
//!
//! The world has a clock, an [`Agenda`], nodes that boot, crash and pause, tasks that belong to nodes, a lossy bus
//! ([`bus`]) and a shared SQL store ([`store`]). It knows nothing of what the nodes do: no lane, no content of a
//! signal, no oracle. [`run`] makes the world for one seed, lets `setup` fill it, and drives it to an [`End`].
//!
//! Invariants:
//! - **Nothing is ordered by accident.** What falls due at one instant fires in the order of its [`Key`], and of
//!   the ready tasks the one with the smallest key is polled. A key says what a thing is about. It is never an
//!   ordinal of the run, so removing one thing leaves all others as they were.
//! - **Every random choice** is drawn from a [`Stream`] that is seeded by the run's seed and a key.
//! - **What was sent belongs to the world** and outlives its sender. What a node holds is dropped with its life.
//! - **Every run ends**, and its end is a value, also if a task panics or waits for ever.
//!
//! Everything runs inside one task of a madsim runtime, which makes the clock, the entropy and the thread spawning of
//! any code inside follow the seed.
//!
//! ```
//! use reconverge_sim::{End, Key, Limits, Micros, NodeId, Trace, World, is_running, run};
//!
//! let finished = run(7, &Limits::default(), None, Trace::new(), |world: &World<&'static str>| {
//!     let node = NodeId(0);
//!     world.boot(node);
//!     let inside = world.clone();
//!     let key = Key { class: 1, subject: 42, ..Key::default() };
//!     world.spawn(node, key, async move {
//!         inside.sleep(key, Micros::from_millis(3)).await;
//!         inside.record("awake");
//!         inside.finish();
//!     });
//! });
//!
//! assert_eq!(finished.end, End::Done);
//! assert_eq!(finished.trace.events()[0].at, Micros::from_millis(3));
//! ```

#[cfg(not(madsim))]
compile_error!(
    "reconverge-sim needs `--cfg madsim`. Put this into .cargo/config.toml at the root of your workspace:\n\
     \n    [target.'cfg(all())']\
     \n    rustflags = [\"--cfg\", \"madsim\"]\
     \n    [build]\
     \n    rustdocflags = [\"--cfg\", \"madsim\"]\n\
     \nand unset the environment variables RUSTFLAGS and RUSTDOCFLAGS, which replace these flags."
);

#[cfg(madsim)]
mod agenda;
#[cfg(madsim)]
pub mod bus;
#[cfg(madsim)]
mod decision;
#[cfg(madsim)]
mod digest;
#[cfg(madsim)]
mod end;
#[cfg(madsim)]
mod heartbeat;
#[cfg(madsim)]
mod key;
#[cfg(madsim)]
mod micros;
#[cfg(madsim)]
pub mod store;
#[cfg(madsim)]
mod stream;
#[cfg(madsim)]
mod trace;
#[cfg(madsim)]
mod world;

#[cfg(madsim)]
pub use self::{
    agenda::{Agenda, DuplicateKey, EntryId, EntryKind},
    decision::{CallFate, CallRates, DeliveryRates, Latency},
    digest::Digest,
    end::{Bound, End, Finished, Limits},
    heartbeat::{Heartbeat, HeartbeatReading},
    key::{Key, Life, NodeId},
    micros::Micros,
    stream::Stream,
    trace::{Stamped, Trace},
    world::{CallTiming, CrashPoint, Sleep, World, is_running, run},
};
