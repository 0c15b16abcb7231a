//! `given`, and the columns of a row wherever they are named.

use std::collections::BTreeMap;
use std::ops::Range;

use super::diagnostic::Diagnostic;
use super::keys::{Key, Kind, Table};
use super::mistakes::Mistakes;
use super::row::Row;
use super::values::quoted;
use super::{Fields, RowSpec};
use crate::names::Secret;

/// The columns that an instance is built from, or carries. Spelt as in the record.
pub(super) const COLUMNS: &[Key] = &[
    Key::optional("label", Kind::Text, "what people call it; no part of the signature"),
    Key::optional("driver", Kind::Words, "the kind of server"),
    Key::optional("config", Kind::Json, "the settings, any keys and values"),
    Key::optional("active", Kind::Flag, "whether an instance is due"),
    Key::optional(
        "credentials_ref",
        Kind::Words,
        "the entry of the secrets table that holds the secret instead",
    ),
];

/// The column that nobody expects, for nobody sees it.
pub(super) const SECRET: &[Key] =
    &[Key::optional("secret", Kind::Secret, "the secret in the row's own column; no output shows it")];

/// The keys of an element of `given`.
pub(super) static ROW: Table = Table::new(
    "a row",
    &[
        &[Key::required("name", Kind::RowName, "the name of the datasource")],
        COLUMNS,
        SECRET,
        &[
            Key::default(
                "origin",
                Kind::OneOf(&["runtime", "code"]),
                "runtime",
                "who defined it; a code-defined one is read-only through the door",
            ),
            Key::optional(
                "bound",
                Kind::List { of: &Kind::Words, unique: true },
                "the objects that are bound to it, which refuse its delete",
            ),
        ],
    ],
);

/// Reads `given`.
pub(super) fn given(file: &Row<'_>, log: &mut Mistakes) -> Vec<RowSpec> {
    let mut first: BTreeMap<&str, Range<usize>> = BTreeMap::new();
    let mut given = Vec::new();
    for row in file.list("given").filter_map(|node| Row::at(node, &ROW)) {
        let Some(name) = row.word("name") else { continue };
        if let Some(span) = first.get(name.text) {
            let message = format!("the row {} is given twice", quoted(name.text));
            let mistake = Diagnostic::new(name.span, message, "given again").hint("one name is one row");
            log.add(mistake.also(span.clone(), "first given here"));
            continue;
        }
        first.insert(name.text, name.span.clone());
        given.push(RowSpec {
            name: name.owned(),
            fields: fields(&row, true),
            origin_code: row.word("origin").is_some_and(|origin| origin.text == "code"),
            bound: row.texts("bound"),
        });
    }
    given
}

/// Reads the columns of a table that has them, with the secret or without.
pub(super) fn fields(row: &Row<'_>, with_secret: bool) -> Fields {
    Fields {
        label: row.text("label"),
        driver: row.text("driver"),
        config: row.json("config"),
        secret: if with_secret { row.word("secret").map(|word| Secret::from(word.text)) } else { None },
        active: row.flag("active"),
        credentials_ref: row.text("credentials_ref"),
    }
}
