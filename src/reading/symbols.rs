//! The names of a scenario: its lanes, replicas, steps, rows and connectors. They are collected before anything is
//! checked.
//!
//! A reference to any other name is a mistake. Where the names themselves could not be collected, references are not
//! checked at all, because one mistake must not cause others.

use std::collections::BTreeSet;
use std::ops::Range;

use super::address::{self, Place};
use super::diagnostic::Diagnostic;
use super::fault_keys::{DeliveryVerb, FAULTS, FaultVerb};
use super::flaw::{Flaw, quoted};
use super::hint::suggest;
use super::keys::Kind;
use super::step_keys::STEPS;
use super::toml_table::TomlTable;
use super::{connectors, replicas, row_names, rows, services, step_ids, workload};
use crate::names::{Address, RowOf, Service, Space};

/// The names of a scenario; `None` where they could not all be collected.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    services: Option<Vec<Service>>,
    replicas: Option<BTreeSet<String>>,
    /// The ids of the steps.
    steps: Option<BTreeSet<String>>,
    /// The rows, listings and connectors: given, declared, defined by code, requested by a step, named in a signal, or
    /// drawn by the workload. A row also stands for its cached item and its schema object.
    addresses: Option<BTreeSet<Address>>,
}

/// A word that names nothing in the scenario, or is none of the words that may stand there.
#[derive(Debug)]
pub(super) struct UnknownName {
    pub message: String,
    pub label: String,
    pub hint: String,
}

impl UnknownName {
    /// The mistake at the place of the word.
    pub fn at(self, span: Range<usize>) -> Diagnostic {
        Diagnostic::new(span, self.message, self.label).hint(self.hint)
    }
}

impl Symbols {
    /// Collects the names of a file.
    pub fn collect(file: &TomlTable<'_>) -> Self {
        let replicas: BTreeSet<_> = replicas::named(file).iter().map(|(name, _)| name.owned()).collect();
        let identities = step_ids::identities(file);
        let steps: Option<BTreeSet<_>> = identities.into_iter().map(|id| id.map(|id| id.text)).collect();
        let readable = |name: &str| file.node(name).is_none_or(|node| node.get_ref().is_array());
        let services = services::read(file);
        let addresses = services.as_ref().and_then(|services| addresses(file, services));
        let lists = ["steps", "given", "connectors"];
        Self {
            services,
            replicas: Some(replicas).filter(|replicas| !replicas.is_empty()),
            steps: steps.filter(|_| readable("steps")),
            addresses: addresses.filter(|_| lists.into_iter().all(readable)),
        }
    }

    /// What is wrong with an address of this kind, whether or not the scenario has what it names.
    pub fn invalid_address(&self, kind: &Kind, text: &str) -> Option<Flaw> {
        let (place, services) = (kind.place()?, self.services.as_ref()?);
        if address::is_unserved(place, services) {
            return None;
        }
        match address::read(text, place, services) {
            Err(flaw) => Some(flaw),
            Ok(address) if matches!(kind, Kind::RowName(_)) => row_names::check_name(&address).err(),
            Ok(_) => None,
        }
    }

    /// A text that is equal for two values of a kind exactly if they name the same thing.
    pub fn identity(&self, kind: &Kind, text: &str) -> String {
        let address = kind.place().zip(self.services.as_ref());
        let address = address.and_then(|(place, services)| address::read(text, place, services).ok());
        address.map_or_else(|| text.to_owned(), |address| format!("{address:?}"))
    }

    /// What is wrong with a name of this kind that should be a name of the scenario.
    pub fn unknown_name(&self, kind: &Kind, text: &str) -> Option<UnknownName> {
        match kind {
            Kind::Replica => {
                unless_known("replica", text, &listed(self.replicas.as_ref()?), "the replicas are")
            }
            Kind::Step => unless_known("step", text, &listed(self.steps.as_ref()?), "the steps are"),
            Kind::Service => {
                let names: Vec<_> = self.services.as_ref()?.iter().map(|service| service.name()).collect();
                unless_known("service", text, &names, "its services are")
            }
            Kind::Lane => {
                let lanes = services::lanes(self.services.as_ref()?);
                let names: Vec<_> = lanes.iter().map(|lane| lane.name()).collect();
                unless_known("lane", text, &names, "its lanes are")
            }
            Kind::Address(place) => self.unknown_address(*place, text),
            _ => None,
        }
    }

    /// The same for an address. The row, or another name in its space, may stand anywhere in the file.
    fn unknown_address(&self, place: Place, text: &str) -> Option<UnknownName> {
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
        unless_known(space.noun(), text, &names, "the scenario names")
    }
}

fn listed(names: &BTreeSet<String>) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

/// The mistake that `text` is none of `names`; `None` if it is one of them.
fn unless_known(what: &str, text: &str, names: &[&str], known: &str) -> Option<UnknownName> {
    if names.contains(&text) {
        return None;
    }
    let message = format!("unknown {what} {}", quoted(text));
    let label = format!("the scenario has no such {what}");
    Some(UnknownName { message, label, hint: suggest(text, names, known) })
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

/// The addresses that a file introduces; `None` where they could not all be collected.
fn addresses(file: &TomlTable<'_>, services: &[Service]) -> Option<BTreeSet<Address>> {
    let drawn = workload::names(file, services)?;
    let given =
        file.list("given").filter_map(|node| TomlTable::at(node, &rows::ROW)?.address("name", services));
    let code = replicas::named(file).into_iter().flat_map(|(_, table)| table.addresses("code", services));
    let declared = connectors::named(file).into_iter().flat_map(|(name, reference)| [name, reference]);
    let requested =
        file.list("steps").filter_map(|node| TomlTable::choice(node, &STEPS)).filter_map(|(_, step)| {
            let verb = step.keys.verb();
            matches!(verb.kind, Kind::AnyName(_)).then(|| step.address(verb.name, services)).flatten()
        });
    let misaddressed = file.list("faults").filter_map(|node| match TomlTable::choice(node, &FAULTS)? {
        (FaultVerb::Delivery(DeliveryVerb::Misaddress), fault) => fault.word("as"),
        _ => None,
    });
    // Such a name may stand nowhere else in the file. Its service depends on the lane of the signal, so each gets it.
    let misaddressed = misaddressed
        .flat_map(|word| services.iter().map(move |service| Address::new(service.rows(), word.text)));
    let named = given.chain(code).chain(declared).chain(requested).chain(misaddressed).chain(drawn);
    let as_row = |address: Address| match address.space().row() {
        RowOf::In(rows) => address.of(rows),
        RowOf::TypeIn(_) | RowOf::Same | RowOf::Reference | RowOf::All => address,
    };
    Some(named.map(as_row).collect())
}
