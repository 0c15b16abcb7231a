//! Whether the run came to its end.

use super::comparison::Comparison;
use super::finding::Failure;
use crate::history::Outcome;

/// Compares the outcome: a run must end quiet.
pub fn compare(comparison: &mut Comparison<'_>) {
    if comparison.history.outcome != Outcome::Quiet {
        comparison.failures.push(Failure::Outcome(comparison.history.outcome.clone()));
    }
}
