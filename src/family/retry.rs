//! Retries of reads that failed: how many, and the pause before each.

use std::iter;
use std::time::Duration;

use crate::names::ReadError;

/// How often a failed read is tried again under the policy `read-error = retry`.
const RETRIES: usize = 3;

/// The pause before the first retry. It doubles before each further one.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The pauses before the retries of a read, in order. Empty if the policy does not retry.
pub fn read_pauses(policy: ReadError) -> impl Iterator<Item = Duration> {
    let retries = match policy {
        ReadError::Retry => RETRIES,
        ReadError::Keep | ReadError::TreatAsGone => 0,
    };
    doubling(FIRST_PAUSE).take(retries)
}

/// An endless sequence: a pause, and each time after it twice the last one.
pub fn doubling(first: Duration) -> impl Iterator<Item = Duration> {
    iter::successors(Some(first), |pause| Some(pause.saturating_mul(2)))
}
