//! The columns of the rows as a file writes them. What a column holds, and which service's rows have it, is a fact of
//! the column and of the service.

use super::diagnostic::Diagnostic;
use super::hint::listed;
use super::keys::{Key, Kind};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use crate::names::{Column, ColumnForm, ColumnValue, Columns, Secret, Service};

/// The columns that an instance is built from, or carries, and that a file can expect.
pub(super) const COLUMNS: &[Key] = &keys::<{ count(true) }>(true);

/// The columns that nobody expects, for no output shows them.
pub(super) const SECRET: &[Key] = &keys::<{ count(false) }>(false);

/// How many columns outputs may show, or may not.
const fn count(is_shown: bool) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < Column::ALL.len() {
        if Column::ALL[at].is_shown() == is_shown {
            count += 1;
        }
        at += 1;
    }
    count
}

/// The keys of the columns that outputs may show, or may not.
const fn keys<const COUNT: usize>(is_shown: bool) -> [Key; COUNT] {
    let mut keys = [key(Column::ALL[0]); COUNT];
    let (mut at, mut filled) = (0, 0);
    while at < Column::ALL.len() {
        if Column::ALL[at].is_shown() == is_shown {
            keys[filled] = key(Column::ALL[at]);
            filled += 1;
        }
        at += 1;
    }
    keys
}

const fn key(column: Column) -> Key {
    let kind = match column.form() {
        ColumnForm::Text => Kind::Text,
        ColumnForm::Words => Kind::Words,
        ColumnForm::Json => Kind::Json,
        ColumnForm::JsonOrText => Kind::Either(&[Kind::Text, Kind::Json]),
        ColumnForm::Flag => Kind::Flag,
        ColumnForm::Secret => Kind::Secret,
    };
    Key::optional(column.name(), kind, column.doc())
}

/// The names of the columns of a service's rows.
pub(super) fn of(service: Service) -> Vec<&'static str> {
    service.columns().iter().map(|column| column.name()).collect()
}

/// Notes the columns of a table that the rows of a service lack.
pub(super) fn check(table: &TomlTable<'_>, service: Service, log: &mut Mistakes) {
    let has = |column: &&Column| table.has(column.name()) && !service.columns().contains(column);
    for column in Column::ALL.iter().filter(has) {
        let name = column.name();
        let message = format!("the rows of the {service} lane have no column `{name}`");
        let mistake = Diagnostic::new(table.place(name), message, "no such column");
        log.add(mistake.hint(format!("its columns are {}", listed(&of(service)))));
    }
}

/// Reads the columns of a table that has them, with the secret or without.
pub(super) fn read(table: &TomlTable<'_>, with_secret: bool) -> Columns {
    let mut columns = Columns::default();
    for column in Column::ALL.iter().filter(|column| with_secret || column.is_shown()) {
        if let Some(value) = value(table, *column) {
            columns.set(*column, value);
        }
    }
    columns
}

fn value(table: &TomlTable<'_>, column: Column) -> Option<ColumnValue> {
    let name = column.name();
    match column.form() {
        ColumnForm::Text | ColumnForm::Words => table.text(name).map(ColumnValue::from),
        ColumnForm::Json => table.json(name).map(ColumnValue::from),
        ColumnForm::JsonOrText => table.text(name).or_else(|| table.json(name)).map(ColumnValue::from),
        ColumnForm::Flag => table.flag(name).map(ColumnValue::from),
        ColumnForm::Secret => table.word(name).map(|word| Secret::from(word.text).into()),
    }
}
