//! Log lines: what the family says through `tracing`, caught for one run.
//!
//! A subscriber is installed only for a run whose lines somebody wants to read; otherwise a line costs the
//! family one look at a flag. What is caught never changes an event. Whose line it is and when it was said is
//! read from the worker's heartbeat: the node that is being polled, at the present instant.
//!
//! **Threads.** `tracing` remembers of each line of code whether anybody wants what it says, when that line is reached
//! for the first time in a process. While there is but one subscriber it asks the thread that got there first, and a
//! thread that catches nothing would answer for all. So two subscribers are kept that never want anything now and
//! always may later: then each line asks the thread that says it, each time.

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

/// The target of the lines that are caught: those of the family.
const TARGET: &str = "reconverge::family";

/// Lets every thread decide by itself, each time, whether a line is wanted. Does so once in a process.
pub fn prepare() {
    static UNDECIDED: OnceLock<[Dispatch; 2]> = OnceLock::new();
    UNDECIDED.get_or_init(|| [Dispatch::new(Undecided), Dispatch::new(Undecided)]);
}

/// A subscriber that wants nothing, and says of no line of code that this will stay so.
struct Undecided;

impl Subscriber for Undecided {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, _: &Metadata<'_>) -> bool {
        false
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &tracing::Event<'_>) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Runs something, and returns what it returns with the lines that were logged meanwhile, if they are wanted.
pub fn with_lines<T>(wanted: bool, heartbeat: &Arc<Heartbeat>, run: impl FnOnce() -> T) -> (T, Vec<Line>) {
    if !wanted {
        return (run(), Vec::new());
    }
    let lines = Arc::new(Mutex::new(Vec::new()));
    let catcher = Catcher { lines: Arc::clone(&lines), heartbeat: Arc::clone(heartbeat) };
    let result = tracing::subscriber::with_default(tracing_subscriber::registry().with(catcher), run);
    let lines = std::mem::take(&mut *lines.lock().unwrap_or_else(PoisonError::into_inner));
    (result, lines)
}

struct Catcher {
    lines: Arc<Mutex<Vec<Line>>>,
    heartbeat: Arc<Heartbeat>,
}

impl<S: Subscriber> Layer<S> for Catcher {
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
        let beat = self.heartbeat.read();
        let line = Line { at: Instant(beat.at.0), replica: keys::replica(beat.node), level, text: message.0 };
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

/// Takes the message out of an event's fields.
struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        if field.name() == "message" {
            write!(self.0, "{value:?}").expect("a string takes any text");
        }
    }
}
