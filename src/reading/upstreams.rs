//! `upstreams`: the state of each upstream before the first boot.

use std::collections::BTreeSet;

use super::address::{self, Place};
use super::diagnostic::Diagnostic;
use super::flaw::quoted;
use super::keys::{Key, KeyTable, Kind, Rest};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use crate::model::UpstreamGiven;
use crate::names::{Secret, Service};

/// The secrets that an upstream accepts.
pub(super) const SECRETS: Kind = Kind::List { of: &Kind::Secret, unique: false };

/// The keys of one upstream.
pub(super) static GIVEN: KeyTable = KeyTable::new(
    "an upstream",
    &[&[
        Key::default("reachable", Kind::Flag, "true", "whether it can be reached"),
        Key::optional("accepts", SECRETS, "the secrets that it accepts; any if left out"),
    ]],
);

/// The upstreams, each under the name of the datasource or connector that it belongs to.
pub(super) static UPSTREAMS: KeyTable = KeyTable {
    rest: Some(&Rest {
        placeholder: "NAME",
        key: Kind::Address(Place::Upstream),
        value: Kind::Table(&GIVEN),
        doc: "the upstream of that datasource or connector",
    }),
    ..KeyTable::new("the upstreams", &[])
};

/// Reads `upstreams`.
pub(super) fn read(
    file: &TomlTable<'_>,
    services: &[Service],
    mistakes: &mut Mistakes,
) -> Vec<UpstreamGiven> {
    let named = file.table("upstreams", &UPSTREAMS).rest();
    let mut addresses = BTreeSet::new();
    let read = named.filter_map(|(name, node)| {
        let table = TomlTable::at(node, &GIVEN)?;
        let address = address::read(name.text, Place::Upstream, services).ok()?;
        if !addresses.insert(address.clone()) {
            let message = format!("{} stands for an upstream that is named already", quoted(name.text));
            mistakes.add(Diagnostic::new(name.span, message, "named again").hint("write it in one table"));
        }
        Some(UpstreamGiven {
            address,
            reachable: table.flag("reachable")?,
            accepts: secrets(&table, "accepts"),
        })
    });
    read.collect()
}

/// A list of secrets; `None` if it is left out.
pub(super) fn secrets(table: &TomlTable<'_>, name: &str) -> Option<Vec<Secret>> {
    table.has(name).then(|| table.words(name).iter().map(|word| Secret::from(word.text)).collect())
}
