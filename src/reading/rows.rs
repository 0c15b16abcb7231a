//! `given`: the rows before the first boot.

use std::collections::BTreeMap;
use std::ops::Range;

use super::address::Place;
use super::columns::{self, COLUMNS, SECRET};
use super::diagnostic::Diagnostic;
use super::keys::{Key, KeyTable, Kind};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use super::values::quoted;
use crate::model::RowSpec;
use crate::names::{Address, Column, Service};

/// The keys of an element of `given`.
pub(super) static ROW: KeyTable = KeyTable::new(
    "a row",
    &[
        &[Key::required("name", Kind::RowName(Place::Row), "the name of the row")],
        COLUMNS,
        SECRET,
        &[
            Key::default(
                "origin",
                Kind::OneOf(&["runtime", "code"]),
                "runtime",
                "of a datasource: who defined it; a code-defined one is read-only through the door",
            ),
            Key::optional(
                "bound",
                Kind::List { of: &Kind::Words, unique: true },
                "of a datasource: the objects that are bound to it, which refuse its delete",
            ),
        ],
    ],
);

/// Reads `given`.
pub(super) fn given(file: &TomlTable<'_>, services: &[Service], log: &mut Mistakes) -> Vec<RowSpec> {
    let mut first: BTreeMap<Address, Range<usize>> = BTreeMap::new();
    let mut given = Vec::new();
    for row in file.list("given").filter_map(|node| TomlTable::at(node, &ROW)) {
        let Some(address) = row.address("name", services) else { continue };
        let span = row.place("name");
        if let Some(other) = first.get(&address) {
            let message = format!("the row {} is given twice", quoted(address.as_str()));
            let mistake = Diagnostic::new(span, message, "given again").hint("one name is one row");
            log.add(mistake.also(other.clone(), "first given here"));
            continue;
        }
        first.insert(address.clone(), span);
        of_lane(&row, address.lane().service(), log);
        given.push(RowSpec {
            address,
            columns: columns::read(&row, true),
            origin_code: row.word("origin").is_some_and(|origin| origin.text == "code"),
            bound: row.texts("bound"),
        });
    }
    given
}

/// Notes what a row of a service cannot have, or must have.
fn of_lane(row: &TomlTable<'_>, service: Service, log: &mut Mistakes) {
    columns::check(row, service, log);
    for name in ["origin", "bound"] {
        if !service.has_origin_and_bound() && row.has(name) {
            let message = format!("a row of the {service} lane has no `{name}`");
            let mistake = Diagnostic::new(row.place(name), message, "of a datasource only");
            log.add(mistake.hint("leave it out"));
        }
    }
    if service.needs() == Some(Column::Secret) && !row.has("secret") {
        let message = "a credential is given with its secret";
        let mistake = Diagnostic::new(row.span.clone(), message, "no `secret` here");
        log.add(mistake.hint("add `secret`; without a row, the reference is missing"));
    }
}
