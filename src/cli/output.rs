//! Standard output and standard error, with or without colour.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::ColorChoice;

use super::Color;

/// Sets whether output is coloured.
pub fn set_color(color: Color) {
    match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
    .write_global();
}

/// Whether some data could not be written.
static FAILED: AtomicBool = AtomicBool::new(false);

/// Writes data. A closed pipe is no error: nobody wants to read on. Any other failure is said, and shows in the
/// exit code.
pub fn data(text: &str) {
    let mut out = anstream::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe && !FAILED.swap(true, Ordering::Relaxed) => {
            say(&format!("error: the output cannot be written: {error}\n"));
        }
        _ => {}
    }
}

/// Whether some data could not be written.
pub fn has_failed() -> bool {
    FAILED.load(Ordering::Relaxed)
}

/// Writes what is not data. If that cannot be written, nobody can be told.
pub fn say(text: &str) {
    let mut err = anstream::stderr().lock();
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}
