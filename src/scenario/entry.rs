//! What a registry must hold for an address: an `[expect.REPLICA.NAME]` table, or a `look` step.

use super::EntryExpect;
use super::diagnostic::Diagnostic;
use super::keys::{Key, Kind, Table};
use super::mistakes::Mistakes;
use super::row::Row;
use super::rows::{self, COLUMNS};
use crate::names::Cause;

/// What can be compared at any time.
pub(super) const NOW: &[Key] = &[
    Key::optional("held", Kind::Flag, "whether an instance is held"),
    Key::optional(
        "same-instance",
        Kind::Flag,
        "whether the instance is still the one that the replica held when the first step began",
    ),
];

/// The keys of an entry at the end.
pub(super) static ENTRY: Table = Table::new(
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
                "how many reads of the row the replica has begun in all",
            ),
        ],
        COLUMNS,
    ],
);

/// Reads what a `look` compares.
pub(super) fn now(row: &Row<'_>, replica: String, address: String) -> EntryExpect {
    EntryExpect {
        replica,
        address,
        held: row.flag("held"),
        stale: None,
        same_instance: row.flag("same-instance"),
        builds: None,
        reads: None,
        fields: rows::fields(row, false),
    }
}

/// Reads what is compared at the end.
pub(super) fn at_end(row: &Row<'_>, replica: String, address: String) -> EntryExpect {
    EntryExpect {
        stale: row.word("stale").and_then(|word| Cause::from_name(word.text)),
        builds: row.size("builds"),
        reads: row.size("reads"),
        ..now(row, replica, address)
    }
}

/// Notes what an entry says of an instance that it says is not held.
pub(super) fn check(row: &Row<'_>, entry: &EntryExpect, log: &mut Mistakes) {
    if entry.held != Some(false) {
        return;
    }
    let columns = COLUMNS.iter().map(|column| column.name).filter(|name| row.has(name));
    let same = (entry.same_instance == Some(true)).then_some("same-instance");
    for name in columns.chain(same) {
        let message = format!("`{name}` contradicts `held = false`");
        let mistake = Diagnostic::new(row.place(name), message, "no instance, so nothing to compare");
        log.add(mistake.hint("leave one of the two out").also(row.place("held"), "not held"));
    }
}
