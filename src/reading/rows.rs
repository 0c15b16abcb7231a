//! `given`: the rows before the first boot.

use std::collections::BTreeMap;
use std::ops::Range;

use super::address::Place;
use super::columns::{self, COLUMNS, SECRET};
use super::diagnostic::Diagnostic;
use super::flaw::quoted;
use super::keys::{Key, KeyTable, Kind};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
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
pub(super) fn given(file: &TomlTable<'_>, services: &[Service], mistakes: &mut Mistakes) -> Vec<RowSpec> {
    let mut first: BTreeMap<Address, Range<usize>> = BTreeMap::new();
    let mut given = Vec::new();
    for table in file.list("given").filter_map(|node| TomlTable::at(node, &ROW)) {
        let Some(address) = table.address("name", services) else { continue };
        let span = table.place("name");
        if let Some(other) = first.get(&address) {
            let message = format!("the row {} is given twice", quoted(address.as_str()));
            let mistake = Diagnostic::new(span, message, "given again").hint("one name is one row");
            mistakes.add(mistake.also(other.clone(), "first given here"));
            continue;
        }
        first.insert(address.clone(), span);
        check_keys(&table, address.lane().service(), mistakes);
        given.push(RowSpec {
            address,
            columns: columns::read(&table, true),
            origin_code: table.word("origin").is_some_and(|origin| origin.text == "code"),
            bound: table.texts("bound"),
        });
    }
    given
}

/// Reports what a row of a service has and cannot have, or lacks and must have.
fn check_keys(table: &TomlTable<'_>, service: Service, mistakes: &mut Mistakes) {
    columns::check(table, service, mistakes);
    for name in ["origin", "bound"] {
        if !service.has_origin_and_bound() && table.has(name) {
            let message = format!("a row of the {service} lane has no `{name}`");
            let mistake = Diagnostic::new(table.place(name), message, "of a datasource only");
            mistakes.add(mistake.hint("leave it out"));
        }
    }
    if service.needs() == Some(Column::Secret) && !table.has("secret") {
        let message = "a credential is given with its secret";
        let mistake = Diagnostic::new(table.span.clone(), message, "no `secret` here");
        mistakes.add(mistake.hint("add `secret`; without a row, the reference is missing"));
    }
}
