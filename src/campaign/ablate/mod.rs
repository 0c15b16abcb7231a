//! Ablation: each scenario at the other values of its policies, one at a time, and who notices.
//!
//! A value that no scenario of a service notices is *unguarded* there: that service could be built otherwise and nothing
//! would say so. Unless a list says why that is right, it is reported. What is left out: two values at once, but for the
//! pairs that the list names; and which service a scenario of several is red about, so that those decide nothing.
//!
//! Invariant: only scenarios that are green as they stand are ablated, so that whatever is red has turned red.
//!
//! | file | part |
//! |---|---|
//! | `settings` | which policies a scenario has, and their other values |
//! | `agenda` | which value is tried in which scenarios: the rows before they are run |
//! | `case` | what one scenario came to under one setting |
//! | `row` | what all of them came to, and what that means for the value |
//! | `exemptions` | the list of values that nobody need notice |
//! | `pairs` | listed values once a first line of defence is removed |

mod ablated_value;
mod case;
mod exemptions;
mod pairs;
mod planned;
mod settings;

use std::sync::Arc;

pub use ablated_value::{AblatedValue, GuardStatus};
pub use case::Case;
pub use exemptions::{Exemption, ExemptionKind, Exemptions};
pub use pairs::{Pair, PairCase};
pub use planned::PlannedValue;
pub use settings::{PolicyFilter, Setting};

use super::pool::Pool;
use crate::model::NamedScenario;
use crate::stage::CompiledScenario;

/// What is to be ablated.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// The scenarios, each at its own seeds.
    pub subjects: Vec<NamedScenario>,
    /// Only these policies or values; all, if there are none.
    pub only: Vec<PolicyFilter>,
    /// The values that nobody need notice.
    pub exemptions: Exemptions,
    /// Whether the pairs of the list are run too.
    pub pairs: bool,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Ablation {
    /// Each scenario as it stands.
    pub baseline: Vec<Case>,
    /// Each other value in each service, in the order of the policies, of their values and of the services.
    pub rows: Vec<AblatedValue>,
    /// The pairs of the list, if they were asked for.
    pub pairs: Vec<Pair>,
}

/// A scenario, by its place among the subjects, and what is set in it over what its file says.
struct Trying {
    subject: usize,
    settings: Vec<Setting>,
}

impl Experiment {
    /// What is asked for and no scenario has among its other values.
    pub fn unmatched(&self) -> Vec<&PolicyFilter> {
        let agenda = self.agenda();
        let is_unmatched = |only: &&PolicyFilter| !agenda.iter().any(|item| only.admits(&item.setting));
        self.only.iter().filter(is_unmatched).collect()
    }

    /// How many seeds are run if every scenario is green as it stands.
    pub fn seeds(&self) -> u64 {
        let seeds = |index: usize| {
            let seeds = &self.subjects[index].scenario.seeds;
            seeds.end - seeds.start
        };
        let baseline: u64 = (0..self.subjects.len()).map(seeds).sum();
        let rows: u64 = self.agenda().iter().flat_map(|item| &item.subjects).map(|index| seeds(*index)).sum();
        let all: Vec<usize> = (0..self.subjects.len()).collect();
        let pairs: u64 = pairs::trying(self, &all).iter().map(|trying| seeds(trying.subject)).sum();
        baseline + rows + pairs
    }

    fn asks_for(&self, setting: &Setting) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only.admits(setting))
    }
}

impl Ablation {
    /// Whether it was stopped before its end.
    pub fn is_interrupted(&self) -> bool {
        self.cases().any(|case| case.stopped)
    }

    /// Every case, those of the scenarios as they stand first.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        let rows = self.rows.iter().flat_map(|row| &row.cases);
        let pairs = self.pairs.iter().flat_map(|pair| &pair.cases);
        let pairs = pairs.flat_map(|case| [&case.alone, &case.both]);
        self.baseline.iter().chain(rows).chain(pairs)
    }
}

impl Pool {
    /// Ablates. `each` is told of every case when it and all before it are there.
    pub fn ablate(&self, experiment: &Experiment, mut each: impl FnMut(&Case)) -> Ablation {
        let as_they_stand: Vec<Trying> =
            (0..experiment.subjects.len()).map(|subject| Trying { subject, settings: Vec::new() }).collect();
        let baseline = self.try_cases(experiment, &as_they_stand, &mut each);
        let green: Vec<usize> =
            baseline.iter().filter(|case| case.is_green()).map(|case| case.subject).collect();
        let rows = self.rows(experiment, &green, &mut each);
        let pairs = pairs::run(self, experiment, &green, &mut each);
        Ablation { baseline, rows, pairs }
    }

    fn rows(
        &self,
        experiment: &Experiment,
        green: &[usize],
        each: &mut impl FnMut(&Case),
    ) -> Vec<AblatedValue> {
        let agenda = experiment.agenda();
        let of_item = |item: &PlannedValue| {
            let green = item.subjects.iter().copied().filter(|subject| green.contains(subject));
            green.map(|subject| Trying { subject, settings: vec![item.setting] }).collect::<Vec<_>>()
        };
        let trying: Vec<Vec<Trying>> = agenda.iter().map(of_item).collect();
        let counts: Vec<usize> = trying.iter().map(Vec::len).collect();
        let flat: Vec<Trying> = trying.into_iter().flatten().collect();
        let mut cases = self.try_cases(experiment, &flat, each).into_iter();
        let rows = agenda.iter().zip(counts).map(|(item, count)| {
            let PlannedValue { setting, service, .. } = *item;
            let exemption = experiment.exemptions.of(&setting, service).cloned();
            AblatedValue { setting, service, cases: cases.by_ref().take(count).collect(), exemption }
        });
        rows.collect()
    }

    fn try_cases(
        &self,
        experiment: &Experiment,
        trying: &[Trying],
        each: &mut impl FnMut(&Case),
    ) -> Vec<Case> {
        let compiled_scenarios: Vec<Arc<CompiledScenario>> =
            trying.iter().map(|trying| trying.compiled(experiment)).collect();
        let mut cases = Vec::with_capacity(trying.len());
        self.run_all(&compiled_scenarios, |index, tried| {
            let case = Case::of(trying[index].subject, &compiled_scenarios[index].scenario, tried);
            each(&case);
            cases.push(case);
        });
        cases
    }
}

impl Trying {
    fn compiled(&self, experiment: &Experiment) -> Arc<CompiledScenario> {
        let scenario = &experiment.subjects[self.subject].scenario;
        Arc::new(CompiledScenario::new(Arc::new(settings::set(scenario, &self.settings))))
    }
}
