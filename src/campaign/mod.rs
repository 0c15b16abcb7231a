//! Campaigns: many runs, over several threads, and what they came to.
//!
//! This is all of the testbed that starts threads and looks at the real time; neither reaches a run. What a run is,
//! [`stage`](crate::stage) knows; what it means, [`oracle`](crate::oracle) and [`verdict`](crate::verdict) say.
//!
//! | file | part |
//! |---|---|
//! | `workers`, `watchdog` | threads that share the work, and who notices one that hangs |
//! | `judged_run` | one seed, from the compiled scenario to the verdict |
//! | `recheck` | the second run of a seed, on a fresh thread |
//! | `pool` | many scenarios, each at its seeds |
//! | `sweep`, `tally` | many seeds of one scenario, and what they came to |
//! | `conclusion` | what a result means, whoever reports it |
//! | `ablate` | scenarios at the other values of their policies, and who notices |

mod ablate;
mod conclusion;
mod judged_run;
mod pool;
mod recheck;
mod sweep;
mod tally;

mod watchdog;
mod workers;

pub use ablate::{
    AblatedValue, Ablation, Case, Exemption, ExemptionKind, Exemptions, Experiment, GuardStatus, Pair,
    PairCase, PlannedValue, PolicyFilter, Setting,
};
pub use conclusion::Conclusion;
pub use judged_run::{capture_for, judged_run};
pub use pool::{GroupSeeds, Pool, ScenarioEnd, ScenarioResult};
pub use recheck::Unstable;
pub use sweep::{RECHECKS_MAX, SweepResult};
pub use tally::{GroupTally, Representative, RepresentativeRun, SweepGroup, SweepTally};
pub use watchdog::HarnessError;
pub use workers::Stop;
