//! What the scenario is about and did not happen: an armed fault that never fired, or nothing judged; and, over
//! all seeds of a scenario, a situation that never occurred.

use super::{Comparison, Miss, names};
use crate::history::EventKind;
use crate::model::{Action, Scenario};
use crate::names::Situation;
use crate::oracle::Situations;

/// Weighs what did not happen.
pub fn compare(comparison: &mut Comparison<'_>) {
    if comparison.findings.judged.is_empty() {
        comparison.misses.push(Miss::NothingJudged);
    }
    for fault in 0..comparison.history.header.faults.len() {
        let mut events = comparison.history.events.iter();
        let fired = |what: EventKind| matches!(what, EventKind::Fault { fault: fired } if usize::from(fired.0) == fault);
        if !events.any(|event| fired(event.kind)) {
            comparison.misses.push(Miss::Fault { fault });
        }
    }
    untriggered(comparison);
}

/// Steps that waited for an event that never came. What writes and looks, its own part weighs.
fn untriggered(comparison: &mut Comparison<'_>) {
    let waiting = comparison.scenario.steps.iter().filter(|step| step.when.is_some());
    for step in waiting.filter(|step| !is_weighed_elsewhere(&step.action)) {
        let request = names::request(comparison.history, &step.id);
        let begun =
            |what: EventKind| matches!(what, EventKind::Triggered { request: of } if Some(of) == request);
        if !comparison.history.events.iter().any(|event| begun(event.kind)) {
            comparison.misses.push(Miss::Step(step.id.clone()));
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
