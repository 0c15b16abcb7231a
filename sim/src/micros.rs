//! Simulated time, in whole microseconds since the run began.
//!
//! Invariant: arithmetic saturates, so a time can be too large to be reached, but never wraps around. Left out: the
//! wall clock, which has no influence on a run.

use std::{
    fmt,
    ops::{Add, AddAssign, Sub},
    time::Duration,
};

/// An instant of simulated time, or a span of it, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Micros(pub u64);

impl Micros {
    /// The instant at which a run begins.
    pub const ZERO: Self = Self(0);
    /// The last instant, which no run reaches.
    pub const MAX: Self = Self(u64::MAX);

    /// A span of whole milliseconds; [`Micros::MAX`] if that is too long.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis.saturating_mul(1_000))
    }

    /// A span of whole seconds; [`Micros::MAX`] if that is too long.
    pub const fn from_secs(secs: u64) -> Self {
        Self(secs.saturating_mul(1_000_000))
    }
}

impl Add for Micros {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Micros {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Micros {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl From<Duration> for Micros {
    /// Rounds down to whole microseconds. A duration that is too long becomes [`Micros::MAX`].
    fn from(duration: Duration) -> Self {
        Self(u64::try_from(duration.as_micros()).unwrap_or(u64::MAX))
    }
}

impl From<Micros> for Duration {
    fn from(micros: Micros) -> Self {
        Self::from_micros(micros.0)
    }
}

impl fmt::Display for Micros {
    /// Milliseconds with three decimals, such as `1.234ms`. Width and alignment of the format apply.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:03}ms", self.0 / 1_000, self.0 % 1_000))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_milliseconds_and_obeys_the_width() {
        assert_eq!(Micros(1_234).to_string(), "1.234ms");
        assert_eq!(Micros(7).to_string(), "0.007ms");
        assert_eq!(format!("{:>10}|", Micros(20_000)), "  20.000ms|");
    }

    #[test]
    fn arithmetic_saturates() {
        assert_eq!(Micros::MAX + Micros(1), Micros::MAX);
        assert_eq!(Micros(1) - Micros(2), Micros::ZERO);
        assert_eq!(Micros::from(Duration::MAX), Micros::MAX);
        assert_eq!(Duration::from(Micros(1_500)), Duration::from_micros(1_500));
    }
}
