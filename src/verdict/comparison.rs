//! The comparison of one run with what its scenario expects, while it is being made.

use super::finding::{Failure, Miss, Status};
use crate::history::{History, Outcome};
use crate::model::Scenario;
use crate::oracle::{Findings, Stale};

/// What is compared with what, and the differences found so far.
pub struct Comparison<'a> {
    pub scenario: &'a Scenario,
    pub history: &'a History,
    pub findings: &'a Findings,
    pub failures: Vec<Failure>,
    pub misses: Vec<Miss>,
    /// The stale entries that the scenario accepts.
    pub notes: Vec<Stale>,
}

impl<'a> Comparison<'a> {
    pub fn of(scenario: &'a Scenario, history: &'a History, findings: &'a Findings) -> Self {
        let (failures, misses, notes) = (Vec::new(), Vec::new(), Vec::new());
        Self { scenario, history, findings, failures, misses, notes }
    }

    /// The worst of what was found.
    pub fn status(&self) -> Status {
        if self.history.outcome != Outcome::Quiet {
            Status::Fault
        } else if !self.failures.is_empty() {
            Status::Fail
        } else if !self.misses.is_empty() {
            Status::Miss
        } else {
            Status::Pass
        }
    }
}
