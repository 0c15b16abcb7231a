//! Campaigns: many runs on several threads, and their results.
//!
//! Only this part of the testbed starts threads and measures real time; neither reaches a run. A run itself belongs to
//! [`stage`](crate::stage), and its judgement to [`oracle`](crate::oracle) and [`verdict`](crate::verdict).
//!
//! | file | part |
//! |---|---|
//! | `judged_run` | one seed, from the compiled scenario to the verdict |
//! | `recheck` | the second run of a seed, on a fresh thread |
//! | `workers`, `watchdog` | threads that run the tasks of a job; finds one that hangs |
//! | `harness_error` | why a seed has no history |
//! | `pool`, `scenario_result` | many scenarios, each at its own seeds, and the result of each |
//! | `sweep`, `tally` | many seeds of one scenario, and their results |
//! | `ablate` | scenarios at the other values of their policies, and which of them notice |
//! | `conclusion` | what a result means, for texts and for exit codes |

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
