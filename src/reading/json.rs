//! TOML values as canonical JSON: keys sorted, no white space.
//!
//! A value that JSON does not have (a date, `nan`, `inf`, a number beyond 64 bits) is a mistake.

use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::{DeFloat, DeInteger, DeValue};

use super::flaw::Flaw;
use super::mistakes::Mistakes;

/// The value as JSON; `None` if JSON does not have a part of it.
pub(super) fn of(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(integer) => Value::Number(whole(integer)?),
        DeValue::Float(float) => Value::Number(fraction(float)?),
        DeValue::Boolean(flag) => Value::Bool(*flag),
        DeValue::Datetime(_) => return None,
        DeValue::Array(list) => {
            Value::Array(list.iter().map(|item| of(item.get_ref())).collect::<Option<_>>()?)
        }
        DeValue::Table(table) => {
            let mut entries: Vec<_> = table.iter().collect();
            entries.sort_by(|(a, _), (b, _)| a.get_ref().cmp(b.get_ref()));
            let entries = entries
                .into_iter()
                .map(|(key, value)| Some((key.get_ref().to_string(), of(value.get_ref())?)));
            Value::Object(entries.collect::<Option<Map<_, _>>>()?)
        }
    })
}

fn whole(integer: &DeInteger<'_>) -> Option<Number> {
    i64::from_str_radix(integer.as_str(), integer.radix()).ok().map(Number::from)
}

fn fraction(float: &DeFloat<'_>) -> Option<Number> {
    // `nan` and `inf` parse in Rust too; `from_f64` refuses them.
    float.as_str().parse().ok().and_then(Number::from_f64)
}

/// Adds a mistake for every part of a value that JSON does not have.
pub(super) fn check(name: &str, value: &Spanned<DeValue<'_>>, mistakes: &mut Mistakes) {
    let number = match value.get_ref() {
        DeValue::Array(list) => return list.iter().for_each(|item| check(name, item, mistakes)),
        DeValue::Table(table) => return table.iter().for_each(|(_, item)| check(name, item, mistakes)),
        DeValue::Datetime(_) => {
            let flaw = Flaw::new("holds a date, which JSON does not have", "a date");
            return mistakes.flaw(value.span(), name, flaw.hint("put it in quotes"));
        }
        DeValue::String(_) | DeValue::Boolean(_) => return,
        DeValue::Integer(integer) => whole(integer),
        DeValue::Float(float) => fraction(float),
    };
    if number.is_none() {
        let flaw = Flaw::new("holds a number that JSON does not have", "not in JSON");
        mistakes.flaw(value.span(), name, flaw);
    }
}
