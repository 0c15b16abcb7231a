//! `connectors`: what code declares on every replica.

use std::collections::BTreeMap;
use std::ops::Range;

use super::diagnostic::Diagnostic;
use super::keys::{Key, KeyTable, Kind};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use super::values::quoted;
use crate::model::ConnectorSpec;
use crate::names::{Address, Service, Space};

/// The keys of a connector.
pub(super) static CONNECTOR: KeyTable = KeyTable::new(
    "a connector",
    &[&[
        Key::required("name", Kind::NewConnector, "its name"),
        Key::required("ref", Kind::Reference, "the reference of its credential, which others may name too"),
        Key::default("provider", Kind::Words, "http", "the kind of API"),
        Key::default("config", Kind::Json, "{}", "the settings, any keys and values"),
    ]],
);

/// The names and the references of the connectors.
pub(super) fn named(file: &TomlTable<'_>) -> Vec<(Address, Address)> {
    let rows = file.list("connectors").filter_map(|node| TomlTable::at(node, &CONNECTOR));
    rows.filter_map(|row| addresses(&row)).collect()
}

fn addresses(row: &TomlTable<'_>) -> Option<(Address, Address)> {
    let (name, reference) = (row.word("name")?, row.word("ref")?);
    Some((Address::new(Space::Connector, name.text), Address::new(Space::Credential, reference.text)))
}

/// Reads `connectors`.
pub(super) fn read(file: &TomlTable<'_>, services: &[Service], log: &mut Mistakes) -> Vec<ConnectorSpec> {
    if file.has("connectors")
        && !services.is_empty()
        && !services.iter().any(|service| service.has_connectors())
    {
        let mistake = Diagnostic::new(
            file.place("connectors"),
            "only the credential lane has connectors",
            "not of a lane under test",
        );
        log.add(mistake.hint("add \"credential\" to `lane`, or leave them out"));
    }
    let mut first: BTreeMap<Address, Range<usize>> = BTreeMap::new();
    let mut connectors = Vec::new();
    for row in file.list("connectors").filter_map(|node| TomlTable::at(node, &CONNECTOR)) {
        let Some((name, reference)) = addresses(&row) else { continue };
        if let Some(span) = first.get(&name) {
            let message = format!("the connector {} is declared twice", quoted(name.as_str()));
            let mistake =
                Diagnostic::new(row.place("name"), message, "declared again").hint("take another name");
            log.add(mistake.also(span.clone(), "first declared here"));
            continue;
        }
        first.insert(name.clone(), row.place("name"));
        let config = row.json("config").unwrap_or_else(|| "{}".to_owned());
        let Some(provider) = row.text("provider") else { continue };
        connectors.push(ConnectorSpec { name, provider, config, reference });
    }
    connectors
}
