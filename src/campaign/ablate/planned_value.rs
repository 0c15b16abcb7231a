//! Planned values: which value is tried in which scenarios, before anything is run.
//!
//! Scenarios of different services never stand under one planned value, because only the scenarios of a service guard
//! it. A scenario of several services does not say which of them it is red about; such scenarios stand under planned
//! values of their own, which decide nothing.

use std::collections::BTreeMap;

use super::experiment::Experiment;
use super::settings::{PolicyFilter, Setting, other_values};
use crate::model::Scenario;
use crate::names::Service;

/// A value, and the scenarios of one service, or of several, that it is tried in.
#[derive(Clone, Debug)]
pub struct PlannedValue {
    /// The value.
    pub setting: Setting,
    /// The service of the scenarios; `None` for those of several.
    pub service: Option<Service>,
    /// The scenarios, by their positions among the subjects.
    pub subjects: Vec<usize>,
}

impl Experiment {
    /// Each requested setting that some scenario could have instead of its own, with those scenarios. In the order of the
    /// policies; within each those in place of the family's own value first; then in the order of the values, and of the
    /// services with those of several last.
    pub fn planned_values(&self) -> Vec<PlannedValue> {
        let mut planned = BTreeMap::new();
        for (index, subject) in self.subjects.iter().enumerate() {
            let service = only_service(&subject.scenario);
            for (position, setting) in other_values(&subject.scenario) {
                if self.includes(&setting) {
                    let empty = || PlannedValue { setting, service, subjects: Vec::new() };
                    // `false` comes before `true`, which puts the scenarios of several services last.
                    let value = planned.entry((position, service.is_none(), service)).or_insert_with(empty);
                    value.subjects.push(index);
                }
            }
        }
        planned.into_values().collect()
    }

    /// The filters that match no value which a scenario could have instead of its own.
    pub fn unmatched_filters(&self) -> Vec<&PolicyFilter> {
        let planned = self.planned_values();
        let is_unmatched =
            |filter: &&PolicyFilter| !planned.iter().any(|value| filter.admits(&value.setting));
        self.only.iter().filter(is_unmatched).collect()
    }
}

/// The service that a scenario is about; `None` if there are several.
pub(super) fn only_service(scenario: &Scenario) -> Option<Service> {
    match scenario.services[..] {
        [service] => Some(service),
        _ => None,
    }
}
