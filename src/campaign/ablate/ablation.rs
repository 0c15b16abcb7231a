//! A whole ablation: first the scenarios with their own values, then each planned value, then the pairs.

use super::ablated_value::AblatedValue;
use super::case::Case;
use super::experiment::Experiment;
use super::pairs::{Pair, planned_pair_cases, run_pairs};
use super::planned_case::{PlannedCase, run_cases};
use super::planned_value::PlannedValue;
use crate::campaign::pool::Pool;

/// What an ablation found.
#[derive(Clone, Debug)]
pub struct Ablation {
    /// Each scenario with its own values.
    pub baseline: Vec<Case>,
    /// Each other value in each service, in the order of the policies, of their values and of the services.
    pub values: Vec<AblatedValue>,
    /// The pairs of the list, if they were requested.
    pub pairs: Vec<Pair>,
}

impl Ablation {
    /// Whether it was stopped before its end.
    pub fn is_interrupted(&self) -> bool {
        self.cases().any(|case| case.stopped)
    }

    /// Every case, those of the baseline first.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        let values = self.values.iter().flat_map(|value| &value.cases);
        let pairs = self.pairs.iter().flat_map(|pair| &pair.cases);
        let pairs = pairs.flat_map(|case| [&case.alone, &case.both]);
        self.baseline.iter().chain(values).chain(pairs)
    }
}

impl Experiment {
    /// How many seeds are run if every scenario is green with its own values.
    pub fn seeds(&self) -> u64 {
        let seeds = |index: usize| {
            let seeds = &self.subjects[index].scenario.seeds;
            seeds.end - seeds.start
        };
        let all: Vec<usize> = (0..self.subjects.len()).collect();
        let baseline: u64 = all.iter().copied().map(seeds).sum();
        let values = self.planned_values();
        let values: u64 = values.iter().flat_map(|value| &value.subjects).map(|index| seeds(*index)).sum();
        let pairs: u64 = planned_pair_cases(self, &all).iter().map(|case| seeds(case.subject)).sum();
        baseline + values + pairs
    }
}

impl Pool {
    /// Ablates. `each` is given every case as soon as it and all before it are there.
    pub fn ablate(&self, experiment: &Experiment, mut each: impl FnMut(&Case)) -> Ablation {
        let unchanged: Vec<PlannedCase> = (0..experiment.subjects.len())
            .map(|subject| PlannedCase { subject, settings: Vec::new() })
            .collect();
        let baseline = run_cases(self, experiment, &unchanged, &mut each);
        let green: Vec<usize> =
            baseline.iter().filter(|case| case.is_green()).map(|case| case.subject).collect();
        let values = self.ablate_values(experiment, &green, &mut each);
        let pairs = run_pairs(self, experiment, &green, &mut each);
        Ablation { baseline, values, pairs }
    }

    fn ablate_values(
        &self,
        experiment: &Experiment,
        green: &[usize],
        each: &mut impl FnMut(&Case),
    ) -> Vec<AblatedValue> {
        let planned = experiment.planned_values();
        let cases_of = |value: &PlannedValue| {
            let green = value.subjects.iter().copied().filter(|subject| green.contains(subject));
            green.map(|subject| PlannedCase { subject, settings: vec![value.setting] }).collect::<Vec<_>>()
        };
        let of_each: Vec<Vec<PlannedCase>> = planned.iter().map(cases_of).collect();
        let counts: Vec<usize> = of_each.iter().map(Vec::len).collect();
        // The cases of all values are run together, so that no thread waits for the end of a value.
        let all: Vec<PlannedCase> = of_each.into_iter().flatten().collect();
        let mut cases = run_cases(self, experiment, &all, each).into_iter();
        let values = planned.iter().zip(counts).map(|(value, count)| {
            let PlannedValue { setting, service, .. } = *value;
            let exemption = experiment.exemptions.of(&setting, service).cloned();
            AblatedValue { setting, service, cases: cases.by_ref().take(count).collect(), exemption }
        });
        values.collect()
    }
}
