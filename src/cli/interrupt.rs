//! Ctrl-C: the first ends the work in good order, with what was found so far; the second ends the process.

use crate::campaign::Stop;

/// The exit code of a process that a second Ctrl-C ended, as shells have it.
const INTERRUPTED: i32 = 130;

/// What ends when Ctrl-C is pressed.
pub fn stop_at_interrupt() -> Stop {
    let stop = Stop::default();
    let asked = stop.clone();
    let set = ctrlc::set_handler(move || {
        if asked.ask() {
            std::process::exit(INTERRUPTED);
        }
    });
    // Without a handler Ctrl-C ends the process, as it does by default.
    drop(set);
    stop
}
