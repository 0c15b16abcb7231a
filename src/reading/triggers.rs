//! `when`: the event that a step waits for instead of its turn. The verb of an event is its key.
//!
//! A step that waits for an event keeps no other step waiting. An event that can never happen is a mistake;
//! one that happened not to in a run is a miss, which the run reports.

use std::collections::BTreeMap;

use super::address::Place;
use super::diagnostic::Diagnostic;
use super::fault_checks::{Reason, Steps, not_a_write};
use super::keys::{Choice, Key, KeyTable, Kind};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use super::values::quoted;
use crate::model::{Action, Answer, Step, Trigger};
use crate::names::{Publish, Service};

/// What a step may say instead of its turn.
pub(super) const WHEN: &[Key] = &[Key::optional(
    "when",
    Kind::Choice(&EVENTS),
    "the event at which it begins, whatever the steps above it do; no other step waits for it",
)];

macro_rules! variant {
    ($noun:literal, $verb:literal, $kind:expr, $doc:literal $(, $on:literal)?) => {
        KeyTable::new(
            $noun,
            &[&[Key::required($verb, $kind, $doc)] $(, &[Key::optional("on", Kind::Replica, $on)])?],
        )
    };
}

/// The events by their verbs.
pub(super) static EVENTS: Choice = Choice {
    noun: "event",
    one: "a step waits for one event",
    none: "this is no event",
    apart: "choose one of them",
    example: "{ commit = \"STEP\" }",
    variants: &[
        variant!("a `commit` event", "commit", Kind::Step, "the transaction of this step commits"),
        variant!("a `publish` event", "publish", Kind::Step, "the signal of this step is published"),
        variant!(
            "an `arrival` event",
            "arrival",
            Kind::Step,
            "the signal of this step arrives",
            "the receiver; the first if left out"
        ),
        variant!(
            "a `read` event",
            "read",
            Kind::Address(Place::Read),
            "a replica has begun to read this",
            "the replica that reads; any if left out"
        ),
        variant!(
            "a `build` event",
            "build",
            Kind::Address(Place::Build),
            "a replica has begun to build an instance of this",
            "the replica that builds; any if left out"
        ),
        variant!("a `list` event", "list", Kind::Replica, "this replica has begun to list the rows"),
    ],
};

/// Reads the `when` of a step.
pub(super) fn read(step: &TomlTable<'_>, services: &[Service], log: &mut Mistakes) -> Option<Trigger> {
    step.keys.find("when")?;
    let node = step.node("when")?;
    clashes(step, log);
    let row = TomlTable::choice(node, &EVENTS)?;
    let verb = row.keys.verb().name;
    let object = row.text(verb)?;
    let address = || row.address(verb, services);
    Some(match verb {
        "commit" => Trigger::Commit { of: object },
        "publish" => Trigger::Publish { of: object },
        "arrival" => Trigger::Arrival { of: object, on: row.text("on") },
        "read" => Trigger::Read { address: address()?, on: row.text("on") },
        "build" => Trigger::Build { address: address()?, on: row.text("on") },
        "list" => Trigger::List { on: object },
        _ => unreachable!("every verb of the table is read"),
    })
}

/// A step that waits for an event has neither a time nor a turn.
fn clashes(step: &TomlTable<'_>, log: &mut Mistakes) {
    let reasons = [
        ("at", "a step begins at an instant or at an event, not both", "leave one of the two out"),
        ("wait", "no other step waits for one that has `when`", "leave `wait` out"),
    ];
    for (name, message, hint) in reasons {
        if step.keys.find(name).is_some() && step.has(name) {
            let mistake = Diagnostic::new(step.place(name), message, "beside `when`").hint(hint);
            log.add(mistake.also(step.place("when"), "the event"));
        }
    }
}

/// Notes the events that can never happen.
pub(super) fn check(steps: &[(Step, TomlTable<'_>)], publish: Publish, log: &mut Mistakes) {
    let by_id = Steps::new(steps, publish);
    for (step, row) in steps {
        let Some((of, trigger)) = step.when.as_ref().and_then(|trigger| Some((awaited(trigger)?, trigger)))
        else {
            continue;
        };
        let Some((action, other)) = by_id.find(of) else { continue };
        if let Some(reason) = never(trigger, action, &by_id) {
            let message = format!("this step waits for what the step {} never does", quoted(of));
            let mistake = Diagnostic::new(row.place("when"), message, reason);
            log.add(mistake.hint("wait for a step that does").also(other.span.clone(), "the step"));
        }
    }
    for circle in circles(steps) {
        let (step, row) = &steps[circle.first];
        let mistake = if circle.first == circle.last {
            Diagnostic::new(row.place("when"), "this step waits for itself", "its own")
        } else {
            let (last, place) = &steps[circle.last];
            let message =
                format!("the steps {} and {} wait for each other", quoted(&step.id), quoted(&last.id));
            let mistake = Diagnostic::new(row.place("when"), message, "so neither ever begins");
            mistake.also(place.place("when"), "waits for the other")
        };
        log.add(mistake.hint("wait for another step, or for none"));
    }
}

/// The step whose doing is awaited.
fn awaited(trigger: &Trigger) -> Option<&str> {
    match trigger {
        Trigger::Commit { of } | Trigger::Publish { of } | Trigger::Arrival { of, .. } => Some(of),
        Trigger::Read { .. } | Trigger::Build { .. } | Trigger::List { .. } => None,
    }
}

fn never(trigger: &Trigger, action: &Action, steps: &Steps<'_>) -> Option<Reason> {
    if !matches!(trigger, Trigger::Commit { .. }) {
        return steps.silent(action);
    }
    match action {
        Action::Request(request) if request.verb.is_write() => match request.answer {
            Answer::Status(status @ 400..500) => {
                Some(format!("a write that is answered {status} commits nothing"))
            }
            _ => None,
        },
        other => not_a_write(other),
    }
}

/// Steps that wait for each other: the one that stands first, and the one that waits for it.
struct Circle {
    first: usize,
    last: usize,
}

/// Every circle of steps. Each step waits for one other at most, so a walk finds them.
fn circles(steps: &[(Step, TomlTable<'_>)]) -> Vec<Circle> {
    let positions: BTreeMap<&str, usize> =
        steps.iter().enumerate().map(|(position, (step, _))| (step.id.as_str(), position)).collect();
    let next = |position: usize| {
        let trigger = steps[position].0.when.as_ref()?;
        positions.get(awaited(trigger)?).copied()
    };
    let mut walks: Vec<Option<usize>> = vec![None; steps.len()];
    let mut circles = Vec::new();
    for walk in 0..steps.len() {
        let (mut before, mut here) = (walk, Some(walk));
        while let Some(position) = here.filter(|position| walks[*position].is_none()) {
            walks[position] = Some(walk);
            (before, here) = (position, next(position));
        }
        // Only the walk that closes a circle reports it, at the step of it that stands first.
        let Some(closed) = here.filter(|position| walks[*position] == Some(walk)) else { continue };
        let mut circle = Circle { first: closed, last: before };
        let mut position = closed;
        while let Some(following) = next(position).filter(|following| *following != closed) {
            if following < circle.first {
                circle = Circle { first: following, last: position };
            }
            position = following;
        }
        circles.push(circle);
    }
    circles
}
