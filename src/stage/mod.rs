//! The stage: runs one scenario at one seed. It is the only room that knows both the family and the simulator.
//!
//! **Scenario → compiled scenario → world → history.** A [`CompiledScenario`] is a scenario with names turned into
//! indices; a [`Runner`] plays it at a seed and returns the [`History`](crate::history::History), which is all that
//! oracles and reports see. Many runs, and threads, belong to [`campaign`](crate::campaign).
//!
//! | file | part |
//! |---|---|
//! | `runner` | one run; the store that all runs of a thread use one after the other |
//! | `compiled`, `ids` | a scenario made ready to run: names become indices, steps become requests |
//! | `environment` | world, bus, store and upstreams of one run, and the record of its events |
//! | `tables`, `message`, `upstreams`, `address_table` | what the environment is made of |
//! | `host` | the five ports of the family on it |
//! | `cluster`, `boot_options` | the lives of the replicas |
//! | `replica_faults`, `requests` | faults of whole replicas; requests to replicas |
//! | `script`, `triggers` | plays the steps; steps that wait for an event |
//! | `storm`, `draw` | plays the workload, then ends all faults; draws the requests of the workload |
//! | `armed_faults`, `fault_site` | which armed faults fire at a moment |
//! | `chance_faults` | what goes wrong by chance |
//! | `keys` | what each random choice is about |
//! | `log_capture` | log lines |
//! | `digest` | the digest of a history |
//! | `system_under_test` | what the testbed needs of a replica |

mod address_table;
mod armed_faults;
mod boot_options;
mod chance_faults;
mod cluster;
mod compiled;
mod digest;
mod draw;
mod environment;
mod fault_site;
mod host;
mod ids;
mod keys;
mod log_capture;
mod message;
mod replica_faults;
mod requests;
mod runner;
mod script;
mod storm;
mod system_under_test;
mod tables;
mod triggers;
mod upstreams;

pub use compiled::CompiledScenario;
pub use digest::digest;
pub use environment::Capture;
pub use host::SimHost;
pub use ids::START;
pub use keys::polled_replica;
pub use reconverge_sim::{Heartbeat, HeartbeatReading, is_running};
pub use runner::Runner;
pub use system_under_test::SystemUnderTest;
