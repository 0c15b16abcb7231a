//! Time and tasks, and the names by which they are known.

use std::time::Duration;

use crate::names::{Address, Correlation, Lane, WallTime};

/// Time and tasks.
pub trait Runtime {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;

    /// What the machine's clock shows, which may differ from that of another machine.
    fn wall_clock(&self) -> WallTime;

    /// Waits for `duration`. Dropping the future disarms the timer.
    fn sleep(&self, task: Task<'_>, duration: Duration) -> impl Future<Output = ()>;

    /// Runs a future beside the others until it ends, or the replica's life does.
    fn spawn(&self, task: Task<'_>, future: impl Future<Output = ()> + 'static);
}

/// The name of a task or timer: which part of which work it is. Unique among those that are alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Task<'a> {
    /// Which part.
    pub role: Role,
    /// Of which work.
    pub correlation: Correlation,
    /// Of which lane.
    pub lane: Lane,
    /// About which address, where it is about one.
    pub address: Option<&'a Address>,
}

/// The parts of the work that have a task or a timer of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Takes signals from the inbox.
    Receive,
    /// Runs the queue of an address until it is empty.
    Converge,
    /// Publishes a signal.
    Publish,
    /// Closes an instance.
    Close,
    /// Waits for a build that came too late, to close it.
    LateBuild,
    /// Runs a reload that nobody waits for.
    Reload,
    /// Bounds a write.
    WriteTimeout,
    /// Bounds a read.
    ReadTimeout,
    /// Bounds a listing.
    ListTimeout,
    /// Bounds a build.
    BuildTimeout,
    /// Bounds a subscription.
    SubscribeTimeout,
    /// Bounds a close at a shutdown.
    CloseTimeout,
    /// Waits before a listing is tried again.
    ListRetry,
    /// Waits before a row is read again.
    ReadRetry,
    /// Installs what a listing held for an address.
    Rehydrate,
    /// Re-reads what a local watcher watches.
    Watch,
    /// Waits before a connector is tried again.
    Retry,
    /// Waits until a cached entry has lived its time.
    Expire,
}
