//! The testbed: the only room that knows both the family and the simulator.
//!
//! **Scenario → plan → world → history.** A [`Plan`] is a scenario made ready to run; a [`Worker`] plays it at
//! a seed and hands back the [`History`](crate::history::History), which is all that oracles and reports see.
//!
//! | file | part |
//! |---|---|
//! | `plan` | names become indices, steps become requests |
//! | `armed` | which armed faults a moment fires |
//! | `keys` | what each random choice is about |
//! | `environment` | world, bus, store and upstreams of one run, and the record |
//! | `host` | the five ports of the family on them |
//! | `tables`, `letter`, `upstream`, `names` | the store's tables, messages, upstreams, addresses |
//! | `cluster` | the lives of the replicas |
//! | `driver` | plays the script |
//! | `storm`, `draw` | plays the workload, then heals; what its requests ask for |
//! | `weather` | what goes wrong by chance, and until when |
//! | `triggers` | steps that wait for an event |
//! | `worker` | one thread's store, reused for every run |
//! | `capture` | log lines |
//! | `trial` | one seed, from the plan to the verdict |
//! | `crew`, `watch` | threads that share the work, and their watchdog |
//! | `recheck` | the second run of a seed, on a fresh thread |
//! | `pool` | many plans, each at its seeds |
//! | `ablate` | plans at the other values of their policies, and who notices |
//! | `sweep`, `tally` | many seeds of one plan, and what they came to |
//! | `digest` | the fingerprint of a history |
//! | `member` | what is asked of a replica, whoever wrote it |

mod ablate;
mod armed;
mod capture;
mod cluster;
mod crew;
mod digest;
mod draw;
mod driver;
mod environment;
mod host;
mod keys;
mod letter;
mod member;
mod names;
mod plan;
mod pool;
mod recheck;
mod storm;
mod sweep;
mod tables;
mod tally;
mod trial;
mod triggers;
mod upstream;
mod watch;
mod weather;
mod worker;

pub use ablate::{
    Ablation, Case, Exemption, Exemptions, Experiment, Item, Kind, Only, Pair, PairCase, Row, Setting,
    Standing, Subject,
};
pub use crew::Stop;
pub use digest::digest;
pub use environment::Capture;
pub use host::SimHost;
pub use member::Member;
pub use plan::{Plan, START};
pub use pool::{GroupSeeds, Pool, Tried, TriedEnd};
pub use recheck::Unstable;
pub use reconverge_sim::is_running;
pub use sweep::{RECHECKS_MAX, Swept};
pub use tally::{Grouped, Kept, KeptRun, SweepGroup, SweepTally};
pub use trial::{capture_for, trial};
pub use watch::Hitch;
pub use worker::Worker;
