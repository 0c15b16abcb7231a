//! Events that can never happen, and steps that wait for each other. Both are mistakes of the file.

use std::collections::BTreeMap;

use super::diagnostic::Diagnostic;
use super::flaw::quoted;
use super::mistakes::Mistakes;
use super::parsed_step::{self, ParsedStep, Reason};
use crate::model::{Answer, Trigger};
use crate::names::Publish;

/// Reports the steps whose event can never happen.
pub(super) fn check(steps: &[ParsedStep<'_>], publish: Publish, mistakes: &mut Mistakes) {
    let by_id = parsed_step::by_id(steps);
    for ParsedStep { step, table } in steps {
        let Some(trigger) = &step.when else { continue };
        let Some(id) = awaited_step(trigger) else { continue };
        // The validator has already reported an id that no step has.
        let Some(awaited) = by_id.get(id) else { continue };
        if let Some(reason) = never_happens(trigger, awaited, publish) {
            let message = format!("this step waits for what the step {} never does", quoted(id));
            let mistake = Diagnostic::new(table.place("when"), message, reason);
            let mistake = mistake.hint("wait for a step that does");
            mistakes.add(mistake.also(awaited.table.span.clone(), "the step"));
        }
    }
    for circle in circles(steps) {
        mistakes.add(waiting_for_each_other(steps, &circle));
    }
}

fn waiting_for_each_other(steps: &[ParsedStep<'_>], circle: &Circle) -> Diagnostic {
    let (first, last) = (&steps[circle.first], &steps[circle.last]);
    let place = first.table.place("when");
    let mistake = if circle.first == circle.last {
        Diagnostic::new(place, "this step waits for itself", "its own")
    } else {
        let ids = [first, last].map(|step| quoted(step.id()));
        let message = format!("the steps {} and {} wait for each other", ids[0], ids[1]);
        let mistake = Diagnostic::new(place, message, "so neither ever begins");
        mistake.also(last.table.place("when"), "waits for the other")
    };
    mistake.hint("wait for another step, or for none")
}

/// The id of the step that an event is about.
fn awaited_step(trigger: &Trigger) -> Option<&str> {
    match trigger {
        Trigger::Commit { of } | Trigger::Publish { of } | Trigger::Arrival { of, .. } => Some(of),
        Trigger::Read { .. } | Trigger::Build { .. } | Trigger::List { .. } => None,
    }
}

/// Why the event of a step cannot happen in any run.
fn never_happens(trigger: &Trigger, awaited: &ParsedStep<'_>, publish: Publish) -> Option<Reason> {
    match trigger {
        Trigger::Commit { .. } => never_commits(awaited),
        Trigger::Publish { .. } | Trigger::Arrival { .. } => awaited.why_no_signal(publish),
        Trigger::Read { .. } | Trigger::Build { .. } | Trigger::List { .. } => None,
    }
}

fn never_commits(awaited: &ParsedStep<'_>) -> Option<Reason> {
    let Some(write) = awaited.write() else { return awaited.why_no_write() };
    match write.answer {
        // Unlike a 4xx, a 503 may mean a commit whose answer was lost.
        Answer::Status(status @ 400..500) => {
            Some(format!("a write that is answered {status} commits nothing"))
        }
        Answer::Done | Answer::Status(_) | Answer::None | Answer::Any => None,
    }
}

/// Steps that wait for each other, as positions: the one that stands first in the file, and the one that waits for it.
struct Circle {
    first: usize,
    last: usize,
}

/// Every circle of steps that wait for each other.
///
/// Each step waits for at most one other, so it is enough to follow that one link from each step. Every step is
/// visited once: a walk ends where an earlier walk has been.
fn circles(steps: &[ParsedStep<'_>]) -> Vec<Circle> {
    let positions: BTreeMap<&str, usize> =
        steps.iter().enumerate().map(|(position, step)| (step.id(), position)).collect();
    let next = |position: usize| {
        let trigger = steps[position].step.when.as_ref()?;
        positions.get(awaited_step(trigger)?).copied()
    };
    let mut walks: Vec<Option<usize>> = vec![None; steps.len()];
    let mut circles = Vec::new();
    for walk in 0..steps.len() {
        let (mut before, mut here) = (walk, Some(walk));
        while let Some(position) = here.filter(|position| walks[*position].is_none()) {
            walks[position] = Some(walk);
            (before, here) = (position, next(position));
        }
        // A walk that ended at a step of its own has closed a circle. One that ended at an earlier walk has not: that
        // walk has reported the circle, if there is one.
        let Some(closed) = here.filter(|position| walks[*position] == Some(walk)) else { continue };
        circles.push(circle_through(closed, before, next));
    }
    circles
}

/// The circle that runs through `closed`, for which the step at `before` waits.
///
/// It is reported at the step that stands first in the file, wherever the walk entered it, so that the order of steps
/// outside the circle does not change the message.
fn circle_through(closed: usize, before: usize, next: impl Fn(usize) -> Option<usize>) -> Circle {
    let mut circle = Circle { first: closed, last: before };
    let mut position = closed;
    while let Some(following) = next(position).filter(|following| *following != closed) {
        if following < circle.first {
            circle = Circle { first: following, last: position };
        }
        position = following;
    }
    circle
}
