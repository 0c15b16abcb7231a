//! The table of keys in `docs/scenarios.md`, made from the same tables that reading uses.
//!
//! A test compares the two; `INSTA_UPDATE=always cargo test` writes the new one.

use std::fmt::Write as _;

use super::keys::{Choice, KeyTable, Kind, Need};
use super::{
    cluster, connectors, entry, expect, faults, file, replicas, rows, steps, triggers, upstreams, workload,
};

const BEGIN: &str = "<!-- The tables of keys below are written by a test from those in src/reading. -->\n";

fn tables() -> String {
    let mut text = String::from(BEGIN);
    section(&mut text, "The file", &file::FILE);
    section(&mut text, "`[replicas]`", &replicas::REPLICAS);
    section(&mut text, "A replica", &replicas::REPLICA);
    section(&mut text, "`bus`", &cluster::BUS);
    section(&mut text, "`store`", &cluster::STORE);
    section(&mut text, "`upstream`", &cluster::UPSTREAM);
    section(&mut text, "`upstreams`", &upstreams::UPSTREAMS);
    section(&mut text, "An upstream", &upstreams::GIVEN);
    section(&mut text, "An element of `connectors`", &connectors::CONNECTOR);
    section(&mut text, "An element of `given`", &rows::ROW);
    choice(&mut text, "The steps", &steps::STEPS);
    choice(&mut text, "The events that a step waits for", &triggers::EVENTS);
    section(&mut text, "`[workload]`", &workload::WORKLOAD);
    choice(&mut text, "The faults", &faults::FAULTS);
    section(&mut text, "`[expect]`", &expect::EXPECT);
    section(&mut text, "An element of `payloads`", &expect::PAYLOAD);
    section(&mut text, "An element of `log`", &expect::LINE);
    section(&mut text, "`[expect.REPLICA]`", &expect::ENTRIES);
    section(&mut text, "`[expect.REPLICA.NAME]`", &entry::ENTRY);
    text
}

fn section(text: &mut String, title: &str, table: &KeyTable) {
    let _ = write!(text, "\n### {title}\n\n| key | value | if left out | |\n|---|---|---|---|\n");
    for key in table.keys() {
        let absent = match key.need {
            Need::Required if table.one_of.contains(&key.name) => "one of them must be there".to_owned(),
            Need::Required => "a mistake".to_owned(),
            Need::Optional => String::new(),
            Need::Default(value) => format!("`{value}`"),
        };
        let _ = writeln!(text, "| `{}` | {} | {absent} | {} |", key.name, value(&key.kind), key.doc);
    }
    if let Some(rest) = table.rest {
        let _ = writeln!(text, "| *{}* | {} | | {} |", rest.placeholder, value(&rest.value), rest.doc);
    }
}

fn choice(text: &mut String, title: &str, choice: &Choice) {
    let _ = write!(text, "\n### {title}\n\n| verb | value | other keys | |\n|---|---|---|---|\n");
    for variant in choice.variants {
        let verb = variant.verb();
        let others = variant.keys().skip(1).map(|key| match key.need {
            Need::Required => format!("**`{}`**", key.name),
            _ => format!("`{}`", key.name),
        });
        let others = others.collect::<Vec<_>>().join(", ");
        let _ = writeln!(text, "| `{}` | {} | {others} | {} |", verb.name, value(&verb.kind), verb.doc);
    }
    let _ = write!(text, "\n| other key | value | if left out | |\n|---|---|---|---|\n");
    let mut seen = Vec::new();
    for key in choice.variants.iter().flat_map(|variant| variant.keys().skip(1)) {
        let absent = match key.need {
            Need::Required => "a mistake".to_owned(),
            Need::Optional => String::new(),
            Need::Default(value) => format!("`{value}`"),
        };
        let line = format!("| `{}` | {} | {absent} | {} |\n", key.name, value(&key.kind), key.doc);
        if !seen.contains(&line) {
            text.push_str(&line);
            seen.push(line);
        }
    }
}

fn value(kind: &Kind) -> String {
    match kind {
        Kind::Cause => "a cause".to_owned(),
        Kind::Invariant => "an invariant".to_owned(),
        Kind::Situation => "a situation".to_owned(),
        Kind::List { of, .. } => format!("a list: {}", value(of)),
        Kind::Either(kinds) => kinds.iter().map(value).collect::<Vec<_>>().join("; or "),
        Kind::Count(min, max) => format!("{min} to {max}"),
        _ => kind.noun().replace('"', "`"),
    }
}

#[test]
fn the_document_lists_every_key() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/scenarios.md");
    let document = std::fs::read_to_string(path).expect("the document");
    let (before, _) = document.split_once(BEGIN).expect("the mark of the tables");
    let expected = format!("{before}{}", tables());
    if std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always") {
        std::fs::write(path, &expected).expect("a writable document");
    } else {
        assert_eq!(document, expected, "write the tables anew: INSTA_UPDATE=always cargo test");
    }
}

#[test]
fn the_schema_describes_every_key() {
    let schema = super::json_schema().to_string();
    let variants =
        steps::STEPS.variants.iter().chain(faults::FAULTS.variants).chain(triggers::EVENTS.variants);
    let cluster = [&replicas::REPLICA, &cluster::BUS, &cluster::STORE, &cluster::UPSTREAM, &rows::ROW];
    let others = [
        &upstreams::GIVEN,
        &connectors::CONNECTOR,
        &file::FILE,
        &workload::WORKLOAD,
        &expect::EXPECT,
        &entry::ENTRY,
    ];
    for key in variants.chain(cluster).chain(others).flat_map(KeyTable::keys) {
        assert!(schema.contains(&format!("\"{}\":{{", key.name)), "{} is not in the schema", key.name);
        let doc = serde_json::Value::from(key.doc).to_string();
        assert!(schema.contains(&doc), "what {} says is not in the schema", key.name);
    }
    for policy in crate::names::POLICIES {
        assert!(schema.contains(policy.name));
    }
}
