//! A planned case: one scenario under its settings, before it is run.

use std::sync::Arc;

use super::case::Case;
use super::experiment::Experiment;
use super::settings::{Setting, with_settings};
use crate::campaign::pool::Pool;
use crate::stage::CompiledScenario;

/// A scenario, by its position among the subjects, and the settings over what its file says.
pub(super) struct PlannedCase {
    pub subject: usize,
    pub settings: Vec<Setting>,
}

impl PlannedCase {
    fn compile(&self, experiment: &Experiment) -> Arc<CompiledScenario> {
        let scenario = &experiment.subjects[self.subject].scenario;
        Arc::new(CompiledScenario::new(Arc::new(with_settings(scenario, &self.settings))))
    }
}

/// Runs planned cases, and returns the result of each, in their order.
pub(super) fn run_cases(
    pool: &Pool,
    experiment: &Experiment,
    planned: &[PlannedCase],
    each: &mut impl FnMut(&Case),
) -> Vec<Case> {
    let scenarios: Vec<Arc<CompiledScenario>> = planned.iter().map(|case| case.compile(experiment)).collect();
    let mut cases = Vec::with_capacity(planned.len());
    pool.run_all(&scenarios, |index, result| {
        let case = Case::of(planned[index].subject, &scenarios[index].scenario, result);
        each(&case);
        cases.push(case);
    });
    cases
}
