//! `lane`: the services whose lanes are under test.

use super::diagnostic::Diagnostic;
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use crate::names::{Lane, Service};

/// The services under test, in the order of the protocol; `None` where they cannot be read.
pub(super) fn read(file: &TomlTable<'_>) -> Option<Vec<Service>> {
    let named =
        if file.node("lane")?.get_ref().is_array() { file.words("lane") } else { vec![file.word("lane")?] };
    let known: Option<Vec<_>> = named.iter().map(|word| Service::from_name(word.text)).collect();
    let known = known.filter(|known| !known.is_empty() && file.list("lane").count() <= known.len())?;
    Some(Service::ALL.iter().copied().filter(|service| known.contains(service)).collect())
}

/// The lanes of some services, in order.
pub(super) fn lanes(services: &[Service]) -> Vec<Lane> {
    services.iter().flat_map(|service| service.lanes()).collect()
}

/// Reports an empty list of services.
pub(super) fn check(file: &TomlTable<'_>, mistakes: &mut Mistakes) {
    let list = file.node("lane").and_then(|node| node.get_ref().as_array());
    if list.is_some_and(|list| list.is_empty()) {
        let mistake = Diagnostic::new(file.place("lane"), "`lane` names no lane", "none here");
        mistakes.add(mistake.hint("such as `lane = [\"metadata\", \"datasource\"]`"));
    }
}
