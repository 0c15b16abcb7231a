//! Pairs: a listed value once its first line of defence is removed.
//!
//! Each scenario of one service that has both policies at the family's own values is run with the first line removed, and
//! with the listed value on top. If in some service none changes between red and green, the list claims something that
//! cannot be seen there.

use super::case::Case;
use super::exemptions::Exemption;
use super::planned;
use super::settings::{Setting, others};
use super::{Experiment, Trying};
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
    /// What each scenario came to.
    pub cases: Vec<PairCase>,
}

/// What a scenario came to.
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
    /// Whether some scenario changes between red and green; `None` if that was not found out.
    pub fn makes_a_difference(&self) -> Option<bool> {
        if self.cases.iter().any(|case| case.is_repaired() || case.is_broken()) {
            return Some(true);
        }
        let stopped = self.cases.iter().any(|case| case.alone.stopped || case.both.stopped);
        (!stopped && !self.cases.is_empty()).then_some(false)
    }
}

/// A pair before it is run.
struct Asked<'a> {
    exemption: &'a Exemption,
    service: Service,
    second: Setting,
    first: Setting,
    /// Those of the given scenarios that are of the service and have both policies at the family's values.
    subjects: Vec<usize>,
}

/// The pairs that are asked for.
fn asked<'a>(experiment: &'a Experiment, subjects: &'a [usize]) -> impl Iterator<Item = Asked<'a>> {
    let entries = experiment.exemptions.entries.iter().filter(|_| experiment.pairs);
    let pairs = entries.filter_map(|entry| entry.pair().map(|(second, first)| (entry, second, first)));
    let pairs = pairs.filter(|(_, second, _)| experiment.asks_for(second));
    pairs.flat_map(move |(exemption, second, first)| {
        exemption.services().into_iter().map(move |service| {
            let has_both = |index: &&usize| {
                let scenario = &experiment.subjects[**index].scenario;
                let has = |setting| others(scenario).any(|(_, other)| other == setting);
                planned::service(scenario) == Some(service) && has(second) && has(first)
            };
            let subjects = subjects.iter().filter(has_both).copied().collect();
            Asked { exemption, service, second, first, subjects }
        })
    })
}

/// All that is to be run for the pairs: for each pair and scenario first without and then with the listed value.
pub(super) fn trying(experiment: &Experiment, subjects: &[usize]) -> Vec<Trying> {
    let pairs = asked(experiment, subjects).flat_map(|Asked { second, first, subjects, .. }| {
        subjects.into_iter().flat_map(move |subject| {
            [vec![first], vec![first, second]].map(|settings| Trying { subject, settings })
        })
    });
    pairs.collect()
}

/// Runs the pairs.
pub(super) fn run(
    pool: &Pool,
    experiment: &Experiment,
    subjects: &[usize],
    each: &mut impl FnMut(&Case),
) -> Vec<Pair> {
    let mut cases = pool.try_cases(experiment, &trying(experiment, subjects), each).into_iter();
    let mut next = || cases.next().expect("there is a case for each");
    let pairs = asked(experiment, subjects).map(|Asked { exemption, service, second, first, subjects }| {
        let cases = subjects.iter().map(|_| PairCase { alone: next(), both: next() }).collect();
        Pair { exemption: exemption.clone(), service, second, first, cases }
    });
    pairs.collect()
}
