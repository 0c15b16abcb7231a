//! What the scenario is about and did not happen: an armed fault that never fired, or nothing judged; and, over
//! all seeds of a scenario, a situation that never occurred.

use super::{Miss, Scales, names};
use crate::history::What;
use crate::names::Situation;
use crate::oracle::Situations;
use crate::scenario::{Action, Scenario};

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
    untriggered(scales);
}

/// Steps that waited for an event that never came. What writes and looks, its own part weighs.
fn untriggered(scales: &mut Scales<'_>) {
    let waiting = scales.scenario.steps.iter().filter(|step| step.when.is_some());
    for step in waiting.filter(|step| !is_weighed_elsewhere(&step.action)) {
        let request = names::request(scales.history, &step.id);
        let begun = |what: What| matches!(what, What::Triggered { request: of } if Some(of) == request);
        if !scales.history.events.iter().any(|event| begun(event.what)) {
            scales.misses.push(Miss::Step(step.id.clone()));
        }
    }
}

fn is_weighed_elsewhere(action: &Action) -> bool {
    matches!(action, Action::Request(_) | Action::Look(_) | Action::Ready { .. })
}

/// The situations that must occur in at least one seed, and did in none of those that were counted.
pub fn missed_situations(scenario: &Scenario, counted: &Situations) -> Vec<Situation> {
    scenario.expect.occurred.iter().copied().filter(|situation| counted.count(*situation) == 0).collect()
}
