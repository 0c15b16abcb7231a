//! A point in simulated time.

use std::fmt;

/// Simulated time since the run began, in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(pub u64);

impl fmt::Display for Instant {
    /// Milliseconds with three decimals, such as `12.045ms`; a width pads on the left.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{:03}ms", self.0 / 1_000, self.0 % 1_000);
        match f.width() {
            Some(width) => write!(f, "{text:>width$}"),
            None => f.write_str(&text),
        }
    }
}
