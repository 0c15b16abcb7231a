//! Log lines: collects what the family logs through `tracing` during one run.
//!
//! A subscriber is installed only for a run whose lines are captured; in any other run a line costs the family the check
//! of one flag. What is collected never changes an event. The replica and the instant of a line are taken from
//! the heartbeat of the worker: the node that is being polled now, at the present instant.
//!
//! **Threads.** For each place in the code that logs, `tracing` caches for the whole process whether any subscriber is
//! interested in it. It decides when that place is first reached. If it knows one subscriber only, it asks the thread
//! that got there first; if that thread collects nothing, the place would be switched off for every thread. The remedy
//! is to register two subscribers that never want a line now but always may want one later. With these `tracing` caches
//! nothing, and asks the thread that logs, each time.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use reconverge_sim::Heartbeat;
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::Interest;
use tracing::{Dispatch, Level, Metadata, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

use super::keys;
use crate::history::Line;
use crate::names::Instant;

/// The target of the lines that are collected: those of the family.
const TARGET: &str = "reconverge::family";

/// Keeps `tracing` from caching who is interested in a line, for the rest of the process.
pub fn prevent_interest_cache() {
    static SUBSCRIBERS: OnceLock<[Dispatch; 2]> = OnceLock::new();
    SUBSCRIBERS.get_or_init(|| [Dispatch::new(MaybeLater), Dispatch::new(MaybeLater)]);
}

/// A subscriber that wants no line, but of no place in the code says that this will stay so.
struct MaybeLater;

impl Subscriber for MaybeLater {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, _: &Metadata<'_>) -> bool {
        false
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        // Never used, because no span is enabled; an id must not be 0.
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &tracing::Event<'_>) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Calls `run`, and returns its result with the lines that were logged meanwhile, if they are wanted.
pub fn with_lines<T>(wanted: bool, heartbeat: &Arc<Heartbeat>, run: impl FnOnce() -> T) -> (T, Vec<Line>) {
    if !wanted {
        return (run(), Vec::new());
    }
    let lines = Arc::new(Mutex::new(Vec::new()));
    let collector = LineCollector { lines: Arc::clone(&lines), heartbeat: Arc::clone(heartbeat) };
    let result = tracing::subscriber::with_default(tracing_subscriber::registry().with(collector), run);
    let lines = std::mem::take(&mut *lines.lock().unwrap_or_else(PoisonError::into_inner));
    (result, lines)
}

struct LineCollector {
    lines: Arc<Mutex<Vec<Line>>>,
    heartbeat: Arc<Heartbeat>,
}

impl<S: Subscriber> Layer<S> for LineCollector {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let metadata = event.metadata();
        if !metadata.target().starts_with(TARGET) {
            return;
        }
        let level = match *metadata.level() {
            Level::ERROR => "error",
            Level::WARN => "warn",
            Level::INFO => "info",
            Level::DEBUG | Level::TRACE => "debug",
        };
        let mut message = Message(String::new());
        event.record(&mut message);
        // The family logs while it is polled, and the world writes the heartbeat before each poll.
        let beat = self.heartbeat.read();
        let line = Line { at: Instant(beat.at.0), replica: keys::replica(beat.node), level, text: message.0 };
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

/// Takes the message out of the fields of an event.
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "message" {
            write!(self.0, "{value:?}").expect("a string takes any text");
        }
    }
}
