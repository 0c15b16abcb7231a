//! Whether the run came to its end. What it had not yet done is not held against it.

use super::{Failure, Scales};
use crate::history::Outcome;

/// Weighs the outcome.
pub fn weigh(scales: &mut Scales<'_>) {
    if scales.history.outcome != Outcome::Quiet {
        scales.failures.push(Failure::Outcome(scales.history.outcome.clone()));
    }
}
