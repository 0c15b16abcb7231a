//! Single values: what a value of each kind must look like, and what is wrong with it otherwise.
//!
//! Each function takes the value alone and knows nothing about its place in the file.

use std::ops::Range;

use toml::de::DeValue;

use super::flaw::Flaw;
use super::hint::listed;
use super::keys::{KeyTable, Kind};
use super::{duration, row_names};

/// The most seeds that a scenario may ask for.
const SEEDS_MAX: u64 = 1_000_000;

/// The largest share. It is bounded so that no sum of shares is infinite.
pub(super) const SHARE_MAX: f64 = 1e6;

/// Checks the content of a value whose TOML type is right already, and whose kind is not made of others.
pub(super) fn check(kind: &Kind, value: &DeValue<'_>) -> Result<(), Flaw> {
    let text = value.as_str().unwrap_or_default();
    match kind {
        Kind::Words if text.trim().is_empty() => Err(Flaw::new("must not be empty", "nothing here")),
        Kind::NewConnector => row_names::check_connector(text),
        Kind::Reference => row_names::check_reference(text),
        Kind::NewReplica { reserved } => replica_name(text, reserved),
        Kind::NewStep => step_id(text),
        Kind::Count(min, max) => count(value, *min, *max).map(drop),
        Kind::Probability => probability(value).map(drop),
        Kind::Share => share(value).map(drop),
        Kind::Duration => duration::duration(text).map(drop),
        Kind::Skew => duration::skew(text).map(drop),
        Kind::Span => duration::span(text).map(drop),
        Kind::Seeds => seeds(text).map(drop),
        Kind::Done if value.as_bool() == Some(false) => {
            Err(Flaw::new("can only be true", "this says nothing").hint("leave it out"))
        }
        // Of the other kinds every value of the right type has the right form; what names and addresses refer to is
        // checked by `symbols`.
        _ => Ok(()),
    }
}

fn replica_name(text: &str, reserved: &KeyTable) -> Result<(), Flaw> {
    let first = text.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase());
    if !first || !text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    {
        let flaw = Flaw::new("is not a name that a replica can have", "not a valid name");
        return Err(flaw.hint("a small letter, then small letters, digits and `-`"));
    }
    if reserved.find(text).is_some() {
        let flaw = Flaw::new("is reserved", "a word of `[expect]`");
        return Err(flaw.hint(format!("`[expect.{text}]` would be ambiguous: take another name")));
    }
    Ok(())
}

/// Whether the id of a step may contain this letter.
pub(super) fn in_step_id(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.')
}

fn step_id(text: &str) -> Result<(), Flaw> {
    if text.is_empty() || !text.chars().all(in_step_id) {
        let flaw = Flaw::new("is not an id that a step can have", "not a valid id");
        return Err(flaw.hint("letters, digits, `-`, `_` and `.`"));
    }
    if text == "start" {
        let flaw = Flaw::new("is reserved", "means the opening boot in every report");
        return Err(flaw.hint("take another id"));
    }
    Ok(())
}

/// Reads a whole number within bounds.
pub(super) fn count(value: &DeValue<'_>, min: u64, max: u64) -> Result<u64, Flaw> {
    // 128 bits tell a number that is too large from one that is too small, whichever way it exceeds 64 bits.
    let number =
        value.as_integer().and_then(|number| i128::from_str_radix(number.as_str(), number.radix()).ok());
    let within =
        number.and_then(|number| u64::try_from(number).ok()).filter(|number| (min..=max).contains(number));
    within.ok_or_else(|| {
        let label =
            if number.is_some_and(|number| number < i128::from(min)) { "too small" } else { "too large" };
        Flaw::new(format!("must be a whole number from {min} to {max}"), label)
    })
}

/// Reads a probability.
pub(super) fn probability(value: &DeValue<'_>) -> Result<f64, Flaw> {
    number(value, 1.0).ok_or_else(|| {
        let flaw = Flaw::new("must be a number from 0 to 1", "not a probability");
        flaw.hint("0 is never, 0.5 every second time, 1 always")
    })
}

/// Reads a share.
pub(super) fn share(value: &DeValue<'_>) -> Result<f64, Flaw> {
    number(value, SHARE_MAX).ok_or_else(|| {
        let flaw = Flaw::new(format!("must be a number from 0 to {SHARE_MAX}"), "not a share");
        flaw.hint("only the ratio of the shares counts: 0.7 and 0.3 say the same as 7 and 3")
    })
}

/// A number from 0 to `max`.
fn number(value: &DeValue<'_>, max: f64) -> Option<f64> {
    let number = match value {
        DeValue::Integer(number) => number.as_str().parse::<f64>().ok(),
        DeValue::Float(number) => number.as_str().parse().ok(),
        _ => None,
    };
    // `-0.0` lies within the range; adding zero makes it `0.0`.
    number.filter(|number| (0.0..=max).contains(number)).map(|number| number + 0.0)
}

/// Reads `0..16`: the end is excluded.
pub(super) fn seeds(text: &str) -> Result<Range<u64>, Flaw> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let ends = text.split_once("..").filter(|_| digits);
    let Some((Ok(from), Ok(to))) = ends.map(|(from, to)| (from.parse::<u64>(), to.parse::<u64>())) else {
        let flaw = Flaw::new("is not a range of seeds", "expected two whole numbers");
        return Err(flaw.hint("such as `0..16`, the end excluded"));
    };
    if from >= to {
        let flaw = Flaw::new("is an empty range", "no seed is in it");
        return Err(flaw.hint("the end is excluded: `0..1` is the seed 0 alone"));
    }
    if to - from > SEEDS_MAX {
        let flaw = Flaw::new(format!("has more than {SEEDS_MAX} seeds"), "too many");
        return Err(flaw.hint("many seeds are tried with `reconverge sweep FILE --seeds RANGE`"));
    }
    Ok(from..to)
}

/// Reads a status from 100 to 599.
pub(super) fn status(value: &DeValue<'_>) -> Option<u16> {
    count(value, 100, 599).ok().and_then(|status| u16::try_from(status).ok())
}

/// What the TOML type of a value is called in a sentence.
pub(super) fn type_noun(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(true) => "`true`",
        DeValue::Boolean(false) => "`false`",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

/// The flaw of a value whose TOML type does not fit its kind.
pub(super) fn wrong_type(kind: &Kind, value: &DeValue<'_>) -> Flaw {
    let flaw = Flaw::new(format!("must be {}", kind.noun()), format!("this is {}", type_noun(value)));
    let hint = match (kind, value) {
        (Kind::Skew, DeValue::Integer(number)) => {
            let number: String = number.as_str().trim_start_matches('+').chars().take(12).collect();
            let sign = if number.starts_with('-') { "" } else { "+" };
            Some(format!("give the sign and the unit, in quotes: \"{sign}{number}ms\""))
        }
        (Kind::Duration | Kind::Span, DeValue::Integer(number)) => {
            let number: String = number.as_str().chars().take(12).collect();
            Some(format!("give the unit, in quotes: \"{number}ms\""))
        }
        (Kind::Flag | Kind::Done, DeValue::String(text)) if matches!(&**text, "true" | "false") => {
            Some("leave the quotes away".to_owned())
        }
        (Kind::Count(..) | Kind::Probability | Kind::Share, DeValue::String(text))
            if text.parse::<f64>().is_ok() =>
        {
            Some("leave the quotes away".to_owned())
        }
        (Kind::List { .. }, _) => Some("put it in brackets: `[…]`".to_owned()),
        (Kind::Table(table), _) => {
            let keys: Vec<_> = table.names().collect();
            (!keys.is_empty()).then(|| format!("its keys are {}", listed(&keys)))
        }
        _ => kind.example().map(|example| format!("such as {example}")),
    };
    Flaw { hint, ..flaw }
}
