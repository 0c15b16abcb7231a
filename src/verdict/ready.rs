//! The answers to readiness probes, and the datasources that they name.

use super::comparison::Comparison;
use super::finding::{Failure, Miss};
use super::names;
use crate::model::Action;

/// Compares every probe.
pub fn compare(comparison: &mut Comparison<'_>) {
    for step in &comparison.scenario.steps {
        let Action::Ready { on, status, names: expected } = &step.action else { continue };
        let request = names::request(comparison.history, &step.id);
        let replica = names::replica(comparison.history, on);
        let mut probes = comparison.history.probes.iter();
        let probe = probes.find(|probe| Some(probe.step) == request && Some(probe.replica) == replica);
        let Some(probe) = probe else {
            comparison.misses.push(Miss::Step(step.id.clone()));
            continue;
        };
        if probe.status != *status || expected.as_ref().is_some_and(|names| *names != probe.names) {
            let step = step.id.clone();
            let (expected, got) =
                (in_words(*status, expected.as_deref()), in_words(probe.status, Some(&probe.names)));
            comparison.failures.push(Failure::Ready { step, expected, got });
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
