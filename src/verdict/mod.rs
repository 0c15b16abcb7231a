//! The verdict: what the oracles found, held against what the scenario expects.
//!
//! | file | weighs |
//! |---|---|
//! | `outcome` | whether the run came to its end |
//! | `answers` | what the doors answered |
//! | `entries` | looks, and the registries at the end |
//! | `ready` | readiness probes |
//! | `signals` | how many signals there were, and their payloads |
//! | `log` | log lines |
//! | `stale` | stale entries, named or not |
//! | `breaks` | broken invariants and contradictory records |
//! | `misses` | armed faults that never fired, nothing judged |
//! | `judged_run` | one run with all of that |
//!
//! Whether something is stale or broken, and why, the oracles say; nothing is judged twice here. No text is
//! made for a run that passes.

mod answers;
mod breaks;
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

pub use finding::{Difference, Failure, Group, Miss, Moment, Status, Verdict};
pub use judged_run::JudgedRun;
pub use misses::missed_situations;

use crate::history::{History, Outcome};
use crate::model::Scenario;
use crate::oracle::Findings;

/// One run on the scales: what is held against what, and what came out so far.
struct Comparison<'a> {
    scenario: &'a Scenario,
    history: &'a History,
    findings: &'a Findings,
    failures: Vec<Failure>,
    misses: Vec<Miss>,
    notes: Vec<crate::oracle::Stale>,
}

/// Weighs a run against what its scenario expects.
pub fn compare(scenario: &Scenario, history: &History, findings: &Findings) -> Verdict {
    let (failures, misses, notes) = (Vec::new(), Vec::new(), Vec::new());
    let mut comparison = Comparison { scenario, history, findings, failures, misses, notes };
    outcome::compare(&mut comparison);
    breaks::compare(&mut comparison);
    if history.outcome == Outcome::Quiet {
        stale::compare(&mut comparison);
        answers::compare(&mut comparison);
        entries::compare(&mut comparison);
        ready::compare(&mut comparison);
        signals::compare(&mut comparison);
        log::compare(&mut comparison);
        misses::compare(&mut comparison);
    }
    let status = comparison.status();
    let Comparison { failures, misses, notes, .. } = comparison;
    Verdict { status, failures, misses, notes }
}

impl Comparison<'_> {
    fn status(&self) -> Status {
        if self.history.outcome != Outcome::Quiet {
            Status::Fault
        } else if !self.failures.is_empty() {
            Status::Fail
        } else if !self.misses.is_empty() {
            Status::Miss
        } else {
            Status::Pass
        }
    }
}
