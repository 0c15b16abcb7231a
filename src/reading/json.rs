//! TOML values as canonical JSON: keys sorted, no white space.
//!
//! What has no equal in JSON (a date, `nan`, `inf`, a number beyond 64 bits) is a mistake.

use serde_json::{Map, Number, Value};
use toml::Spanned;
use toml::de::DeValue;

use super::mistakes::Mistakes;
use super::values::Flaw;

/// The value as JSON; `None` if part of it has no equal.
pub(super) fn of(value: &DeValue<'_>) -> Option<Value> {
    Some(match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Integer(_) | DeValue::Float(_) => Value::Number(number(value)?),
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

fn number(value: &DeValue<'_>) -> Option<Number> {
    match value {
        DeValue::Integer(number) => {
            i64::from_str_radix(number.as_str(), number.radix()).ok().map(Number::from)
        }
        DeValue::Float(number) => number.as_str().parse().ok().and_then(Number::from_f64),
        _ => None,
    }
}

/// Notes every part of a value that has no equal in JSON.
pub(super) fn check(name: &str, value: &Spanned<DeValue<'_>>, log: &mut Mistakes) {
    match value.get_ref() {
        DeValue::Array(list) => list.iter().for_each(|item| check(name, item, log)),
        DeValue::Table(table) => table.iter().for_each(|(_, item)| check(name, item, log)),
        DeValue::Datetime(_) => {
            let flaw = Flaw::new("holds a date, which JSON does not have", "a date");
            log.flaw(value.span(), name, flaw.hint("put it in quotes"));
        }
        DeValue::Integer(_) | DeValue::Float(_) if number(value.get_ref()).is_none() => {
            log.flaw(value.span(), name, Flaw::new("holds a number that JSON does not have", "not in JSON"));
        }
        _ => {}
    }
}
