//! A bound on every wait, so that a call that hangs cannot block its queue for ever.

use std::future::Future;
use std::time::Duration;

use super::ports::{Runtime, Task};

/// How long a read, a build, a listing or a write may take.
pub const CALL_TIMEOUT: Duration = Duration::from_secs(30);

/// Waits for `work`, at most for [`CALL_TIMEOUT`]. `None` if the time is up.
///
/// The work is looked at before the clock: after a pause, an answer that is there is taken even if its time
/// is up as well.
pub async fn within<T>(runtime: &impl Runtime, task: Task<'_>, work: impl Future<Output = T>) -> Option<T> {
    let expire = async {
        runtime.sleep(task, CALL_TIMEOUT).await;
        None
    };
    futures_lite::future::or(async { Some(work.await) }, expire).await
}
