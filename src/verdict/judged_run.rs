//! A trial: one run with what the oracles found and what that means.

use super::{Verdict, compare};
use crate::history::History;
use crate::model::Scenario;
use crate::oracle::{Findings, Situations, judge, situations};

/// One run, judged and weighed.
#[derive(Clone, Debug)]
pub struct JudgedRun {
    /// What happened.
    pub history: History,
    /// What the oracles found.
    pub findings: Findings,
    /// What that means, held against what the scenario expects.
    pub verdict: Verdict,
    /// What happened in it that scenarios can be about.
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
