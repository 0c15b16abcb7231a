//! The watchdog: finds a poll that does not return, from another thread and in real time.
//!
//! Such a poll cannot be interrupted; its thread is given up, and what it was at is named.

#![expect(clippy::disallowed_types, reason = "the watchdog bounds real time, outside of every run")]

use std::fmt;
use std::time::{Duration, Instant};

use crate::stage::{Beat, Heartbeat, polled_replica};

use crate::history::Header;
use crate::names::ReplicaId;

/// Why there is no history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HarnessError {
    /// A poll did not return in time.
    Hung {
        /// The seed.
        seed: u64,
        /// The replica that was polled; `None` for the testbed itself.
        replica: Option<ReplicaId>,
    },
    /// A worker could not be started, or died.
    Broken(String),
}

impl HarnessError {
    /// A poll of a run that was last seen at this beat.
    pub(super) fn hung(beat: Beat) -> Self {
        let replica = polled_replica(beat);
        Self::Hung { seed: beat.seed, replica }
    }

    /// A worker that ended without a word.
    pub(super) fn died() -> Self {
        Self::Broken("a worker of the testbed died".to_owned())
    }

    /// A store that cannot be opened.
    pub(super) fn sqlite(error: &rusqlite::Error) -> Self {
        Self::Broken(format!("SQLite cannot be opened: {error}"))
    }

    /// What happened, in a sentence without its full stop.
    pub fn described<'a>(&'a self, header: &'a Header) -> impl fmt::Display + 'a {
        fmt::from_fn(move |f| match self {
            Self::Hung { replica, .. } => {
                let who = replica.map_or("the testbed", |replica| header.replica(replica));
                write!(f, "a poll of {who} did not return in time")
            }
            Self::Broken(why) => f.write_str(why),
        })
    }
}

/// Watches one worker.
#[derive(Debug)]
pub struct Watch {
    beat: Beat,
    since: Instant,
}

impl Watch {
    /// Begins to watch.
    pub fn begin(heartbeat: &Heartbeat) -> Self {
        Self { beat: heartbeat.beat(), since: Instant::now() }
    }

    /// Where the worker is stuck, if it has not moved for so long.
    pub fn stuck(&mut self, heartbeat: &Heartbeat, poll_max: Duration) -> Option<Beat> {
        let beat = heartbeat.beat();
        if beat != self.beat {
            (self.beat, self.since) = (beat, Instant::now());
        }
        (self.since.elapsed() >= poll_max).then_some(beat)
    }
}

/// How often the watchdog looks.
const LOOK: Duration = Duration::from_millis(100);

/// When the watchdog looks next.
#[derive(Debug)]
pub struct Looks {
    last: Instant,
}

impl Looks {
    /// Begins to wait for the first.
    pub fn begin() -> Self {
        Self { last: Instant::now() }
    }

    /// How long it is until the next.
    pub fn left(&self) -> Duration {
        LOOK.saturating_sub(self.last.elapsed())
    }

    /// Whether it is time; if so, begins to wait for the next.
    pub fn are_due(&mut self) -> bool {
        let due = self.last.elapsed() >= LOOK;
        if due {
            self.last = Instant::now();
        }
        due
    }
}
