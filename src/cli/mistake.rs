//! A mistake in the input: its place, its cause and a hint.

use super::exit::Exit;
use super::output;
use crate::reading::Diagnostics;

/// What is wrong with the input.
#[derive(Debug)]
pub enum Mistake {
    /// A file that is no scenario.
    File(Diagnostics),
    /// Something else: what, and what to do.
    Other {
        /// The place and the cause.
        message: String,
        /// What to do.
        hint: String,
    },
}

impl Mistake {
    /// A mistake that is none of a file.
    pub fn other(message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self::Other { message: message.into(), hint: hint.into() }
    }

    /// Prints it to standard error.
    pub fn print(&self) {
        match self {
            Self::File(diagnostics) => output::print_error(&diagnostics.render(true)),
            Self::Other { message, hint } => {
                output::print_error(&format!("error: {message}\n\nhint: {hint}\n"));
            }
        }
    }
}

/// Prints what is wrong with the input, and ends the command.
pub fn refuse(mistakes: &[Mistake]) -> Exit {
    mistakes.iter().for_each(Mistake::print);
    Exit::BadInput
}
