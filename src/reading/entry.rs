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

/// The hint for `reads` of one connector.
const RECONCILES: &str = "a reconcile reads all rows of credentials at once: say it of `reconcile`, as in `reconcile = { reads = 2 }`";

/// Reads what a `look` compares.
pub(super) fn now(table: &TomlTable<'_>, replica: String, address: Address) -> EntryExpect {
    EntryExpect {
        replica,
        address,
        held: table.flag("held"),
        absent: table.flag("absent"),
        names: table.has("names").then(|| {
            let mut names = table.texts("names");
            names.sort();
            names
        }),
        state: table.text("state"),
        reason: table.text("reason"),
        serving: table.count("serving"),
        stale: None,
        same_instance: table.flag("same-instance"),
        builds: None,
        reads: None,
        columns: columns::read(table, false),
    }
}

/// Reads what is compared at the end.
pub(super) fn at_end(table: &TomlTable<'_>, replica: String, address: Address) -> EntryExpect {
    EntryExpect {
        stale: table.word("stale").and_then(|word| word.text.parse().ok()),
        builds: table.size("builds"),
        reads: table.size("reads"),
        ..now(table, replica, address)
    }
}

/// The keys of a table that make sense for an entry of a space.
pub(super) fn comparable(keys: &KeyTable, space: Space) -> Vec<&'static str> {
    let columns = if space.has_columns() { columns::of(space.lane().service()) } else { Vec::new() };
    space.expects().iter().copied().chain(columns).filter(|name| keys.find(name).is_some()).collect()
}

/// Reports the keys that make no sense for an entry, and those that contradict each other.
pub(super) fn check(table: &TomlTable<'_>, entry: &EntryExpect, mistakes: &mut Mistakes) {
    let space = entry.address.space();
    let comparable = comparable(table.keys, space);
    let written = || ENTRY.keys().map(|key| key.name).filter(|name| table.has(name));
    for name in written().filter(|name| table.keys.find(name).is_some() && !comparable.contains(name)) {
        let noun = space.article();
        let mistake =
            Diagnostic::new(table.place(name), format!("{noun} has no `{name}`"), "nothing to compare");
        let hint = if name == "reads" && space.style() == Some(Style::Reconcile) {
            RECONCILES.to_owned()
        } else {
            format!("of {noun} say {}", listed(&comparable))
        };
        mistakes.add(mistake.hint(hint));
    }
    if entry.state.as_deref() == Some("live") && entry.serving.is_some() {
        let labels = ("a live one is no older one", "live");
        contradicts(table, "serving", ("state", "state = \"live\""), labels, mistakes);
    }
    if entry.held == Some(false) {
        let same = (entry.same_instance == Some(true)).then_some("same-instance");
        let absent = (entry.absent == Some(true)).then_some("absent");
        let live = (entry.state.as_deref() == Some("live")).then_some("state");
        let names = entry.names.is_some().then_some("names");
        let serving = entry.serving.is_some().then_some("serving");
        // What only an instance, or a cached entry, could have.
        let written_too =
            named_columns(table).chain(same).chain(absent).chain(names).chain(live).chain(serving);
        let contradicting = written_too.filter(|name| comparable.contains(name));
        let labels = if space.style() == Some(Style::Cache) {
            ("nothing cached, so nothing to compare", "not cached")
        } else {
            ("no instance, so nothing to compare", "not held")
        };
        contradicting.for_each(|name| contradicts(table, name, ("held", "held = false"), labels, mistakes));
    } else if entry.absent == Some(true) {
        let labels = ("an absence has no columns", "absent");
        named_columns(table)
            .for_each(|name| contradicts(table, name, ("absent", "absent = true"), labels, mistakes));
    }
}

/// The columns that a table names.
fn named_columns(table: &TomlTable<'_>) -> impl Iterator<Item = &'static str> {
    COLUMNS.iter().map(|column| column.name).filter(|name| table.has(name))
}

/// Reports that a key contradicts another, which is given with its value.
fn contradicts(
    table: &TomlTable<'_>,
    name: &str,
    with: (&str, &str),
    labels: (&str, &str),
    mistakes: &mut Mistakes,
) {
    let mistake = Diagnostic::new(table.place(name), format!("`{name}` contradicts `{}`", with.1), labels.0);
    mistakes.add(mistake.hint("leave one of the two out").also(table.place(with.0), labels.1));
}
