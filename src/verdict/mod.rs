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
//! | `trial` | one run with all of that |
//!
//! Whether something is stale or broken, and why, the oracles say; nothing is judged twice here. No text is
//! made for a run that passes.

mod answers;
mod breaks;
mod entries;
mod finding;
mod log;
mod misses;
mod names;
mod outcome;
mod ready;
mod signals;
mod stale;
mod told;
mod trial;

pub use finding::{Difference, Failure, Group, Miss, Moment, Status, Verdict};
pub use misses::missed_situations;
pub use trial::Trial;

use crate::history::{History, Outcome};
use crate::oracle::Findings;
use crate::scenario::Scenario;

/// One run on the scales: what is held against what, and what came out so far.
struct Scales<'a> {
    scenario: &'a Scenario,
    history: &'a History,
    findings: &'a Findings,
    failures: Vec<Failure>,
    misses: Vec<Miss>,
    notes: Vec<crate::oracle::Stale>,
}

/// Weighs a run against what its scenario expects.
pub fn weigh(scenario: &Scenario, history: &History, findings: &Findings) -> Verdict {
    let (failures, misses, notes) = (Vec::new(), Vec::new(), Vec::new());
    let mut scales = Scales { scenario, history, findings, failures, misses, notes };
    outcome::weigh(&mut scales);
    breaks::weigh(&mut scales);
    if history.outcome == Outcome::Quiet {
        stale::weigh(&mut scales);
        answers::weigh(&mut scales);
        entries::weigh(&mut scales);
        ready::weigh(&mut scales);
        signals::weigh(&mut scales);
        log::weigh(&mut scales);
        misses::weigh(&mut scales);
    }
    let status = scales.status();
    let Scales { failures, misses, notes, .. } = scales;
    Verdict { status, failures, misses, notes }
}

impl Scales<'_> {
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
