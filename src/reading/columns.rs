//! The columns of the rows, and which service's rows have which.

use super::diagnostic::Diagnostic;
use super::hint::listed;
use super::keys::{Key, Kind};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use crate::model::Fields;
use crate::names::{Secret, Service};

/// The columns that an instance is built from, or carries. Spelt as in the record.
pub(super) const COLUMNS: &[Key] = &[
    Key::optional("label", Kind::Text, "what people call it; no part of the signature"),
    Key::optional("driver", Kind::Words, "of a datasource: the kind of server"),
    Key::optional("config", Kind::Json, "of a datasource: the settings, any keys and values"),
    Key::optional(
        "body",
        Kind::Either(&[Kind::Text, Kind::Json]),
        "of metadata: the definition, as a table or as text, which may be malformed",
    ),
    Key::optional("active", Kind::Flag, "whether an instance is due"),
    Key::optional(
        "credentials_ref",
        Kind::Words,
        "of a datasource: the entry of the secrets table that holds the secret instead",
    ),
];

/// The column that nobody expects, for nobody sees it.
pub(super) const SECRET: &[Key] = &[Key::optional(
    "secret",
    Kind::Secret,
    "the secret of a credential, or in a datasource's own column; no output shows it",
)];

/// The columns of a service's rows.
pub(super) fn of(service: Service) -> &'static [&'static str] {
    match service {
        Service::Metadata => &["label", "body", "active"],
        Service::Datasource => &["label", "driver", "config", "active", "credentials_ref", "secret"],
        Service::Credential => &["secret"],
    }
}

/// Notes the columns of a table that the rows of a service lack.
pub(super) fn check(row: &TomlTable<'_>, service: Service, log: &mut Mistakes) {
    let written = COLUMNS.iter().chain(SECRET).map(|key| key.name).filter(|name| row.has(name));
    for name in written.filter(|name| !of(service).contains(name)) {
        let message = format!("the rows of the {service} lane have no column `{name}`");
        let mistake = Diagnostic::new(row.place(name), message, "no such column");
        log.add(mistake.hint(format!("its columns are {}", listed(of(service)))));
    }
}

/// Reads the columns of a table that has them, with the secret or without.
pub(super) fn read(row: &TomlTable<'_>, with_secret: bool) -> Fields {
    Fields {
        label: row.text("label"),
        driver: row.text("driver"),
        config: row.json("config"),
        secret: if with_secret { row.word("secret").map(|word| Secret::from(word.text)) } else { None },
        active: row.flag("active"),
        credentials_ref: row.text("credentials_ref"),
        body: row.text("body").or_else(|| row.json("body")),
    }
}
