//! `lane`: the services under test, and so their lanes.

use super::diagnostic::Diagnostic;
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use crate::names::{Lane, Service};

/// The services of a file in the protocol's order; `None` where they cannot be read.
pub(super) fn services(file: &TomlTable<'_>) -> Option<Vec<Service>> {
    let named =
        if file.node("lane")?.get_ref().is_array() { file.words("lane") } else { vec![file.word("lane")?] };
    let known: Option<Vec<_>> = named.iter().map(|word| Service::from_name(word.text)).collect();
    let known = known.filter(|known| !known.is_empty() && file.list("lane").count() <= known.len())?;
    Some(Service::ALL.iter().copied().filter(|service| known.contains(service)).collect())
}

/// The lanes of services, in order.
pub(super) fn lanes(services: &[Service]) -> Vec<Lane> {
    services.iter().flat_map(|service| service.lanes()).collect()
}

/// A list of lanes names one at least.
pub(super) fn check(file: &TomlTable<'_>, log: &mut Mistakes) {
    let list = file.node("lane").and_then(|node| node.get_ref().as_array());
    if list.is_some_and(|list| list.is_empty()) {
        let mistake = Diagnostic::new(file.place("lane"), "`lane` names no lane", "none here");
        log.add(mistake.hint("such as `lane = [\"metadata\", \"datasource\"]`"));
    }
}
