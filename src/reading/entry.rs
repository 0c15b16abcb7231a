//! What a registry must hold for an address: an `[expect.REPLICA.NAME]` table, or a `look` step.

use super::columns::{self, COLUMNS};
use super::diagnostic::Diagnostic;
use super::hint::listed;
use super::keys::{Key, KeyTable, Kind};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use crate::model::EntryExpect;
use crate::names::{Address, Space, Style};

/// What can be compared at any time.
pub(super) const NOW: &[Key] = &[
    Key::optional("held", Kind::Flag, "whether an instance is held, or an entry cached"),
    Key::optional(
        "same-instance",
        Kind::Flag,
        "whether the instance is still the one that the replica held when the first step began",
    ),
    Key::optional("absent", Kind::Flag, "of an item: whether what is cached is that there is none"),
    Key::optional(
        "names",
        Kind::List { of: &Kind::Text, unique: true },
        "of a listing: the names that are cached, without their type, in any order",
    ),
    Key::optional("state", Kind::OneOf(&["live", "held", "degraded"]), "of a connector: what it is at"),
    Key::optional("reason", Kind::Words, "of a connector: a part of the reason for that"),
    Key::optional(
        "serving",
        Kind::Count(1, 1_000_000),
        "of a connector: the revision that an older one still serves, while this one is held or degraded",
    ),
];

/// The keys of an entry at the end.
pub(super) static ENTRY: KeyTable = KeyTable::new(
    "an expected entry",
    &[
        NOW,
        &[
            Key::optional(
                "stale",
                Kind::Cause,
                "the cause for which the entry is stale; converged if left out",
            ),
            Key::optional(
                "builds",
                Kind::Count(0, 1_000_000),
                "how many builds the replica has begun for it in all",
            ),
            Key::optional(
                "reads",
                Kind::Count(0, 1_000_000),
                "how many reads for it the replica has begun in all",
            ),
        ],
        COLUMNS,
    ],
);

/// What to say in the place of the reads of one connector.
const RECONCILES: &str = "a reconcile reads all rows of credentials at once: say it of `reconcile`, as in `reconcile = { reads = 2 }`";

/// Reads what a `look` compares.
pub(super) fn now(row: &TomlTable<'_>, replica: String, address: Address) -> EntryExpect {
    EntryExpect {
        replica,
        address,
        held: row.flag("held"),
        absent: row.flag("absent"),
        names: row.has("names").then(|| {
            let mut names = row.texts("names");
            names.sort();
            names
        }),
        state: row.text("state"),
        reason: row.text("reason"),
        serving: row.count("serving"),
        stale: None,
        same_instance: row.flag("same-instance"),
        builds: None,
        reads: None,
        columns: columns::read(row, false),
    }
}

/// Reads what is compared at the end.
pub(super) fn at_end(row: &TomlTable<'_>, replica: String, address: Address) -> EntryExpect {
    EntryExpect {
        stale: row.word("stale").and_then(|word| word.text.parse().ok()),
        builds: row.size("builds"),
        reads: row.size("reads"),
        ..now(row, replica, address)
    }
}

/// The keys of a table that can be said of an entry of a space.
pub(super) fn sayable(keys: &KeyTable, space: Space) -> Vec<&'static str> {
    let columns = if space.has_columns() { columns::of(space.lane().service()) } else { Vec::new() };
    space.expects().iter().copied().chain(columns).filter(|name| keys.find(name).is_some()).collect()
}

/// Notes what cannot be said of an entry, and what contradicts what else it says.
pub(super) fn check(row: &TomlTable<'_>, entry: &EntryExpect, log: &mut Mistakes) {
    let space = entry.address.space();
    let sayable = sayable(row.keys, space);
    let compared = || ENTRY.keys().map(|key| key.name).filter(|name| row.has(name));
    for name in compared().filter(|name| row.keys.find(name).is_some() && !sayable.contains(name)) {
        let noun = space.article();
        let mistake =
            Diagnostic::new(row.place(name), format!("{noun} has no `{name}`"), "nothing to compare");
        let hint = if name == "reads" && space.style() == Some(Style::Reconcile) {
            RECONCILES.to_owned()
        } else {
            format!("of {noun} say {}", listed(&sayable))
        };
        log.add(mistake.hint(hint));
    }
    if entry.state.as_deref() == Some("live") && entry.serving.is_some() {
        let said = ("a live one is no older one", "live");
        contradicts(row, "serving", ("state", "state = \"live\""), said, log);
    }
    if entry.held == Some(false) {
        let same = (entry.same_instance == Some(true)).then_some("same-instance");
        let absent = (entry.absent == Some(true)).then_some("absent");
        let live = (entry.state.as_deref() == Some("live")).then_some("state");
        let names = entry.names.is_some().then_some("names");
        let serving = entry.serving.is_some().then_some("serving");
        let said_too = named_columns(row).chain(same).chain(absent).chain(names).chain(live).chain(serving);
        let contradicting = said_too.filter(|name| sayable.contains(name));
        let (label, said) = if space.style() == Some(Style::Cache) {
            ("nothing cached, so nothing to compare", "not cached")
        } else {
            ("no instance, so nothing to compare", "not held")
        };
        contradicting.for_each(|name| contradicts(row, name, ("held", "held = false"), (label, said), log));
    } else if entry.absent == Some(true) {
        let said = ("an absence has no columns", "absent");
        named_columns(row).for_each(|name| contradicts(row, name, ("absent", "absent = true"), said, log));
    }
}

/// The columns that a table names.
fn named_columns(row: &TomlTable<'_>) -> impl Iterator<Item = &'static str> {
    COLUMNS.iter().map(|column| column.name).filter(|name| row.has(name))
}

fn contradicts(
    row: &TomlTable<'_>,
    name: &str,
    with: (&str, &str),
    labels: (&str, &str),
    log: &mut Mistakes,
) {
    let mistake = Diagnostic::new(row.place(name), format!("`{name}` contradicts `{}`", with.1), labels.0);
    log.add(mistake.hint("leave one of the two out").also(row.place(with.0), labels.1));
}
