//! The agenda: which value is tried in which scenarios, before anything is run.
//!
//! Scenarios of different services never share a row, for a service is guarded only by scenarios of its own. A scenario
//! of several services does not say which of them it is red about; those have rows of their own, which decide nothing.

use std::collections::BTreeMap;

use super::Experiment;
use super::settings::{self, Setting};
use crate::model::Scenario;
use crate::names::Service;

/// A value, and the scenarios of one service, or of several, that it is tried in.
#[derive(Clone, Debug)]
pub struct PlannedValue {
    /// The value.
    pub setting: Setting,
    /// The service of the scenarios; `None` for those of several.
    pub service: Option<Service>,
    /// The scenarios, by their places among the subjects.
    pub subjects: Vec<usize>,
}

impl Experiment {
    /// Each setting that some scenario could have instead of its own and that is asked for, with those scenarios;
    /// in the order of the policies, those in place of the family's own values first, of the values, and of the
    /// services, those of several last.
    pub fn agenda(&self) -> Vec<PlannedValue> {
        let mut items = BTreeMap::new();
        for (index, subject) in self.subjects.iter().enumerate() {
            let service = service(&subject.scenario);
            for (place, setting) in settings::others(&subject.scenario) {
                if self.asks_for(&setting) {
                    let empty = || PlannedValue { setting, service, subjects: Vec::new() };
                    let item = items.entry((place, service.is_none(), service)).or_insert_with(empty);
                    item.subjects.push(index);
                }
            }
        }
        items.into_values().collect()
    }
}

/// The service that a scenario is about; `None` if there are several.
pub(super) fn service(scenario: &Scenario) -> Option<Service> {
    match scenario.services[..] {
        [service] => Some(service),
        _ => None,
    }
}
