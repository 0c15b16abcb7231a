//! How the values of options are parsed.

use std::ops::Range;

use crate::campaign::PolicyFilter;

/// How many seeds a range may have.
const SEEDS_MAX: u64 = 100_000_000;

/// Parses `NAME=VALUE`.
pub fn policy(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` has no `=`; write NAME=VALUE, as in publish=before-commit"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Parses `NAME` or `NAME=VALUE`.
#[expect(clippy::unnecessary_wraps, reason = "clap asks for a result")]
pub fn policy_filter(text: &str) -> Result<PolicyFilter, String> {
    let (name, value) = text.split_once('=').map_or((text, None), |(name, value)| (name, Some(value)));
    Ok(PolicyFilter { policy: name.trim().to_owned(), value: value.map(|value| value.trim().to_owned()) })
}

/// Parses a seed or a range of seeds.
pub fn seeds(text: &str) -> Result<Range<u64>, String> {
    let number = |text: &str| {
        text.replace('_', "")
            .parse::<u64>()
            .map_err(|_| format!("`{text}` is no seed; seeds are whole numbers"))
    };
    let range = if let Some((start, end)) = text.split_once("..") {
        number(start)?..number(end)?
    } else {
        let seed = number(text)?;
        seed..seed.checked_add(1).ok_or("that seed is too large")?
    };
    if range.is_empty() {
        return Err(format!("`{text}` holds no seed; the end is left out, so write A..B with A below B"));
    }
    if range.end - range.start > SEEDS_MAX {
        return Err(format!("`{text}` holds more than {SEEDS_MAX} seeds"));
    }
    Ok(range)
}
