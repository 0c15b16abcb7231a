//! A bounded build. A build that hangs must not block its queue for ever, and an instance that comes too late is
//! closed.

use super::lane_core::LaneCore;
use super::ports::{Host, Role, Runtime};
use super::timeout::{CALL_TIMEOUT, within};
use crate::names::{Address, BuildFailure, Correlation};

/// Waits for a build, at most for [`CALL_TIMEOUT`]. When the time is up the build counts as failed; an instance that
/// it opens later is closed with `close`.
///
/// # Errors
/// Why there is no instance.
pub async fn build<H: Host, I: 'static, C: Future<Output = ()> + 'static>(
    core: &LaneCore<H>,
    correlation: Correlation,
    address: &Address,
    building: impl Future<Output = Result<I, BuildFailure>> + 'static,
    close: impl FnOnce(I) -> C + 'static,
) -> Result<I, BuildFailure> {
    let (runtime, node, lane) = (core.host.runtime(), core.node(), core.lane);
    // Boxed, so that the build can move to a task of its own after the time-out. Dropping it instead would leak what
    // the upstream opens afterwards.
    let mut building = Box::pin(building);
    let task = core.task(Role::BuildTimeout, correlation, Some(address));
    let Some(built) = within(runtime, task, building.as_mut()).await else {
        let seconds = CALL_TIMEOUT.as_secs();
        tracing::warn!(
            %node,
            "{lane}: `{address}` was not built within {seconds} s (a slow upstream, or a pause)",
        );
        let task = core.task(Role::LateBuild, correlation, Some(address));
        runtime.spawn(task, async move {
            if let Ok(late) = building.await {
                close(late).await;
            }
        });
        return Err(BuildFailure::Failed);
    };
    if let Err(why) = &built {
        let why = match why {
            BuildFailure::Refused => "the upstream refused the credential",
            BuildFailure::Unreachable => "the upstream is unreachable",
            BuildFailure::Failed => "the build failed",
        };
        tracing::warn!(%node, "{lane}: `{address}` was not built: {why}");
    }
    built
}
