//! The read of a convergence or of a cache fill: each attempt is bounded, and the policy says how many there are.

use super::lane_core::LaneCore;
use super::ports::{Host, Role, Runtime, Unreadable};
use super::retry::read_pauses;
use super::timeout::{CALL_TIMEOUT, within};
use crate::names::{Address, Correlation, ReadError, Work};

/// Calls `fetch` until it answers or the policy allows no further attempt. Returns the number of the last attempt
/// among all reads of the lane ([`begin_read`](super::install::Installs::begin_read)) and what it found.
///
/// # Errors
/// If every attempt failed: the number of the last one.
pub async fn read<H: Host, T>(
    core: &LaneCore<H>,
    work: Work,
    address: &Address,
    fetch: impl AsyncFn(Correlation) -> Result<T, Unreadable>,
) -> Result<(u64, T), u64> {
    let mut correlation = Correlation::of(work);
    let mut pauses = read_pauses(core.policies.read_error);
    loop {
        // A retry counts as a read of its own: it sees the row at a later instant than the attempt before it.
        let read = core.installs.begin_read();
        match read_once(core, correlation, address, fetch(correlation)).await {
            Ok(found) => return Ok((read, found)),
            Err(Unreadable) => {
                let Some(pause) = pauses.next() else { return Err(read) };
                let task = core.task(Role::ReadRetry, correlation, Some(address));
                core.host.runtime().sleep(task, pause).await;
                correlation.attempt += 1;
            }
        }
    }
}

async fn read_once<H: Host, T>(
    core: &LaneCore<H>,
    correlation: Correlation,
    address: &Address,
    fetching: impl Future<Output = Result<T, Unreadable>>,
) -> Result<T, Unreadable> {
    let task = core.task(Role::ReadTimeout, correlation, Some(address));
    let (node, lane) = (core.node(), core.lane);
    let consequence = match core.policies.read_error {
        ReadError::Keep | ReadError::Retry => "nothing is changed",
        ReadError::TreatAsGone => "it is taken for gone",
    };
    match within(core.host.runtime(), task, fetching).await {
        Some(Ok(found)) => return Ok(found),
        Some(Err(Unreadable)) => {
            tracing::warn!(%node, "{lane}: row `{address}` is unreadable, {consequence}");
        }
        None => tracing::warn!(
            %node,
            "{lane}: row `{address}` was not read within {} s (a slow store, or a pause), {consequence}",
            CALL_TIMEOUT.as_secs(),
        ),
    }
    Err(Unreadable)
}
