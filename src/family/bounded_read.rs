//! Reading for a convergence or a fill: bounded, and as often as the policy says.

use super::lane::LaneCore;
use super::ports::{Host, Role, Runtime, Unreadable};
use super::retry::read_pauses;
use super::timeout::{CALL_TIMEOUT, within};
use crate::names::{Address, Correlation, ReadError, Work};

/// Calls `fetch` until it answers or the policy gives up. Yields the answer with its place in the order of reads, by
/// which a later one is known; of a read that failed that place alone.
pub async fn read<H: Host, T>(
    core: &LaneCore<H>,
    work: Work,
    address: &Address,
    fetch: impl AsyncFn(Correlation) -> Result<T, Unreadable>,
) -> Result<(u64, T), u64> {
    let mut correlation = Correlation::of(work);
    let mut pauses = read_pauses(core.policies.read_error);
    loop {
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
    let so = match core.policies.read_error {
        ReadError::Keep | ReadError::Retry => "nothing is changed",
        ReadError::TreatAsGone => "it is taken for gone",
    };
    match within(core.host.runtime(), task, fetching).await {
        Some(Ok(found)) => return Ok(found),
        Some(Err(Unreadable)) => tracing::warn!(%node, "{lane}: row `{address}` is unreadable, {so}"),
        None => tracing::warn!(
            %node,
            "{lane}: row `{address}` was not read within {} s (a slow store, or a pause), {so}",
            CALL_TIMEOUT.as_secs(),
        ),
    }
    Err(Unreadable)
}
