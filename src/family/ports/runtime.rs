//! Time and tasks, and the names by which tasks and timers are known.
//!
//! Invariant: a [`TaskId`] says what a task is about. It is never a counter, so it stays the same if other work is
//! removed.

use std::future::Future;
use std::time::Duration;

use crate::names::{Address, Correlation, Lane, WallTime};

/// Time and tasks.
pub trait Runtime {
    /// The time since some fixed moment.
    fn now(&self) -> Duration;

    /// What the machine's clock shows. It may differ from the clock of another machine.
    fn wall_clock(&self) -> WallTime;

    /// Waits for `duration`. Dropping the future cancels the timer.
    fn sleep(&self, task: TaskId<'_>, duration: Duration) -> impl Future<Output = ()>;

    /// Runs a future beside the others, until the future or the replica's life ends.
    fn spawn(&self, task: TaskId<'_>, future: impl Future<Output = ()> + 'static);
}

/// The name of a task or timer: which part of which work it is. Unique among the tasks and timers that are alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaskId<'a> {
    /// The part.
    pub role: Role,
    /// The work.
    pub correlation: Correlation,
    /// The lane.
    pub lane: Lane,
    /// The address, if the task is about one.
    pub address: Option<&'a Address>,
}

/// The parts of the work that have a task or a timer of their own.
// The runtime may make the order of tasks from a role's number, so new roles go to the end and none moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Takes signals from the inbox.
    Receive,
    /// Runs the convergences of an address until none waits.
    Converge,
    /// Publishes a signal.
    Publish,
    /// Closes an instance.
    Close,
    /// Waits for a build that came too late, and closes its instance.
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
    /// Re-reads a type for a local watcher.
    Watch,
    /// Waits before a connector is tried again.
    Retry,
    /// Waits until the time to live of a cached entry is over.
    Expire,
}
