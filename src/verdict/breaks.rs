//! Broken invariants: exactly those that the scenario names; and records that contradict each other.
//!
//! In a run that did not come to its end an expected break may still have been to come.

use super::{Failure, Scales};
use crate::history::Outcome;

/// Weighs what the oracles found broken.
pub fn weigh(scales: &mut Scales<'_>) {
    let expected = &scales.scenario.expect.breaks;
    let broken = &scales.findings.broken;
    let unexpected = broken.iter().filter(|broken| !expected.contains(&broken.invariant));
    scales.failures.extend(unexpected.map(|broken| Failure::Broken(*broken)));
    if scales.history.outcome == Outcome::Quiet {
        let held = |invariant: &&_| !broken.iter().any(|broken| broken.invariant == **invariant);
        scales.failures.extend(expected.iter().filter(held).map(|held| Failure::NotBroken(*held)));
    }
    let inconsistent = scales.findings.inconsistent.iter();
    scales.failures.extend(inconsistent.map(|what| Failure::Inconsistent(*what)));
}
