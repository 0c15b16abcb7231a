//! Who and what a scenario names: its lanes, replicas, steps, rows and connectors, gathered before anything is
//! checked.
//!
//! A reference to something else is a mistake. Where the names themselves could not be gathered, nothing is
//! said about references, for one mistake must not cause others.

use std::collections::BTreeSet;

use super::address::{self, Place};
use super::hint::suggest;
use super::keys::Kind;
use super::toml_table::TomlTable;
use super::values::{Flaw, quoted};
use super::{connectors, faults, replicas, row_names, rows, services, steps, workload};
use crate::names::{Address, RowOf, Service, Space};

/// The names of a scenario; `None` where they could not all be gathered.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    /// The services under test.
    services: Option<Vec<Service>>,
    /// The replicas.
    replicas: Option<BTreeSet<String>>,
    /// The ids of the steps.
    steps: Option<BTreeSet<String>>,
    /// The rows, listings and connectors: given, declared, defined by code, asked for by a step, brought by a
    /// signal, or drawn by the workload. Whoever names a row names its cached item and its schema object too.
    addresses: Option<BTreeSet<Address>>,
}

/// What is wrong with a reference: message, label and hint.
type Unknown = (String, String, String);

impl Symbols {
    /// Gathers the names of a file.
    pub fn gather(file: &TomlTable<'_>) -> Self {
        let replicas: BTreeSet<_> = replicas::named(file).iter().map(|(name, _)| name.owned()).collect();
        let identities = steps::identities(file);
        let steps: Option<BTreeSet<_>> = identities.into_iter().map(|id| id.map(|id| id.text)).collect();
        let readable = |name: &str| file.node(name).is_none_or(|node| node.get_ref().is_array());
        let services = services::services(file);
        let addresses = services.as_ref().and_then(|services| addresses(file, services));
        let lists = ["steps", "given", "connectors"];
        Self {
            services,
            replicas: Some(replicas).filter(|replicas| !replicas.is_empty()),
            steps: steps.filter(|_| readable("steps")),
            addresses: addresses.filter(|_| lists.into_iter().all(readable)),
        }
    }

    /// What is wrong with an address of this kind, whatever it names.
    pub fn misread(&self, kind: &Kind, text: &str) -> Option<Flaw> {
        let (place, services) = (kind.place()?, self.services.as_ref()?);
        if address::is_beyond(place, services) {
            return None;
        }
        match address::read(text, place, services) {
            Err(flaw) => Some(flaw),
            Ok(address) if matches!(kind, Kind::RowName(_)) => row_names::check_name(&address).err(),
            Ok(_) => None,
        }
    }

    /// What two values of a kind have in common if they name the same.
    pub fn identity(&self, kind: &Kind, text: &str) -> String {
        let address = kind.place().zip(self.services.as_ref());
        let address = address.and_then(|(place, services)| address::read(text, place, services).ok());
        address.map_or_else(|| text.to_owned(), |address| format!("{address:?}"))
    }

    /// What is wrong with a reference of this kind.
    pub fn unknown(&self, kind: &Kind, text: &str) -> Option<Unknown> {
        match kind {
            Kind::Replica => beyond("replica", text, &listed(self.replicas.as_ref()?), "the replicas are"),
            Kind::Step => beyond("step", text, &listed(self.steps.as_ref()?), "the steps are"),
            Kind::Service => {
                let names: Vec<_> = self.services.as_ref()?.iter().map(|service| service.name()).collect();
                beyond("service", text, &names, "its services are")
            }
            Kind::Lane => {
                let lanes = services::lanes(self.services.as_ref()?);
                let names: Vec<_> = lanes.iter().map(|lane| lane.name()).collect();
                beyond("lane", text, &names, "its lanes are")
            }
            Kind::Address(place) => self.unknown_address(*place, text),
            _ => None,
        }
    }

    fn unknown_address(&self, place: Place, text: &str) -> Option<Unknown> {
        let (services, known) = (self.services.as_ref()?, self.addresses.as_ref()?);
        let address = address::read(text, place, services).ok()?;
        let space = address.space();
        let names: BTreeSet<_> = match space.row() {
            RowOf::All => return None,
            RowOf::TypeIn(rows) => known.iter().filter_map(|known| type_of(known, space, rows)).collect(),
            RowOf::In(rows) => names_of(known, rows),
            RowOf::Same | RowOf::Reference => names_of(known, space),
        };
        if names.contains(address.as_str()) {
            return None;
        }
        // The names are shown as this one is written: with their space, or without.
        let prefix = &text[..text.len() - address.as_str().len()];
        let names: Vec<_> = names.iter().map(|name| format!("{prefix}{name}")).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        beyond(space.noun(), text, &names, "the scenario names")
    }
}

fn listed(names: &BTreeSet<String>) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

fn beyond(what: &str, text: &str, names: &[&str], known: &str) -> Option<Unknown> {
    if names.contains(&text) {
        return None;
    }
    let message = format!("unknown {what} {}", quoted(text));
    Some((message, format!("the scenario has no such {what}"), suggest(text, names, known)))
}

fn names_of(known: &BTreeSet<Address>, space: Space) -> BTreeSet<&str> {
    known.iter().filter(|address| address.space() == space).map(Address::as_str).collect()
}

/// The type whose listing is named, or that a row has which is named.
fn type_of(address: &Address, listings: Space, rows: Space) -> Option<&str> {
    if address.space() == listings {
        Some(address.as_str())
    } else if address.space() == rows {
        Some(address.type_and_name().0).filter(|of| !of.is_empty())
    } else {
        None
    }
}

fn addresses(file: &TomlTable<'_>, services: &[Service]) -> Option<BTreeSet<Address>> {
    let drawn = workload::names(file, services)?;
    let given =
        file.list("given").filter_map(|node| TomlTable::at(node, &rows::ROW)?.address("name", services));
    let code = replicas::named(file).into_iter().flat_map(|(_, row)| row.addresses("code", services));
    let declared = connectors::named(file).into_iter().flat_map(|(name, reference)| [name, reference]);
    let asked =
        file.list("steps").filter_map(|node| TomlTable::choice(node, &steps::STEPS)).filter_map(|step| {
            let verb = step.keys.verb();
            matches!(verb.kind, Kind::AnyName(_)).then(|| step.address(verb.name, services)).flatten()
        });
    let brought = file.list("faults").filter_map(|node| {
        TomlTable::choice(node, &faults::FAULTS).filter(|fault| fault.keys.find("as").is_some())?.word("as")
    });
    let brought =
        brought.flat_map(|word| services.iter().map(move |service| Address::new(service.rows(), word.text)));
    let named = given.chain(code).chain(declared).chain(asked).chain(brought).chain(drawn);
    let as_row = |address: Address| match address.space().row() {
        RowOf::In(rows) => address.of(rows),
        RowOf::TypeIn(_) | RowOf::Same | RowOf::Reference | RowOf::All => address,
    };
    Some(named.map(as_row).collect())
}
