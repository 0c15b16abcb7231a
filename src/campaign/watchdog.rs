//! The watchdog: finds a poll that does not return, from another thread and in real time.
//!
//! Such a poll cannot be interrupted. Its thread is abandoned, and the seed and the replica that it was at are named.

#![expect(clippy::disallowed_types, reason = "the watchdog bounds real time, outside of every run")]

use std::time::{Duration, Instant};

use crate::stage::{Heartbeat, HeartbeatReading};

/// How long the heartbeat of one worker has not moved.
#[derive(Debug)]
pub struct HeartbeatMonitor {
    last: HeartbeatReading,
    since: Instant,
}

impl HeartbeatMonitor {
    pub fn start(heartbeat: &Heartbeat) -> Self {
        Self { last: heartbeat.read(), since: Instant::now() }
    }

    /// Where the worker is stuck, if its heartbeat has not moved for so long. Call it often: the time counts from the
    /// first call that saw the present beat.
    pub fn stuck_at(&mut self, heartbeat: &Heartbeat, poll_max: Duration) -> Option<HeartbeatReading> {
        let beat = heartbeat.read();
        // The fields of a beat are written one by one. A half-written one only restarts the clock.
        if beat != self.last {
            (self.last, self.since) = (beat, Instant::now());
        }
        (self.since.elapsed() >= poll_max).then_some(beat)
    }
}

/// How often the workers are checked: seldom enough to cost nothing beside the runs.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// When the workers are checked next.
#[derive(Debug)]
pub struct CheckTimer {
    last: Instant,
}

impl CheckTimer {
    pub fn start() -> Self {
        Self { last: Instant::now() }
    }

    /// How long it is until the next check.
    pub fn remaining(&self) -> Duration {
        CHECK_INTERVAL.saturating_sub(self.last.elapsed())
    }

    /// Whether a check is due; if so, starts again.
    pub fn restart_if_due(&mut self) -> bool {
        let is_due = self.last.elapsed() >= CHECK_INTERVAL;
        if is_due {
            self.last = Instant::now();
        }
        is_due
    }
}
