//! Broken invariants, which must be exactly those that the scenario names; and records that contradict each other.
//!
//! If the run did not come to its end, an invariant that the scenario expects to be broken need not be broken yet.

use super::comparison::Comparison;
use super::finding::Failure;
use crate::history::Outcome;

/// Compares the broken invariants with the expected ones.
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
    comparison.failures.extend(inconsistent.map(|inconsistent| Failure::Inconsistent(*inconsistent)));
}
