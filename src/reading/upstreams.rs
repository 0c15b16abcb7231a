//! `upstreams`: what each upstream is at before the first boot.

use std::collections::BTreeSet;

use super::address::{self, Place};
use super::diagnostic::Diagnostic;
use super::keys::{Key, KeyTable, Kind, Rest};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use super::values::quoted;
use crate::model::UpstreamGiven;
use crate::names::{Secret, Service};

/// What an upstream may accept.
pub(super) const SECRETS: Kind = Kind::List { of: &Kind::Secret, unique: false };

/// The keys of one upstream.
pub(super) static GIVEN: KeyTable = KeyTable::new(
    "an upstream",
    &[&[
        Key::default("reachable", Kind::Flag, "true", "whether it can be reached"),
        Key::optional("accepts", SECRETS, "the secrets that it accepts; any if left out"),
    ]],
);

/// The upstreams by whose they are.
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
pub(super) fn read(file: &TomlTable<'_>, services: &[Service], log: &mut Mistakes) -> Vec<UpstreamGiven> {
    let named = file.table("upstreams", &UPSTREAMS).rest();
    let mut seen = BTreeSet::new();
    let read = named.filter_map(|(name, node)| {
        let row = TomlTable::at(node, &GIVEN)?;
        let address = address::read(name.text, Place::Upstream, services).ok()?;
        if !seen.insert(address.clone()) {
            let message = format!("{} stands for an upstream that is named already", quoted(name.text));
            log.add(Diagnostic::new(name.span, message, "named again").hint("write it in one table"));
        }
        Some(UpstreamGiven { address, reachable: row.flag("reachable")?, accepts: secrets(&row, "accepts") })
    });
    read.collect()
}

/// A list of secrets; `None` if it is left out.
pub(super) fn secrets(row: &TomlTable<'_>, name: &str) -> Option<Vec<Secret>> {
    row.has(name).then(|| row.words(name).iter().map(|word| Secret::from(word.text)).collect())
}
