//! The JSON Schema of scenario files, for editors.
//!
//! It is made from the tables of keys, so it knows every key that the reader knows. It accepts what the
//! reader accepts, and some more: that names refer to something is beyond a schema.

use serde_json::{Map, Value, json};

use super::keys::{Choice, Key, KeyTable, Kind, Need};
use super::{duration, expect, file, policy, triggers, values};
use crate::names::POLICIES;

/// The JSON Schema (draft 2020-12) of a scenario file.
pub fn json_schema() -> Value {
    let mut schema = table(&file::FILE);
    let about =
        "A story about replicas that share a database: what is done, what goes wrong, what must be true.";
    let head = [
        ("$schema", "https://json-schema.org/draft/2020-12/schema"),
        ("title", "reconverge scenario"),
        ("description", about),
    ];
    for (name, value) in head {
        schema.insert(name.to_owned(), json!(value));
    }
    // What many keys share stands once, or the schema would be many times as long.
    let shared = [(triggers::EVENTS.noun, variants(&triggers::EVENTS))];
    schema.insert("$defs".to_owned(), shared.into_iter().collect());
    Value::Object(schema)
}

fn table(table: &KeyTable) -> Map<String, Value> {
    let mut schema = Map::new();
    let properties: Map<_, _> = table.keys().map(|key| (key.name.to_owned(), property(key))).collect();
    let required: Vec<_> =
        table.keys().filter(|key| key.need == Need::Required).map(|key| key.name).collect();
    schema.insert("type".to_owned(), json!("object"));
    schema.insert("properties".to_owned(), Value::Object(properties));
    if !required.is_empty() {
        schema.insert("required".to_owned(), json!(required));
    }
    let others = table.rest.map(|rest| described(kind(&rest.value), rest.doc, rest.placeholder));
    schema.insert("additionalProperties".to_owned(), others.unwrap_or(json!(false)));
    if !table.one_of.is_empty() {
        let one_of: Vec<_> = table.one_of.iter().map(|name| json!({ "required": [name] })).collect();
        schema.insert("oneOf".to_owned(), json!(one_of));
    }
    schema
}

fn property(key: &Key) -> Value {
    let mut schema = described(kind(&key.kind), key.doc, "");
    if let (Need::Default(default), Some(schema)) = (key.need, schema.as_object_mut()) {
        let value = serde_json::from_str(default).unwrap_or_else(|_| json!(default));
        schema.insert("default".to_owned(), value);
    }
    schema
}

fn described(mut schema: Value, doc: &str, placeholder: &str) -> Value {
    let colon = if placeholder.is_empty() { "" } else { ": " };
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("description".to_owned(), json!(format!("{placeholder}{colon}{doc}")));
    }
    schema
}

fn kind(of: &Kind) -> Value {
    match of {
        Kind::Text | Kind::RowName(_) | Kind::AnyName(_) | Kind::Address(_) | Kind::Replica | Kind::Step => {
            json!({ "type": "string" })
        }
        Kind::Secret => json!({ "type": "string", "writeOnly": true }),
        Kind::Words => json!({ "type": "string", "minLength": 1 }),
        Kind::NewConnector => json!({ "type": "string", "pattern": "^[a-z_][a-z0-9_-]*$" }),
        Kind::Reference => json!({ "type": "string", "pattern": "^[A-Za-z_][A-Za-z0-9_]*$" }),
        Kind::NewReplica => {
            let reserved: Vec<_> = expect::reserved().collect();
            json!({ "type": "string", "pattern": "^[a-z][a-z0-9-]*$", "not": { "enum": reserved } })
        }
        Kind::NewStep => {
            json!({ "type": "string", "pattern": "^[A-Za-z0-9._-]+$", "not": { "const": "start" } })
        }
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::Done => json!({ "const": true }),
        Kind::Count(min, max) => json!({ "type": "integer", "minimum": min, "maximum": max }),
        Kind::Probability => json!({ "type": "number", "minimum": 0, "maximum": 1 }),
        Kind::Share => json!({ "type": "number", "minimum": 0, "maximum": values::SHARE_MAX }),
        Kind::Skew => {
            let one = duration::PATTERN;
            json!({ "type": "string", "pattern": format!("^([+-]{one}|0+(us|µs|ms|s|m|h))$") })
        }
        Kind::Duration => json!({ "type": "string", "pattern": format!("^{}$", duration::PATTERN) }),
        Kind::Span => {
            let one = duration::PATTERN;
            json!({ "type": "string", "pattern": format!("^{one}(\\.\\.{one})?$") })
        }
        Kind::Seeds => json!({ "type": "string", "pattern": "^[0-9]+\\.\\.[0-9]+$" }),
        Kind::OneOf(_)
        | Kind::NewService
        | Kind::Service
        | Kind::Lane
        | Kind::Cause
        | Kind::Invariant
        | Kind::Situation => {
            json!({ "type": "string", "enum": of.words().unwrap_or_default() })
        }
        Kind::Json => json!({ "type": "object" }),
        Kind::List { of, unique } => json!({ "type": "array", "items": kind(of), "uniqueItems": unique }),
        Kind::Either(kinds) => json!({ "anyOf": kinds.iter().map(kind).collect::<Vec<_>>() }),
        Kind::Table(keys) => Value::Object(table(keys)),
        Kind::Choice(choice) if choice.noun == triggers::EVENTS.noun => {
            json!({ "$ref": format!("#/$defs/{}", choice.noun) })
        }
        Kind::Choice(choice) => variants(choice),
        Kind::Policies => policies(),
    }
}

/// One schema for each verb. Its `title` is what editors show in a list of completions.
fn variants(choice: &Choice) -> Value {
    let variants = choice.variants.iter().map(|variant| {
        let mut schema = table(variant);
        schema.insert("title".to_owned(), json!(variant.verb().name));
        schema.insert("description".to_owned(), json!(variant.verb().doc));
        Value::Object(schema)
    });
    json!({ "type": "object", "oneOf": variants.collect::<Vec<_>>() })
}

fn policies() -> Value {
    let known = POLICIES.iter();
    let properties: Map<_, _> = known
        .map(|policy| {
            let mut schema = json!({ "type": "string", "default": policy.values.first() });
            if policy::is_timed(policy.values) {
                schema["pattern"] = json!(format!("^(none|{})$", duration::PATTERN));
            } else {
                schema["enum"] = json!(policy.values);
            }
            (policy.name.to_owned(), schema)
        })
        .collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}
