//! The world of one seed: its clock, its agenda, its nodes and the tasks on them.
//!
//! | file | part |
//! |---|---|
//! | `tasks`, `nodes`, `waiter` | what a world holds: tasks, nodes, and those who wait for quiet |
//! | `core` | what all parts share: the clock, the agenda, the end of the run |
//! | `lives` | boot, crash and pause |
//! | `executor` | the order in which tasks are polled |
//! | `call`, `sleep`, `quiet` | what a task can wait for |
//! | `handle` | [`World`]: what the driver and the ports of a node use |
//! | `run` | one run, from its seed to its end |
//!
//! A file imports only from files above it in this table.

mod call;
mod core;
mod executor;
mod handle;
mod lives;
mod nodes;
mod quiet;
mod run;
mod sleep;
mod tasks;
mod waiter;

pub(crate) use self::core::{Core, Entry, Fire};
pub use self::{
    call::{CallTiming, CrashPoint},
    handle::World,
    run::{is_running, run},
    sleep::Sleep,
};
