//! Campaigns: many runs, on several threads, and what they came to.
//!
//! This is all of the testbed that starts threads and looks at the real time; neither reaches a run. What a run is,
//! [`stage`](crate::stage) knows; what it means, [`oracle`](crate::oracle) and [`verdict`](crate::verdict) say.
//!
//! | file | part |
//! |---|---|
//! | `judged_run` | one seed, from the compiled scenario to the verdict |
//! | `recheck` | the second run of a seed, on a fresh thread |
//! | `workers`, `watchdog` | threads that run the tasks of a job; finds one that hangs |
//! | `harness_error` | why a seed has no history |
//! | `pool`, `scenario_result` | many scenarios, each at its seeds, and what each came to |
//! | `sweep`, `tally` | many seeds of one scenario, and what they came to |
//! | `ablate` | scenarios at the other values of their policies, and which of them notice |
//! | `conclusion` | what a result means, whoever reports it |

mod ablate;
mod conclusion;
mod harness_error;
mod judged_run;
mod pool;
mod recheck;
mod scenario_result;
mod sweep;
mod tally;
mod watchdog;
mod workers;

pub use ablate::{
    AblatedValue, Ablation, Case, Exemption, ExemptionKind, Exemptions, Experiment, GuardStatus, Pair,
    PairCase, PlannedValue, PolicyFilter, Setting,
};
pub use conclusion::Conclusion;
pub use harness_error::HarnessError;
pub use judged_run::{capture_for, judged_run};
pub use pool::Pool;
pub use recheck::Unstable;
pub use scenario_result::{GroupSeeds, ScenarioEnd, ScenarioResult};
pub use sweep::{RECHECKS_MAX, SweepResult};
pub use tally::{GroupTally, Representative, RepresentativeRun, SweepGroup, SweepTally};
pub use workers::Stop;
