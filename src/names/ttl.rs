//! The policy `ttl`: how long a cached entry lives.

use std::fmt;

/// How long a cached entry lives after it was filled: for ever, or for a time in microseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ttl(
    /// The time, if there is one.
    pub Option<u64>,
);

impl Ttl {
    pub(super) const NAME: &str = "ttl";
    pub(super) const EXAMPLES: &[&str] = &["none", "50ms"];
    const UNITS: &[(&str, u64)] = &[("us", 1), ("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000)];

    /// Reads `none`, or a whole number of `us`, `ms`, `s` or `m`, not nothing and at most a day.
    pub(super) fn parse(text: &str) -> Option<Self> {
        if text == "none" {
            return Some(Self(None));
        }
        let (number, unit) = text.split_at(text.find(|letter: char| !letter.is_ascii_digit())?);
        let (_, unit) = Self::UNITS.iter().find(|(name, _)| *name == unit)?;
        let time = number.parse::<u64>().ok()?.checked_mul(*unit)?;
        (1..=86_400_000_000).contains(&time).then_some(Self(Some(time)))
    }
}

impl fmt::Display for Ttl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(time) = self.0 else { return f.pad("none") };
        let fits = |(_, unit): &&(&str, u64)| time.is_multiple_of(*unit);
        let (name, unit) = Self::UNITS.iter().rev().find(fits).unwrap_or(&("us", 1));
        write!(f, "{}{name}", time / unit)
    }
}
