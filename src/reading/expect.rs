//! `[expect]`: what must be true in the end.
//!
//! Its keys are either words of its own or names of replicas, so a replica cannot have such a word as name.

use std::collections::BTreeSet;

use super::address::{self, Place};
use super::diagnostic::Diagnostic;
use super::entry;
use super::keys::{Key, KeyTable, Kind, Rest};
use super::mistakes::Mistakes;
use super::toml_table::{TomlTable, Word};
use super::values::quoted;
use crate::model::{EntryExpect, Expect, LineExpect, PayloadExpect, StaleMode};
use crate::names::{Cause, Service};

/// The keys of an expected payload.
pub(super) static PAYLOAD: KeyTable = KeyTable::new(
    "an expected payload",
    &[&[
        Key::required("payload", Kind::Json, "the whole payload, any keys and values"),
        Key::optional("key", Kind::Words, "its partition key"),
    ]],
);

/// The keys of an expected log line.
pub(super) static LINE: KeyTable = KeyTable::new(
    "an expected log line",
    &[&[
        Key::required("level", Kind::OneOf(&["error", "warn", "info", "debug"]), "its level"),
        Key::optional("on", Kind::Replica, "the replica that writes it; any if left out"),
        Key::optional("text", Kind::Words, "a part of the message; any line of that level if left out"),
        Key::optional("count", Kind::Count(0, 1_000_000), "how many there are; at least one if left out"),
    ]],
);

/// The entries of one replica.
pub(super) static ENTRIES: KeyTable = KeyTable {
    rest: Some(&Rest {
        placeholder: "NAME",
        key: Kind::Address(Place::Entry),
        value: Kind::Table(&entry::ENTRY),
        doc: "what the replica must hold for that address",
    }),
    ..KeyTable::new("the expected entries of a replica", &[])
};

/// The keys of `[expect]`.
pub(super) static EXPECT: KeyTable = KeyTable {
    rest: Some(&Rest {
        placeholder: "REPLICA",
        key: Kind::Replica,
        value: Kind::Table(&ENTRIES),
        doc: "what the replica of that name must hold",
    }),
    ..KeyTable::new(
        "an expectation",
        &[&[
            Key::optional(
                "signals",
                Kind::Count(0, 1_000_000),
                "how many signals the replicas publish in all",
            ),
            Key::optional(
                "payloads",
                Kind::List { of: &Kind::Table(&PAYLOAD), unique: false },
                "what they publish, in order",
            ),
            Key::optional(
                "log",
                Kind::List { of: &Kind::Table(&LINE), unique: false },
                "log lines that must occur",
            ),
            Key::optional(
                "stale",
                Kind::OneOf(&["none", "allowed"]),
                "whether a stale entry that is not named here is a failure, or fine if an allowed cause accounts for it; `allowed` if left out beside a workload, else `none`",
            ),
            Key::optional(
                "allow",
                Kind::List { of: &Kind::Cause, unique: true },
                "causes that account for a staleness beside those of the contract",
            ),
            Key::optional(
                "forbid",
                Kind::List { of: &Kind::Cause, unique: true },
                "causes of the contract that do not account for one here",
            ),
            Key::optional(
                "breaks",
                Kind::List { of: &Kind::Invariant, unique: true },
                "invariants that this scenario must break",
            ),
            Key::optional(
                "occurred",
                Kind::List { of: &Kind::Situation, unique: true },
                "situations that must occur in at least one seed",
            ),
        ]],
    )
};

/// The words of `[expect]` that no replica can have as name.
pub(super) fn reserved() -> impl Iterator<Item = &'static str> {
    EXPECT.keys().map(|key| key.name)
}

/// Reads `[expect]`.
pub(super) fn read(file: &TomlTable<'_>, services: &[Service], log: &mut Mistakes) -> Expect {
    let expect = file.table("expect", &EXPECT);
    let payloads = expect.has("payloads").then(|| payloads(&expect));
    counted(&expect, payloads.as_deref(), log);
    Expect {
        signals: expect.size("signals"),
        payloads,
        log: lines(&expect),
        stale: match expect.word("stale") {
            Some(word) if word.text == "allowed" => StaleMode::Allowed,
            None if file.has("workload") => StaleMode::Allowed,
            _ => StaleMode::None,
        },
        allow: causes(&expect, "allow", true, log),
        forbid: causes(&expect, "forbid", false, log),
        breaks: expect.words("breaks").iter().filter_map(|word| word.text.parse().ok()).collect(),
        occurred: expect.words("occurred").iter().filter_map(|word| word.text.parse().ok()).collect(),
        entries: entries(&expect, services, log),
    }
}

fn payloads(expect: &TomlTable<'_>) -> Vec<PayloadExpect> {
    let rows = expect.list("payloads").filter_map(|node| TomlTable::at(node, &PAYLOAD));
    rows.filter_map(|row| Some(PayloadExpect { json: row.json("payload")?, partition_key: row.text("key") }))
        .collect()
}

fn counted(expect: &TomlTable<'_>, payloads: Option<&[PayloadExpect]>, log: &mut Mistakes) {
    let (Some(signals), Some(payloads)) = (expect.size("signals"), payloads) else { return };
    if expect.list("payloads").count() == payloads.len() && payloads.len() != signals {
        let message = format!("`signals` says {signals}, and `payloads` lists {}", payloads.len());
        let mistake = Diagnostic::new(expect.place("signals"), message, "another number of them");
        let mistake = mistake.hint("`payloads` lists every signal: leave `signals` out");
        log.add(mistake.also(expect.place("payloads"), "these are all"));
    }
}

fn lines(expect: &TomlTable<'_>) -> Vec<LineExpect> {
    let rows = expect.list("log").filter_map(|node| TomlTable::at(node, &LINE));
    let lines = rows.filter_map(|row| {
        let (on, level, text) = (row.text("on"), row.text("level")?, row.text("text"));
        Some(LineExpect { on, level, text, count: row.size("count") })
    });
    lines.collect()
}

/// Causes that the contract does not allow yet (`allowing`), or does allow.
fn causes(expect: &TomlTable<'_>, name: &str, allowing: bool, log: &mut Mistakes) -> BTreeSet<Cause> {
    let mut causes = BTreeSet::new();
    for word in expect.words(name) {
        let Ok(cause) = word.text.parse::<Cause>() else { continue };
        if cause.allowed_by_contract() == allowing {
            log.add(without_effect(&word, name, allowing));
        }
        causes.insert(cause);
    }
    causes
}

fn without_effect(word: &Word<'_>, name: &str, allowing: bool) -> Diagnostic {
    let contract = if allowing { "the contract allows it already" } else { "the contract never allows it" };
    let message = format!("`{}` in `{name}` changes nothing", word.text);
    Diagnostic::new(word.span.clone(), message, contract).hint("leave it out")
}

fn entries(expect: &TomlTable<'_>, services: &[Service], log: &mut Mistakes) -> Vec<EntryExpect> {
    let mut entries = Vec::new();
    let mut named = BTreeSet::new();
    for (replica, node) in expect.rest() {
        let Some(table) = TomlTable::at(node, &ENTRIES) else { continue };
        for (name, node) in table.rest() {
            let Some(row) = TomlTable::at(node, &entry::ENTRY) else { continue };
            let Ok(address) = address::read(name.text, Place::Entry, services) else { continue };
            if !named.insert((replica.text, address.clone())) {
                let message = format!("{} stands for an entry that is named already", quoted(name.text));
                log.add(Diagnostic::new(name.span, message, "named again").hint("write it in one table"));
                continue;
            }
            let expected = entry::at_end(&row, replica.owned(), address);
            entry::check(&row, &expected, log);
            entries.push(expected);
        }
    }
    entries
}
