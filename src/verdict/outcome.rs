//! Whether the run came to its end. What it had not yet done is not held against it.

use super::{Comparison, Failure};
use crate::history::Outcome;

/// Weighs the outcome.
pub fn compare(comparison: &mut Comparison<'_>) {
    if comparison.history.outcome != Outcome::Quiet {
        comparison.failures.push(Failure::Outcome(comparison.history.outcome.clone()));
    }
}
