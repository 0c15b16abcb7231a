//! What the doors answered, against what each step expects.

use super::names;
use super::{Failure, Miss, Scales};
use crate::history::What;
use crate::names::RequestId;
use crate::scenario::{Action, Answer};

/// Weighs the answer of every request.
pub fn weigh(scales: &mut Scales<'_>) {
    for step in &scales.scenario.steps {
        let Action::Request(asked) = &step.action else { continue };
        let request = names::request(scales.history, &step.id);
        let Some(last) = request.and_then(|request| last_of(scales, request)) else {
            scales.misses.push(Miss::Step(step.id.clone()));
            continue;
        };
        let got = match last {
            What::Answered { status, .. } => Some(status),
            _ => None,
        };
        if !fits(asked.answer, got) {
            let (step, expected) = (step.id.clone(), in_words(asked.answer));
            scales.failures.push(Failure::Answer { step, expected, got });
        }
    }
}

/// The last that the client saw of a request; `None` if it was never made.
fn last_of(scales: &Scales<'_>, of: RequestId) -> Option<What> {
    let mut events = scales.history.events.iter().rev().map(|event| event.what);
    events.find(|what| match what {
        What::Requested { request, .. } | What::Answered { request, .. } | What::Unanswered { request } => {
            *request == of
        }
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
