//! What the scenario is about and what did not happen: an armed fault that never fired, a step that never began, or no
//! judged replica; and, over all seeds of a scenario, a situation that never occurred.

use super::comparison::Comparison;
use super::finding::Miss;
use super::names;
use crate::history::EventKind;
use crate::model::{Action, Scenario};
use crate::names::Situation;
use crate::oracle::Situations;

/// Adds a miss for everything that did not happen.
pub fn compare(comparison: &mut Comparison<'_>) {
    if comparison.findings.judged.is_empty() {
        comparison.misses.push(Miss::NothingJudged);
    }
    for fault in 0..comparison.history.header.faults.len() {
        let mut events = comparison.history.events.iter();
        let is_it = |kind: EventKind| matches!(kind, EventKind::Fault { fault: fired } if usize::from(fired.0) == fault);
        if !events.any(|event| is_it(event.kind)) {
            comparison.misses.push(Miss::Fault { fault });
        }
    }
    add_untriggered(comparison);
}

/// Adds the steps that waited for an event that never came. Steps that another part compares are missed there.
fn add_untriggered(comparison: &mut Comparison<'_>) {
    let waiting = comparison.scenario.steps.iter().filter(|step| step.when.is_some());
    for step in waiting.filter(|step| !is_compared_elsewhere(&step.action)) {
        let request = names::request(comparison.history, &step.id);
        let is_its =
            |kind: EventKind| matches!(kind, EventKind::Triggered { request: of } if Some(of) == request);
        if !comparison.history.events.iter().any(|event| is_its(event.kind)) {
            comparison.misses.push(Miss::Step(step.id.clone()));
        }
    }
}

fn is_compared_elsewhere(action: &Action) -> bool {
    matches!(action, Action::Request(_) | Action::Look(_) | Action::Ready { .. })
}

/// The situations that must occur in at least one seed, and that occurred in none of the seeds counted here.
pub fn missed_situations(scenario: &Scenario, counted: &Situations) -> Vec<Situation> {
    scenario.expect.occurred.iter().copied().filter(|situation| counted.count(*situation) == 0).collect()
}
