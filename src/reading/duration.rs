//! Durations: a whole number and a unit, or a range of two.
//!
//! The clock of a run ticks in microseconds, so that is the smallest unit, and no fraction ever has to be rounded. A
//! number without a unit is a mistake; no unit is assumed.

use std::time::Duration;

use super::flaw::Flaw;
use crate::model::Span;

/// The units with their length in microseconds; `µs` is another spelling of `us`.
const UNITS: &[(&str, u64)] =
    &[("us", 1), ("µs", 1), ("ms", 1_000), ("s", 1_000_000), ("m", 60_000_000), ("h", 3_600_000_000)];

/// The longest duration that a scenario can name, in microseconds: one day.
const LONGEST: u64 = 24 * 3_600_000_000;

/// The pattern of a duration in the JSON Schema.
pub(super) const PATTERN: &str = "[0-9]+(us|µs|ms|s|m|h)";

/// Reads `5ms`, `250us`, `2s`.
pub(super) fn duration(text: &str) -> Result<Duration, Flaw> {
    if text.contains("..") {
        let flaw = Flaw::new("must be one duration", "this is a range");
        return Err(flaw.hint("a range stands only where each call draws anew"));
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    if number.is_empty() || unit.starts_with(['.', ',']) {
        return Err(not_whole(text));
    }
    let Some(&(_, length)) = UNITS.iter().find(|(name, _)| *name == unit) else {
        return Err(no_unit(number, unit));
    };
    let micros = number.parse().ok().and_then(|count: u64| count.checked_mul(length));
    match micros {
        Some(micros) if micros <= LONGEST => Ok(Duration::from_micros(micros)),
        _ => Err(Flaw::new("is too long", "longer than a day").hint("a run ends long before: at most `24h`")),
    }
}

/// Reads `+5s`, `-250ms` or `0s`: how far a clock is ahead, in microseconds.
pub(super) fn skew(text: &str) -> Result<i64, Flaw> {
    let sign = if text.starts_with('-') { "-" } else { "+" };
    let length = text.strip_prefix(sign).unwrap_or(text);
    // The hint of `duration` shows the text without its sign. The sign goes in front of each number that it quotes.
    let length = duration(length).map_err(|flaw| {
        let signed = |hint: String, digit| hint.replace(&format!("`{digit}"), &format!("`{sign}{digit}"));
        Flaw { hint: flaw.hint.map(|hint| ('0'..='9').fold(hint, signed)), ..flaw }
    })?;
    let micros = i64::try_from(length.as_micros()).expect("at most a day");
    if micros != 0 && !text.starts_with(['+', '-']) {
        let flaw = Flaw::new("needs a sign", "ahead or behind?");
        return Err(flaw.hint(format!("write `+{text}` for ahead, `-{text}` for behind")));
    }
    Ok(if sign == "-" { -micros } else { micros })
}

/// Reads `1ms..20ms`, both ends included, or one duration for both ends.
pub(super) fn span(text: &str) -> Result<Span, Flaw> {
    let Some((from, to)) = text.split_once("..") else {
        let only = duration(text)?;
        return Ok(Span { min: only, max: only });
    };
    if from.is_empty() || to.is_empty() {
        let flaw = Flaw::new("must have two ends", "an end is missing");
        return Err(flaw.hint("write `1ms..20ms`, or `1ms` where it is always the same"));
    }
    if from.bytes().all(|byte| byte.is_ascii_digit()) && duration(to).is_ok() {
        // `1..20ms`: the unit of the second end is the likely one for the first.
        let unit = to.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let flaw = Flaw::new("needs a unit at both ends", "no unit at the first end");
        return Err(flaw.hint(format!("write `{from}{unit}..{to}`")));
    }
    let (min, max) = (duration(from)?, duration(to)?);
    if min > max {
        let flaw = Flaw::new("is an empty range", "the first end is above the second");
        return Err(flaw.hint(format!("write `{to}..{from}`")));
    }
    Ok(Span { min, max })
}

/// A text that does not begin with digits, or continues with a fraction. `1.5s` gets the same length in `ms` as a hint.
fn not_whole(text: &str) -> Flaw {
    let flaw = Flaw::new("is not a duration", "expected a whole number and a unit");
    let millis = text.strip_suffix('s').and_then(|number| number.parse::<f64>().ok()).map(|s| s * 1_000.0);
    match millis {
        Some(ms) if (0.0..1e6).contains(&ms) && ms.fract() == 0.0 => flaw.hint(format!("write `{ms}ms`")),
        _ => flaw.hint("such as `5ms`, `250us` or `2s`"),
    }
}

/// A number whose unit is missing or unknown. Common spellings of a unit get the right one as a hint.
fn no_unit(number: &str, unit: &str) -> Flaw {
    let units = "the units are `us`, `ms`, `s`, `m` and `h`";
    match unit {
        "" => Flaw::new("needs a unit", "a number without a unit").hint(format!("{units}: `{number}ms`")),
        "ns" => Flaw::new("is too fine", "the clock of a run ticks in microseconds").hint(units),
        _ => {
            let meant = match unit.trim().to_lowercase().as_str() {
                "us" | "usec" | "micros" => "us",
                "ms" | "msec" | "millis" => "ms",
                "s" | "sec" | "secs" | "second" | "seconds" => "s",
                "min" | "mins" | "minute" | "minutes" => "m",
                "hour" | "hours" => "h",
                _ => return Flaw::new("has an unknown unit", "no such unit").hint(units),
            };
            Flaw::new("has an unknown unit", "no such unit").hint(format!("write `{number}{meant}`"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_a_whole_number_and_a_unit() {
        let micros = |text| duration(text).map(|duration| duration.as_micros()).ok();
        assert_eq!(micros("250us"), Some(250));
        assert_eq!(micros("250µs"), Some(250));
        assert_eq!(micros("5ms"), Some(5_000));
        assert_eq!(micros("0ms"), Some(0));
        assert_eq!(micros("2s"), Some(2_000_000));
        assert_eq!(micros("1m"), Some(60_000_000));
        assert_eq!(micros("24h"), Some(u128::from(LONGEST)));
    }

    #[test]
    fn everything_else_is_a_mistake() {
        for text in
            ["", "5", "ms", "-5ms", "1.5s", "5 ms", "5sec", "5ns", "25h", "1ms..2ms", "99999999999999999999s"]
        {
            assert!(duration(text).is_err(), "{text:?} is no duration");
        }
    }

    #[test]
    fn hints_say_what_to_write() {
        let hint = |text| duration(text).expect_err("a mistake").hint.expect("a hint");
        assert_eq!(hint("1.5s"), "write `1500ms`");
        assert_eq!(hint("5sec"), "write `5s`");
        assert!(hint("5").ends_with("`5ms`"));
    }

    #[test]
    fn a_skew_has_a_sign() {
        assert_eq!(skew("+5s").ok(), Some(5_000_000));
        assert_eq!(skew("-250ms").ok(), Some(-250_000));
        assert_eq!([skew("0s").ok(), skew("+0ms").ok(), skew("-0us").ok()], [Some(0); 3]);
        for text in ["5s", "", "+", "-", "--5s", "+-5s", "- 5s", "-25h", "+1ms..2ms", "5"] {
            assert!(skew(text).is_err(), "{text:?} is no skew");
        }
        assert_eq!(skew("-1.5s").expect_err("a mistake").hint.as_deref(), Some("write `-1500ms`"));
    }

    #[test]
    fn a_span_includes_both_ends() {
        let millis = Duration::from_millis;
        assert_eq!(span("1ms..20ms").ok(), Some(Span { min: millis(1), max: millis(20) }));
        assert_eq!(span("3ms").ok(), Some(Span { min: millis(3), max: millis(3) }));
        assert_eq!(span("3ms..3ms").ok(), Some(Span { min: millis(3), max: millis(3) }));
        for text in ["20ms..1ms", "1..20ms", "..20ms", "1ms..", "1ms...20ms", "..", "1ms..2ms..3ms"] {
            assert!(span(text).is_err(), "{text:?} is no range");
        }
    }
}
