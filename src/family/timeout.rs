//! A bound on every wait, so that a call that hangs cannot block its queue for ever.

use std::future::Future;
use std::time::Duration;

use super::ports::{Runtime, TaskId};

/// How long a read, a build, a listing or a write may take.
pub const CALL_TIMEOUT: Duration = Duration::from_secs(30);

/// Waits for `work`, at most for [`CALL_TIMEOUT`]. `None` if the time is up.
pub async fn within<T>(runtime: &impl Runtime, task: TaskId<'_>, work: impl Future<Output = T>) -> Option<T> {
    let expire = async {
        runtime.sleep(task, CALL_TIMEOUT).await;
        None
    };
    // `or` polls the work before the clock. After a pause both can be ready, and then an answer that is there counts.
    futures_lite::future::or(async { Some(work.await) }, expire).await
}
