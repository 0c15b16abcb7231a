//! The stage: the only room that knows both the family and the simulator, and the way of one run.
//!
//! **Scenario → compiled scenario → world → history.** A [`CompiledScenario`] is a scenario with names turned into
//! indices; a [`Runner`] plays it at a seed and hands back the [`History`](crate::history::History), which is all that
//! oracles and reports see. Many runs, and threads, are the matter of [`campaign`](crate::campaign).
//!
//! | file | part |
//! |---|---|
//! | `compiled` | names become indices, steps become requests |
//! | `armed_faults` | which armed faults a moment fires |
//! | `chance_faults` | what goes wrong by chance, and until when |
//! | `keys` | what each random choice is about |
//! | `environment` | world, bus, store and upstreams of one run, and the record |
//! | `host` | the five ports of the family on them |
//! | `tables`, `message`, `upstreams`, `address_table` | the store's tables, the bus's messages, upstreams, addresses |
//! | `cluster` | the lives of the replicas |
//! | `script` | plays the steps |
//! | `storm`, `draw` | plays the workload, then heals; what its requests ask for |
//! | `triggers` | steps that wait for an event |
//! | `runner` | one thread's store, reused for every run; one run |
//! | `log_capture` | log lines |
//! | `digest` | the fingerprint of a history |
//! | `system_under_test` | what is asked of a replica, whoever wrote it |

mod address_table;
mod armed_faults;
mod chance_faults;
mod cluster;
mod compiled;
mod digest;
mod draw;
mod environment;
mod host;
mod keys;
mod log_capture;
mod message;
mod runner;
mod script;
mod storm;
mod system_under_test;
mod tables;
mod triggers;
mod upstreams;

pub use compiled::{CompiledScenario, START};
pub use digest::digest;
pub use environment::Capture;
pub use host::SimHost;
pub use keys::polled;
pub use reconverge_sim::{Heartbeat, HeartbeatReading, is_running};
pub use runner::Runner;
pub use system_under_test::SystemUnderTest;
