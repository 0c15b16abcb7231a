//! Broken invariants: exactly those that the scenario names; and records that contradict each other.
//!
//! In a run that did not come to its end an expected break may still have been to come.

use super::{Comparison, Failure};
use crate::history::Outcome;

/// Weighs what the oracles found broken.
pub fn compare(comparison: &mut Comparison<'_>) {
    let expected = &comparison.scenario.expect.breaks;
    let broken = &comparison.findings.broken;
    let unexpected = broken.iter().filter(|broken| !expected.contains(&broken.invariant));
    comparison.failures.extend(unexpected.map(|broken| Failure::Broken(*broken)));
    if comparison.history.outcome == Outcome::Quiet {
        let held = |invariant: &&_| !broken.iter().any(|broken| broken.invariant == **invariant);
        comparison.failures.extend(expected.iter().filter(held).map(|held| Failure::NotBroken(*held)));
    }
    let inconsistent = comparison.findings.inconsistent.iter();
    comparison.failures.extend(inconsistent.map(|what| Failure::Inconsistent(*what)));
}
