//! Ctrl-C: the first lets a command end with what it found so far; the second ends the process at once.

use crate::campaign::Stop;

/// The exit code of a process that a second Ctrl-C ended, as is the custom of shells.
const INTERRUPTED: i32 = 130;

/// What to give to a pool that is to end when Ctrl-C is pressed.
pub fn stop_at_interrupt() -> Stop {
    let stop = Stop::default();
    let at_interrupt = stop.clone();
    let set = ctrlc::set_handler(move || {
        if at_interrupt.request() {
            std::process::exit(INTERRUPTED);
        }
    });
    // If the handler cannot be set, Ctrl-C ends the process, as it does by default.
    drop(set);
    stop
}
