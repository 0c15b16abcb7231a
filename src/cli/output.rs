//! Standard output and standard error, with or without colour.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use anstream::ColorChoice;

use super::args::Color;

pub fn set_color(color: Color) {
    match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
    .write_global();
}

/// Whether some data could not be written. Static, because the exit code depends on it whichever command wrote.
static FAILED: AtomicBool = AtomicBool::new(false);

/// Writes data to standard output. A closed pipe is no error: its reader needs no more. The first other failure is
/// printed, and every failure shows in the exit code.
pub fn data(text: &str) {
    let mut out = anstream::stdout().lock();
    if let Err(error) = out.write_all(text.as_bytes()).and_then(|()| out.flush())
        && error.kind() != io::ErrorKind::BrokenPipe
        && !FAILED.swap(true, Ordering::Relaxed)
    {
        print_error(&format!("error: the output cannot be written: {error}\n"));
    }
}

/// Whether some data could not be written.
pub fn has_failed() -> bool {
    FAILED.load(Ordering::Relaxed)
}

/// Writes to standard error.
pub fn print_error(text: &str) {
    let mut err = anstream::stderr().lock();
    // There is no other place to report that standard error cannot be written.
    let _ = err.write_all(text.as_bytes()).and_then(|()| err.flush());
}
