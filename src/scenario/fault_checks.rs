//! Whether a fault can do anything at all to what it names.

use std::collections::BTreeMap;
use std::time::Duration;

use super::diagnostic::Diagnostic;
use super::mistakes::Mistakes;
use super::row::Row;
use super::values::quoted;
use super::{Action, Answer, Call, CallEffect, DeliveryEffect, FaultKind, Step, WriteStep};
use crate::names::{Publish, Verb};

/// The steps by their ids, as faults see them.
pub(super) struct Steps<'s> {
    by_id: BTreeMap<&'s str, (&'s Action, &'s Row<'s>)>,
    publish: Publish,
}

/// Why a step does not do what a fault is about, as the end of a sentence.
pub(super) type Reason = String;

impl<'s> Steps<'s> {
    /// The steps, where the file lets doors publish like this.
    pub fn new(steps: &'s [(Step, Row<'s>)], publish: Publish) -> Self {
        let by_id = steps.iter().map(|(step, row)| (step.id.as_str(), (&step.action, row))).collect();
        Self { by_id, publish }
    }

    /// The step of that id.
    pub fn find(&self, id: &str) -> Option<(&'s Action, &'s Row<'s>)> {
        self.by_id.get(id).copied()
    }

    /// Why a step publishes nothing.
    pub fn silent(&self, action: &Action) -> Option<Reason> {
        let write = match action {
            Action::Signal(_) => return None,
            Action::Write(write) => write,
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
            | (Verb::Delete, Publish::NeverOnDelete, _) => {
                Some(format!("under `publish = \"{}\"` it publishes nothing", self.publish.name()))
            }
            (_, Publish::BeforeCommit, _) | (_, _, None) => None,
            (_, _, Some(status)) => Some(format!("a write that is answered {status} publishes nothing")),
        }
    }
}

/// Notes why a fault can do nothing.
pub(super) fn check(row: &Row<'_>, fault: &FaultKind, steps: &Steps<'_>, log: &mut Mistakes) {
    no_effect(row, fault, log);
    let (key, of) = match fault {
        FaultKind::Read { of, .. } | FaultKind::Build { of, .. } | FaultKind::Crash { of, .. } => {
            ("of", of.as_deref())
        }
        FaultKind::Delivery { of, .. }
        | FaultKind::PublishError { of }
        | FaultKind::Write { of, .. }
        | FaultKind::AnswerLost { of }
        | FaultKind::CountError { of } => (row.keys.verb().name, Some(of.as_str())),
        FaultKind::List { .. } => return,
    };
    let Some((of, &(action, step))) = of.and_then(|of| steps.by_id.get_key_value(of)) else { return };
    if let Some(reason) = never(fault, action, steps) {
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
                (address(action) == Some(name))
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
            Action::Write(WriteStep { verb: Verb::Delete, .. }) => None,
            other => Some(format!("a `{}` step counts no bound objects", verb(other))),
        },
        FaultKind::Read { .. } => causes_nothing(action),
        FaultKind::Crash { on, call, .. } => crash(on, *call, action, steps),
        FaultKind::List { .. } | FaultKind::Build { .. } => None,
    }
}

fn crash(on: &str, call: Call, action: &Action, steps: &Steps<'_>) -> Option<Reason> {
    match (call, action) {
        (Call::Write | Call::Publish, Action::Write(write)) if write.on != on => {
            Some(format!("it is served by `{}`", write.on))
        }
        (Call::Write, _) => not_a_write(action),
        (Call::Publish, Action::Signal(_)) => {
            Some("a stray signal comes from outside the cluster".to_owned())
        }
        (Call::Publish, _) => steps.silent(action),
        (Call::List | Call::Subscribe, Action::Write(_) | Action::Signal(_)) => {
            Some(format!("a `{}` step causes no listing and no subscription", verb(action)))
        }
        _ => causes_nothing(action),
    }
}

/// Why a step writes nothing.
pub(super) fn not_a_write(action: &Action) -> Option<Reason> {
    match action {
        Action::Write(_) => None,
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

fn no_effect(row: &Row<'_>, fault: &FaultKind, log: &mut Mistakes) {
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

fn address(action: &Action) -> Option<&String> {
    match action {
        Action::Write(WriteStep { address, .. }) => Some(address),
        Action::Signal(signal) if signal.payload.is_none() => Some(&signal.address),
        _ => None,
    }
}

fn verb(action: &Action) -> &'static str {
    match action {
        Action::Write(write) => write.verb.name(),
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
        Action::Ready { .. } => "ready",
        Action::Look(_) => "look",
    }
}
