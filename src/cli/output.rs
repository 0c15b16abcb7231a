//! Standard output and standard error, with or without colour.

use std::io::{self, Write};

use anstream::ColorChoice;

use super::Color;

/// Where a command writes.
#[derive(Debug)]
pub struct Output;

impl Output {
    /// Output with colour as the user wants it.
    pub fn new(color: Color) -> Self {
        match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
        .write_global();
        Self
    }

    /// Writes data. Returns whether somebody still reads it: a closed pipe is no error.
    pub fn data(&self, text: &str) -> bool {
        let mut out = anstream::stdout().lock();
        written(out.write_all(text.as_bytes()).and_then(|()| out.flush()))
    }

    /// Writes what is not data.
    pub fn say(&self, text: &str) {
        let mut err = anstream::stderr().lock();
        written(err.write_all(text.as_bytes()).and_then(|()| err.flush()));
    }
}

/// Nothing can be told to anybody if the output cannot be written, whatever the reason.
fn written(result: io::Result<()>) -> bool {
    result.is_ok()
}
