//! What the doors answered, against what each step expects.

use super::names;
use super::{Comparison, Failure, Miss};
use crate::history::EventKind;
use crate::model::{Action, Answer};
use crate::names::RequestId;

/// Weighs the answer of every request.
pub fn compare(comparison: &mut Comparison<'_>) {
    for step in &comparison.scenario.steps {
        let Action::Request(asked) = &step.action else { continue };
        let request = names::request(comparison.history, &step.id);
        let Some(last) = request.and_then(|request| last_of(comparison, request)) else {
            comparison.misses.push(Miss::Step(step.id.clone()));
            continue;
        };
        let got = match last {
            EventKind::Answered { status, .. } => Some(status),
            _ => None,
        };
        if !fits(asked.answer, got) {
            let (step, expected) = (step.id.clone(), in_words(asked.answer));
            comparison.failures.push(Failure::Answer { step, expected, got });
        }
    }
}

/// The last that the client saw of a request; `None` if it was never made.
fn last_of(comparison: &Comparison<'_>, of: RequestId) -> Option<EventKind> {
    let mut events = comparison.history.events.iter().rev().map(|event| event.kind);
    events.find(|what| match what {
        EventKind::Requested { request, .. }
        | EventKind::Answered { request, .. }
        | EventKind::Unanswered { request } => *request == of,
        _ => false,
    })
}

fn fits(expected: Answer, got: Option<u16>) -> bool {
    match expected {
        Answer::Done => matches!(got, Some(200 | 201)),
        Answer::Status(status) => got == Some(status),
        Answer::None => got.is_none(),
        Answer::Any => true,
    }
}

fn in_words(expected: Answer) -> String {
    match expected {
        Answer::Done => "200 or 201".to_owned(),
        Answer::Status(status) => status.to_string(),
        Answer::None => "no answer".to_owned(),
        Answer::Any => "anything".to_owned(),
    }
}
