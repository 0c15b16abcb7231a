//! The runtime's port: simulated time and tasks of the world.

use std::time::Duration;

use reconverge_sim::{CallTiming, CrashPoint, Key, Micros};

use super::sim_host::SimHost;
use crate::family::ports::{Role, Runtime, TaskId};
use crate::history::EventKind;
use crate::names::{Instant, WallTime};
use crate::stage::keys::{self, Class};

impl Runtime for SimHost {
    fn now(&self) -> Duration {
        self.environment.world.now().into()
    }

    fn wall_clock(&self) -> WallTime {
        let skew = self.environment.compiled.scenario.replicas[usize::from(self.replica.0)].clock_skew_us;
        WallTime(skew.saturating_add_unsigned(self.environment.world.now().0))
    }

    async fn sleep(&self, task: TaskId<'_>, duration: Duration) {
        let key = self.task_key(Class::Timer(task.role), task);
        let (world, duration) = (&self.environment.world, Micros::from(duration));
        self.record_retry(task, duration);
        if task.role != Role::ReadRetry {
            return world.sleep(key, duration).await;
        }
        // A convergence that waits to read again is under way, and the cluster must not be quiet meanwhile. Timers do
        // not count for quiet but calls do, so this wait is a call that does nothing.
        let timing =
            CallTiming { request_delay: duration, answer_delay: Some(Micros(0)), crash: CrashPoint::None };
        world.call(self.node(), key, timing, || ()).await;
    }

    fn spawn(&self, task: TaskId<'_>, future: impl Future<Output = ()> + 'static) {
        let key = self.task_key(Class::Task(task.role), task);
        self.environment.world.spawn(self.node(), key, future);
    }
}

impl SimHost {
    /// Records that a timer is armed, if it is one after which an address is tried again.
    fn record_retry(&self, task: TaskId<'_>, after: Micros) {
        let (Role::Retry, Some(address)) = (task.role, task.address) else { return };
        let (address, _) = self.environment.intern(address);
        let due = Instant((self.environment.world.now() + after).0);
        self.record(EventKind::RetryArmed { work: task.correlation.work, address, due });
    }

    fn task_key(&self, class: Class, task: TaskId<'_>) -> Key {
        let of_lane = task.lane.number().into();
        let object = task.address.map_or(of_lane, |address| self.environment.intern(address).1);
        keys::work(class, self.replica, task.correlation, object)
    }
}
