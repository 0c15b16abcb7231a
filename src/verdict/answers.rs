//! The answers of the doors, compared with what each step expects.

use super::comparison::Comparison;
use super::finding::{Failure, Miss};
use super::names;
use crate::history::EventKind;
use crate::model::{Action, Answer};
use crate::names::RequestId;

/// Compares the answer of every request.
pub fn compare(comparison: &mut Comparison<'_>) {
    for step in &comparison.scenario.steps {
        let Action::Request(expected) = &step.action else { continue };
        let request = names::request(comparison.history, &step.id);
        let Some(last) = request.and_then(|request| last_event(comparison, request)) else {
            comparison.misses.push(Miss::Step(step.id.clone()));
            continue;
        };
        let got = if let EventKind::Answered { status, .. } = last { Some(status) } else { None };
        if !fits(expected.answer, got) {
            let (step, expected) = (step.id.clone(), in_words(expected.answer));
            comparison.failures.push(Failure::Answer { step, expected, got });
        }
    }
}

/// The last event of a request that the client saw; `None` if the client never sent it.
fn last_event(comparison: &Comparison<'_>, of: RequestId) -> Option<EventKind> {
    let is_seen_by_client = |kind: &EventKind| {
        matches!(
            kind,
            EventKind::Requested { request, .. }
                | EventKind::Answered { request, .. }
                | EventKind::Unanswered { request }
            if *request == of
        )
    };
    comparison.history.events.iter().rev().map(|event| event.kind).find(is_seen_by_client)
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
