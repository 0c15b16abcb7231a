//! Which requests the door of each service serves.

use super::diagnostic::Diagnostic;
use super::hint::listed;
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use super::values;
use crate::names::{Address, Column, Service, Verb};

/// Whether a door serves a verb; reports the request if none does. Without an address, any service under test may be meant.
pub(super) fn check(
    table: &TomlTable<'_>,
    verb: Verb,
    address: Option<&Address>,
    services: &[Service],
    mistakes: &mut Mistakes,
) -> bool {
    let candidates = match address {
        Some(address) => vec![address.lane().service()],
        None => services.to_vec(),
    };
    if candidates.is_empty() || candidates.iter().any(|service| service.serves(verb)) {
        return true;
    }
    let names: Vec<_> = candidates.iter().map(|service| service.name()).collect();
    let lanes = if let [one] = names[..] {
        format!("the {one} lane has")
    } else {
        format!("the lanes {} have", names.join(" and "))
    };
    let verbs: Vec<_> =
        candidates.iter().flat_map(|service| service.verbs()).map(|verb| verb.name()).collect();
    let message = format!("{lanes} no `{}`", verb.name());
    let mistake = Diagnostic::new(table.place(verb.name()), message, "no such request");
    // Several services may serve the same verb; each is listed once.
    let own: Vec<_> = verbs
        .iter()
        .enumerate()
        .filter(|(at, verb)| !verbs[..*at].contains(verb))
        .map(|(_, verb)| *verb)
        .collect();
    mistakes.add(mistake.hint(format!("{lanes} {}", listed(&own))));
    false
}

/// Reports a credential that is put without its secret, unless the request is meant to be refused.
pub(super) fn secret(table: &TomlTable<'_>, verb: Verb, address: &Address, mistakes: &mut Mistakes) {
    let is_needed = address.lane().service().needs() == Some(Column::Secret) && verb == Verb::Put;
    let refused = table.node("status").is_some_and(|node| values::status(node.get_ref()) == Some(400));
    if is_needed && !refused && !table.has("secret") {
        let mistake =
            Diagnostic::new(table.span.clone(), "a credential is put with its secret", "no `secret` here");
        mistakes.add(mistake.hint("add `secret`; or expect `status = 400`"));
    }
}
