//! Faults that can never do anything to what they name. Each is a mistake of the file.
//!
//! Only what holds in every run is a mistake. A fault that merely does nothing in a run is a miss, which the run
//! reports.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use super::diagnostic::Diagnostic;
use super::flaw::quoted;
use super::hint::listed;
use super::mistakes::Mistakes;
use super::parsed_step::{ParsedStep, Reason};
use super::toml_table::TomlTable;
use crate::model::{Action, Call, CallEffect, DeliveryEffect, FaultKind, RequestStep};
use crate::names::{Publish, Verb};

/// Reports why a fault can do nothing.
pub(super) fn check(
    table: &TomlTable<'_>,
    fault: &FaultKind,
    steps: &BTreeMap<&str, &ParsedStep<'_>>,
    publish: Publish,
    mistakes: &mut Mistakes,
) {
    check_delay(table, fault, mistakes);
    let Some((key, id)) = named_step(table, fault) else { return };
    // The validator has already reported an id that no step has.
    let Some(step) = steps.get(id) else { return };
    if let Some((place, hint)) = no_signal_on_lane(table, fault, step) {
        let message = format!("the step {} signals nothing on this lane", quoted(id));
        let mistake = Diagnostic::new(place, message, "not its lane").hint(hint);
        mistakes.add(mistake.also(step.table.span.clone(), "the step"));
    } else if let Some(reason) = no_effect_on_step(fault, step, publish) {
        let message = format!("this fault can do nothing to the step {}", quoted(id));
        let mistake =
            Diagnostic::new(table.place(key), message, reason).hint("name a step that does, or leave it out");
        mistakes.add(mistake.also(step.table.span.clone(), "the step"));
    }
}

/// The key that names the step of a fault, and the id of the step.
fn named_step<'f>(table: &TomlTable<'_>, fault: &'f FaultKind) -> Option<(&'static str, &'f str)> {
    match fault {
        FaultKind::Read { of, .. } | FaultKind::Build { of, .. } | FaultKind::Crash { of, .. } => {
            Some(("of", of.as_deref()?))
        }
        FaultKind::Delivery { of, .. }
        | FaultKind::PublishError { of, .. }
        | FaultKind::Write { of, .. }
        | FaultKind::AnswerLost { of }
        | FaultKind::CountError { of } => Some((table.verb(), of)),
        FaultKind::List { .. } | FaultKind::Subscription { .. } => None,
    }
}

/// Reports a fault that delays something by no time at all.
fn check_delay(table: &TomlTable<'_>, fault: &FaultKind, mistakes: &mut Mistakes) {
    let by = match fault {
        FaultKind::Delivery { effect: DeliveryEffect::Delay(by), .. } => *by,
        FaultKind::Read { effect, .. }
        | FaultKind::List { effect, .. }
        | FaultKind::Write { effect, .. }
        | FaultKind::Build { effect, .. } => match effect {
            CallEffect::Error => return,
            CallEffect::SlowBefore(by) | CallEffect::SlowAfter(by) => *by,
        },
        FaultKind::Delivery { .. }
        | FaultKind::PublishError { .. }
        | FaultKind::Subscription { .. }
        | FaultKind::AnswerLost { .. }
        | FaultKind::CountError { .. }
        | FaultKind::Crash { .. } => return,
    };
    if by == Duration::ZERO {
        let mistake =
            Diagnostic::new(table.place("by"), "this fault does nothing", "no longer than without it");
        mistakes.add(mistake.hint("give a duration above zero, or leave the fault out"));
    }
}

/// Where a fault names a lane on which its step signals nothing, and the lanes on which it does.
fn no_signal_on_lane(
    table: &TomlTable<'_>,
    fault: &FaultKind,
    step: &ParsedStep<'_>,
) -> Option<(Range<usize>, Reason)> {
    let (FaultKind::Delivery { lane: Some(lane), .. } | FaultKind::PublishError { lane: Some(lane), .. }) =
        fault
    else {
        return None;
    };
    let lanes = step.signal_lanes();
    // A step that signals on no lane at all is reported for that, whatever lane the fault names.
    if lanes.is_empty() || lanes.contains(lane) {
        return None;
    }
    let names: Vec<_> = lanes.iter().map(|lane| lane.name()).collect();
    Some((table.place("lane"), format!("it can signal on {}", listed(&names))))
}

/// Why a fault can do nothing to the step that it names.
fn no_effect_on_step(fault: &FaultKind, step: &ParsedStep<'_>, publish: Publish) -> Option<Reason> {
    match fault {
        FaultKind::Delivery { effect: DeliveryEffect::Misaddress(name), .. } => {
            step.why_no_signal(publish).or_else(|| {
                (signalled_name(step.action()) == Some(name))
                    .then(|| "it arrives with the very name that it has".to_owned())
            })
        }
        FaultKind::PublishError { .. } if matches!(step.action(), Action::Signal(_)) => {
            Some("a stray signal has no publisher that could fail".to_owned())
        }
        FaultKind::Delivery { .. } | FaultKind::PublishError { .. } => step.why_no_signal(publish),
        FaultKind::Write { .. } | FaultKind::AnswerLost { .. } => step.why_no_write(),
        FaultKind::CountError { .. } => counts_no_objects(step),
        FaultKind::Read { .. } => calls_no_port(step),
        FaultKind::Crash { on, call, .. } => makes_no_such_call(step, *call, on, publish),
        FaultKind::List { .. } | FaultKind::Build { .. } | FaultKind::Subscription { .. } => None,
    }
}

/// Why a step never counts the objects that are bound to a row.
fn counts_no_objects(step: &ParsedStep<'_>) -> Option<Reason> {
    let Action::Request(RequestStep { verb: Verb::Delete, address, .. }) = step.action() else {
        return Some(format!("a `{}` step counts no bound objects", step.table.verb()));
    };
    let service = address.lane().service();
    (!service.has_origin_and_bound())
        .then(|| format!("a delete of the {service} lane counts no bound objects"))
}

/// Why a step never makes a replica call a port in this way.
fn makes_no_such_call(step: &ParsedStep<'_>, call: Call, on: &str, publish: Publish) -> Option<Reason> {
    let served_elsewhere = || match step.action() {
        Action::Request(request) if request.on != on => Some(format!("it is served by `{}`", request.on)),
        _ => None,
    };
    match call {
        Call::Write => served_elsewhere().or_else(|| step.why_no_write()),
        Call::Publish if matches!(step.action(), Action::Signal(_)) => {
            Some("a stray signal comes from outside the cluster".to_owned())
        }
        Call::Publish => served_elsewhere().or_else(|| step.why_no_signal(publish)),
        Call::List | Call::Subscribe if matches!(step.action(), Action::Request(_) | Action::Signal(_)) => {
            Some(format!("a `{}` step causes no listing and no subscription", step.table.verb()))
        }
        // After a write every replica converges, so reads, builds and closes can happen on any of them.
        Call::List | Call::Subscribe | Call::Read | Call::Open | Call::Close => calls_no_port(step),
    }
}

/// Why a step makes no replica call a port.
fn calls_no_port(step: &ParsedStep<'_>) -> Option<Reason> {
    match step.action() {
        Action::Settle
        | Action::Sleep(_)
        | Action::Crash(_)
        | Action::Pause(_)
        | Action::Detach(_)
        | Action::Upstream { .. }
        | Action::Ready { .. }
        | Action::Look(_) => Some(format!("a `{}` step causes no call of a port", step.table.verb())),
        Action::Request(_)
        | Action::Boot(_)
        | Action::Restart(_)
        | Action::Shutdown(_)
        | Action::Resume(_)
        | Action::Reload(_)
        | Action::Attach { .. }
        | Action::Cut { .. }
        | Action::Heal(_)
        | Action::Signal(_)
        | Action::Accepts { .. } => None,
    }
}

/// The name in the signal of a step, if it has one and the scenario says it.
fn signalled_name(action: &Action) -> Option<&str> {
    match action {
        Action::Request(request) => Some(request.address.as_str()),
        Action::Signal(signal) if signal.payload.is_none() => Some(signal.address.as_str()),
        _ => None,
    }
}
