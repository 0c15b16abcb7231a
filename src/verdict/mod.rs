//! The verdict: what happened and what the oracles found, compared with what the scenario expects.
//!
//! | file | compares |
//! |---|---|
//! | `compare` | all of the following, one after the other |
//! | `outcome` | whether the run came to its end |
//! | `breaks` | broken invariants and contradictory records |
//! | `stale` | stale entries, expected or not |
//! | `answers` | what the doors answered |
//! | `entries` | entries of registries, when a step looked and at the end |
//! | `ready` | readiness probes |
//! | `signals` | the number of signals, and their payloads |
//! | `log` | log lines |
//! | `misses` | what should have happened: armed faults, steps, a judged replica |
//!
//! `comparison` is a comparison while it is being made, `finding` its result as data, `judged_run` a run together with its
//! verdict, `names` the look-up of a scenario's names.
//!
//! The oracles say whether an entry is stale or an invariant broken, and why. Nothing is judged a second time here. A run
//! that passes makes no text.

mod answers;
mod breaks;
mod compare;
mod comparison;
mod entries;
mod finding;
mod judged_run;
mod log;
mod misses;
mod names;
mod outcome;
mod ready;
mod signals;
mod stale;

pub use compare::compare;
pub use finding::{Difference, Failure, Group, Miss, Moment, Status, Verdict};
pub use judged_run::JudgedRun;
pub use misses::missed_situations;
