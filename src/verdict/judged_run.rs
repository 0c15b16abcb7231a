//! A judged run: one run with the findings of the oracles and the verdict.

use super::compare::compare;
use super::finding::Verdict;
use crate::history::History;
use crate::model::Scenario;
use crate::oracle::{Findings, Situations, judge, situations};

/// One run with its findings, its verdict and its situations.
#[derive(Clone, Debug)]
pub struct JudgedRun {
    /// What happened.
    pub history: History,
    /// What the oracles found.
    pub findings: Findings,
    /// The comparison with what the scenario expects.
    pub verdict: Verdict,
    /// The situations that occurred in it.
    pub situations: Situations,
}

impl JudgedRun {
    /// Judges a run of a scenario.
    pub fn of(scenario: &Scenario, history: History) -> Self {
        let findings = judge(&history);
        let verdict = compare(scenario, &history, &findings);
        let situations = situations(&history, &findings);
        Self { history, findings, verdict, situations }
    }
}
