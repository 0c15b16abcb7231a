//! How a command ends: one exit code for each kind of end.

use std::process::ExitCode;

use crate::campaign::Conclusion;

/// How a command ended. The number is the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Everything holds.
    Held = 0,
    /// Something does not hold, or a scenario missed what it is about.
    Violated = 1,
    /// The input is wrong: a file, a name, an option.
    BadInput = 2,
    /// The testbed itself is at fault.
    Fault = 3,
}

impl Exit {
    /// The exit code for the conclusion of a campaign.
    pub fn of(conclusion: Conclusion, allow_miss: bool) -> Self {
        match conclusion {
            Conclusion::Held => Self::Held,
            Conclusion::Missed if allow_miss => Self::Held,
            Conclusion::Missed | Conclusion::Violated => Self::Violated,
            Conclusion::Fault => Self::Fault,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
