//! Standard output and standard error, with or without colour.

use std::io::{self, Write};

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

/// Writes data. A closed pipe is no error: nobody wants to read on.
pub fn data(text: &str) {
    let mut out = anstream::stdout().lock();
    ignore(&out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}

/// Writes what is not data.
pub fn say(text: &str) {
    let mut err = anstream::stderr().lock();
    ignore(&err.write_all(text.as_bytes()).and_then(|()| err.flush()));
}

/// Nothing can be told to anybody if the output cannot be written, whatever the reason; what was found still
/// shows in the exit code.
fn ignore(_: &io::Result<()>) {}
