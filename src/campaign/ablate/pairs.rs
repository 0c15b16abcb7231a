//! Pairs: a listed second line of defence with its first line removed.
//!
//! Each scenario of one service that has both policies at the family's own values is run twice: with the first line
//! removed, and with the listed value on top. If in some service no scenario changes between red and green, the list
//! claims something that cannot be seen there.

use super::case::Case;
use super::exemptions::Exemption;
use super::experiment::Experiment;
use super::planned_case::{PlannedCase, run_cases};
use super::planned_value::only_service;
use super::settings::{Setting, other_values};
use crate::campaign::pool::Pool;
use crate::names::Service;

/// A listed value in one service, and its first line of defence removed.
#[derive(Clone, Debug)]
pub struct Pair {
    /// What the list says.
    pub exemption: Exemption,
    /// The service of the scenarios.
    pub service: Service,
    /// The listed value.
    pub second: Setting,
    /// What removes its first line.
    pub first: Setting,
    /// The result of each scenario.
    pub cases: Vec<PairCase>,
}

/// The result of a scenario.
#[derive(Clone, Debug)]
pub struct PairCase {
    /// With the first line removed.
    pub alone: Case,
    /// With the listed value on top.
    pub both: Case,
}

impl PairCase {
    /// Whether the listed value makes it green.
    pub fn is_repaired(&self) -> bool {
        self.alone.is_red() && self.both.is_green()
    }

    /// Whether the listed value makes it red.
    pub fn is_broken(&self) -> bool {
        self.alone.is_green() && self.both.is_red()
    }
}

impl Pair {
    /// Whether some scenario changes between red and green; `None` if that is not known, because it was stopped or no
    /// scenario has both policies.
    pub fn makes_a_difference(&self) -> Option<bool> {
        if self.cases.iter().any(|case| case.is_repaired() || case.is_broken()) {
            return Some(true);
        }
        let stopped = self.cases.iter().any(|case| case.alone.stopped || case.both.stopped);
        (!stopped && !self.cases.is_empty()).then_some(false)
    }
}

/// A pair before it is run.
struct PlannedPair<'a> {
    exemption: &'a Exemption,
    service: Service,
    second: Setting,
    first: Setting,
    /// Those of the given scenarios that are of the service and have both policies at the family's values.
    subjects: Vec<usize>,
}

/// The pairs of the list that the experiment includes, over the given scenarios.
fn planned_pairs<'a>(
    experiment: &'a Experiment,
    subjects: &'a [usize],
) -> impl Iterator<Item = PlannedPair<'a>> {
    let entries = experiment.exemptions.entries.iter().filter(|_| experiment.pairs);
    let pairs = entries.filter_map(|entry| entry.pair().map(|(second, first)| (entry, second, first)));
    let pairs = pairs.filter(|(_, second, _)| experiment.includes(second));
    pairs.flat_map(move |(exemption, second, first)| {
        exemption.services().into_iter().map(move |service| {
            let has_both = |index: &&usize| {
                let scenario = &experiment.subjects[**index].scenario;
                let has = |setting| other_values(scenario).any(|(_, other)| other == setting);
                only_service(scenario) == Some(service) && has(second) && has(first)
            };
            let subjects = subjects.iter().filter(has_both).copied().collect();
            PlannedPair { exemption, service, second, first, subjects }
        })
    })
}

/// The cases of all pairs: for each pair and scenario first without and then with the listed value.
pub(super) fn planned_pair_cases(experiment: &Experiment, subjects: &[usize]) -> Vec<PlannedCase> {
    let pairs =
        planned_pairs(experiment, subjects).flat_map(|PlannedPair { second, first, subjects, .. }| {
            subjects.into_iter().flat_map(move |subject| {
                [vec![first], vec![first, second]].map(|settings| PlannedCase { subject, settings })
            })
        });
    pairs.collect()
}

pub(super) fn run_pairs(
    pool: &Pool,
    experiment: &Experiment,
    subjects: &[usize],
    each: &mut impl FnMut(&Case),
) -> Vec<Pair> {
    let planned = planned_pair_cases(experiment, subjects);
    let mut cases = run_cases(pool, experiment, &planned, each).into_iter();
    let mut next = || cases.next().expect("there is a case for each planned one");
    let pairs = planned_pairs(experiment, subjects).map(|planned| {
        let PlannedPair { exemption, service, second, first, subjects } = planned;
        let cases = subjects.iter().map(|_| PairCase { alone: next(), both: next() }).collect();
        Pair { exemption: exemption.clone(), service, second, first, cases }
    });
    pairs.collect()
}
