//! Log lines: what the family says through `tracing`, caught for one run.
//!
//! A subscriber is installed only for a run whose lines somebody wants to read; otherwise a line costs the
//! family one look at a flag. What is caught never changes an event. Whose line it is and when it was said is
//! read from the worker's pulse: the node that is being polled, at the present instant.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use reconverge_sim::Pulse;
use tracing::field::{Field, Visit};
use tracing::{Level, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt};

use super::keys;
use crate::history::Line;
use crate::names::Instant;

/// The target of the lines that are caught: those of the family.
const TARGET: &str = "reconverge::family";

/// Runs something, and returns what it returns with the lines that were logged meanwhile, if they are wanted.
pub fn with_lines<T>(wanted: bool, pulse: &Arc<Pulse>, run: impl FnOnce() -> T) -> (T, Vec<Line>) {
    if !wanted {
        return (run(), Vec::new());
    }
    let lines = Arc::new(Mutex::new(Vec::new()));
    let catcher = Catcher { lines: Arc::clone(&lines), pulse: Arc::clone(pulse) };
    let result = tracing::subscriber::with_default(tracing_subscriber::registry().with(catcher), run);
    let lines = std::mem::take(&mut *lines.lock().unwrap_or_else(PoisonError::into_inner));
    (result, lines)
}

struct Catcher {
    lines: Arc<Mutex<Vec<Line>>>,
    pulse: Arc<Pulse>,
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
        let beat = self.pulse.beat();
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
