//! What readiness probes answered, and which datasources they named.

use super::names;
use super::{Failure, Miss, Scales};
use crate::scenario::Action;

/// Weighs every probe.
pub fn weigh(scales: &mut Scales<'_>) {
    for step in &scales.scenario.steps {
        let Action::Ready { on, status, names: expected } = &step.action else { continue };
        let request = names::request(scales.history, &step.id);
        let replica = names::replica(scales.history, on);
        let mut probes = scales.history.probes.iter();
        let probe = probes.find(|probe| Some(probe.step) == request && Some(probe.replica) == replica);
        let Some(probe) = probe else {
            scales.misses.push(Miss::Step(step.id.clone()));
            continue;
        };
        if probe.status != *status || expected.as_ref().is_some_and(|names| *names != probe.names) {
            let step = step.id.clone();
            let (expected, got) =
                (in_words(*status, expected.as_deref()), in_words(probe.status, Some(&probe.names)));
            scales.failures.push(Failure::Ready { step, expected, got });
        }
    }
}

fn in_words(status: u16, names: Option<&[String]>) -> String {
    match names {
        None => status.to_string(),
        Some([]) => format!("{status}, naming nothing"),
        Some(names) => format!("{status}, naming {}", names.join(", ")),
    }
}
