//! Whether a fault can do anything at all to what it names.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Duration;

use super::diagnostic::Diagnostic;
use super::hint::listed;
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use super::values::quoted;
use crate::model::{Action, Answer, Call, CallEffect, DeliveryEffect, FaultKind, RequestStep, Step};
use crate::names::{Address, Publish, Verb};

/// The steps by their ids, as faults see them.
pub(super) struct Steps<'s> {
    by_id: BTreeMap<&'s str, (&'s Action, &'s TomlTable<'s>)>,
    publish: Publish,
}

/// Why a step does not do what a fault is about, as the end of a sentence.
pub(super) type Reason = String;

impl<'s> Steps<'s> {
    /// The steps, where the file lets doors publish like this.
    pub fn new(steps: &'s [(Step, TomlTable<'s>)], publish: Publish) -> Self {
        let by_id = steps.iter().map(|(step, row)| (step.id.as_str(), (&step.action, row))).collect();
        Self { by_id, publish }
    }

    /// The step of that id.
    pub fn find(&self, id: &str) -> Option<(&'s Action, &'s TomlTable<'s>)> {
        self.by_id.get(id).copied()
    }

    /// Why a step publishes nothing.
    pub fn silent(&self, action: &Action) -> Option<Reason> {
        let write = match action {
            Action::Signal(_) => return None,
            Action::Request(request) if request.verb.is_write() => request,
            other => return Some(format!("a `{}` step publishes nothing", verb(other))),
        };
        let refused = match write.answer {
            Answer::Status(status) if status >= 400 => Some(status),
            _ => None,
        };
        match (write.verb, self.publish, refused) {
            (Verb::Migrate, ..) => Some("a `migrate` step publishes nothing".to_owned()),
            (_, Publish::Never, _)
            | (Verb::Create, Publish::NeverOnCreate, _)
            | (Verb::Update, Publish::NeverOnUpdate, _)
            | (Verb::Create | Verb::Update | Verb::Put, Publish::NeverOnPut, _)
            | (Verb::Delete, Publish::NeverOnDelete, _) => {
                Some(format!("under `publish = \"{}\"` it publishes nothing", self.publish.name()))
            }
            (_, Publish::BeforeCommit, _) | (_, _, None) => None,
            (_, _, Some(status)) => Some(format!("a write that is answered {status} publishes nothing")),
        }
    }
}

/// Notes why a fault can do nothing.
pub(super) fn check(row: &TomlTable<'_>, fault: &FaultKind, steps: &Steps<'_>, log: &mut Mistakes) {
    no_effect(row, fault, log);
    let (key, of) = match fault {
        FaultKind::Read { of, .. } | FaultKind::Build { of, .. } | FaultKind::Crash { of, .. } => {
            ("of", of.as_deref())
        }
        FaultKind::Delivery { of, .. }
        | FaultKind::PublishError { of, .. }
        | FaultKind::Write { of, .. }
        | FaultKind::AnswerLost { of }
        | FaultKind::CountError { of } => (row.keys.verb().name, Some(of.as_str())),
        FaultKind::List { .. } | FaultKind::Subscription { .. } => return,
    };
    let Some((of, &(action, step))) = of.and_then(|of| steps.by_id.get_key_value(of)) else { return };
    if let Some((place, reason)) = off_lane(row, fault, action) {
        let message = format!("the step {} signals nothing on this lane", quoted(of));
        let mistake = Diagnostic::new(place, message, "not its lane").hint(reason);
        log.add(mistake.also(step.span.clone(), "the step"));
    } else if let Some(reason) = never(fault, action, steps) {
        let message = format!("this fault can do nothing to the step {}", quoted(of));
        let mistake =
            Diagnostic::new(row.place(key), message, reason).hint("name a step that does, or leave it out");
        log.add(mistake.also(step.span.clone(), "the step"));
    }
}

fn never(fault: &FaultKind, action: &Action, steps: &Steps<'_>) -> Option<Reason> {
    match fault {
        FaultKind::Delivery { effect: DeliveryEffect::Misaddress(name), .. } => {
            steps.silent(action).or_else(|| {
                (address(action).is_some_and(|address| address.as_str() == name))
                    .then(|| "it arrives with the very name that it has".to_owned())
            })
        }
        FaultKind::Delivery { .. } => steps.silent(action),
        FaultKind::PublishError { .. } => match action {
            Action::Signal(_) => Some("a stray signal has no publisher that could fail".to_owned()),
            _ => steps.silent(action),
        },
        FaultKind::Write { .. } | FaultKind::AnswerLost { .. } => not_a_write(action),
        FaultKind::CountError { .. } => match action {
            Action::Request(RequestStep { verb: Verb::Delete, address, .. }) => {
                let service = address.lane().service();
                (!service.has_origin_and_bound())
                    .then(|| format!("a delete of the {service} lane counts no bound objects"))
            }
            other => Some(format!("a `{}` step counts no bound objects", verb(other))),
        },
        FaultKind::Read { .. } => causes_nothing(action),
        FaultKind::Crash { on, call, .. } => crash(on, *call, action, steps),
        FaultKind::List { .. } | FaultKind::Build { .. } | FaultKind::Subscription { .. } => None,
    }
}

fn crash(on: &str, call: Call, action: &Action, steps: &Steps<'_>) -> Option<Reason> {
    match (call, action) {
        (Call::Write | Call::Publish, Action::Request(request)) if request.on != on => {
            Some(format!("it is served by `{}`", request.on))
        }
        (Call::Write, _) => not_a_write(action),
        (Call::Publish, Action::Signal(_)) => {
            Some("a stray signal comes from outside the cluster".to_owned())
        }
        (Call::Publish, _) => steps.silent(action),
        (Call::List | Call::Subscribe, Action::Request(_) | Action::Signal(_)) => {
            Some(format!("a `{}` step causes no listing and no subscription", verb(action)))
        }
        _ => causes_nothing(action),
    }
}

/// Why a step writes nothing.
pub(super) fn not_a_write(action: &Action) -> Option<Reason> {
    match action {
        Action::Request(request) if request.verb.is_write() => None,
        other => Some(format!("a `{}` step writes nothing", verb(other))),
    }
}

fn causes_nothing(action: &Action) -> Option<Reason> {
    match action {
        Action::Settle
        | Action::Sleep(_)
        | Action::Crash(_)
        | Action::Pause(_)
        | Action::Detach(_)
        | Action::Upstream { .. }
        | Action::Ready { .. }
        | Action::Look(_) => Some(format!("a `{}` step causes no call of a port", verb(action))),
        _ => None,
    }
}

fn no_effect(row: &TomlTable<'_>, fault: &FaultKind, log: &mut Mistakes) {
    let by = match fault {
        FaultKind::Delivery { effect: DeliveryEffect::Delay(by), .. } => Some(*by),
        FaultKind::Read { effect, .. }
        | FaultKind::List { effect, .. }
        | FaultKind::Write { effect, .. }
        | FaultKind::Build { effect, .. } => match effect {
            CallEffect::Error => None,
            CallEffect::SlowBefore(by) | CallEffect::SlowAfter(by) => Some(*by),
        },
        _ => None,
    };
    if by == Some(Duration::ZERO) {
        let mistake =
            Diagnostic::new(row.place("by"), "this fault does nothing", "no longer than without it");
        log.add(mistake.hint("give a duration above zero, or leave the fault out"));
    }
}

/// Why a step has no signal on the lane that a fault names, and where the fault does.
fn off_lane(row: &TomlTable<'_>, fault: &FaultKind, action: &Action) -> Option<(Range<usize>, Reason)> {
    let (FaultKind::Delivery { lane, .. } | FaultKind::PublishError { lane, .. }) = fault else {
        return None;
    };
    let own: Vec<_> = match action {
        Action::Request(request) if request.verb.is_write() => {
            request.address.lane().service().lanes().collect()
        }
        Action::Signal(signal) => vec![signal.address.lane()],
        _ => return None,
    };
    let names: Vec<_> = own.iter().map(|lane| lane.name()).collect();
    lane.filter(|lane| !own.contains(lane))
        .map(|_| (row.place("lane"), format!("it can signal on {}", listed(&names))))
}

fn address(action: &Action) -> Option<&Address> {
    match action {
        Action::Request(RequestStep { address, .. }) => Some(address),
        Action::Signal(signal) if signal.payload.is_none() => Some(&signal.address),
        _ => None,
    }
}

fn verb(action: &Action) -> &'static str {
    match action {
        Action::Request(request) => request.verb.name(),
        Action::Settle => "settle",
        Action::Sleep(_) => "sleep",
        Action::Boot(_) => "boot",
        Action::Crash(_) => "crash",
        Action::Restart(_) => "restart",
        Action::Shutdown(_) => "shutdown",
        Action::Pause(_) => "pause",
        Action::Resume(_) => "resume",
        Action::Reload(_) => "reload",
        Action::Attach { .. } => "attach",
        Action::Detach(_) => "detach",
        Action::Cut { .. } => "cut",
        Action::Heal(_) => "heal",
        Action::Signal(_) => "signal",
        Action::Upstream { reachable: false, .. } => "unreachable",
        Action::Upstream { reachable: true, .. } => "reachable",
        Action::Accepts { .. } => "accepts",
        Action::Ready { .. } => "ready",
        Action::Look(_) => "look",
    }
}
