//! What the scenario is about and did not happen: an armed fault that never fired, or nothing judged; and, over
//! all seeds of a scenario, a situation that never occurred.

use super::{Miss, Scales};
use crate::history::What;
use crate::names::Situation;
use crate::oracle::Situations;
use crate::scenario::Scenario;

/// Weighs what did not happen.
pub fn weigh(scales: &mut Scales<'_>) {
    if scales.findings.judged.is_empty() {
        scales.misses.push(Miss::NothingJudged);
    }
    for fault in 0..scales.history.header.faults.len() {
        let mut events = scales.history.events.iter();
        let fired =
            |what: What| matches!(what, What::Fault { fault: fired } if usize::from(fired.0) == fault);
        if !events.any(|event| fired(event.what)) {
            scales.misses.push(Miss::Fault { fault });
        }
    }
}

/// The situations that must occur in at least one seed, and did in none of those that were counted.
pub fn missed_situations(scenario: &Scenario, counted: &Situations) -> Vec<Situation> {
    scenario.expect.occurred.iter().copied().filter(|situation| counted.count(*situation) == 0).collect()
}
