//! Reads that failed are read again: how often, and after which pauses.

use std::iter;
use std::time::Duration;

use crate::names::ReadError;

/// How often a read that failed is tried again, where the policy says that it is.
const RETRIES: usize = 3;

/// How long to wait before the first retry; doubled before each further one.
const PAUSE: Duration = Duration::from_millis(100);

/// The pauses before each retry of a read, in order; none where it is not tried again.
pub fn read_pauses(policy: ReadError) -> impl Iterator<Item = Duration> {
    let retries = if policy == ReadError::Retry { RETRIES } else { 0 };
    doubled(PAUSE).take(retries)
}

/// A pause, and twice the last one each time after it.
pub fn doubled(first: Duration) -> impl Iterator<Item = Duration> {
    iter::successors(Some(first), |pause| Some(pause.saturating_mul(2)))
}
