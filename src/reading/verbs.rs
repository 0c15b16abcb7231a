//! Which requests the door of each service serves.

use super::diagnostic::Diagnostic;
use super::hint::listed;
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use super::values;
use crate::names::{Address, Column, Service, Verb};

/// Whether the door of a service serves a verb; notes it where it does not.
pub(super) fn check(
    row: &TomlTable<'_>,
    verb: Verb,
    address: Option<&Address>,
    services: &[Service],
    log: &mut Mistakes,
) -> bool {
    let asked = match address {
        Some(address) => vec![address.lane().service()],
        None => services.to_vec(),
    };
    if asked.is_empty() || asked.iter().any(|service| service.serves(verb)) {
        return true;
    }
    let names: Vec<_> = asked.iter().map(|service| service.name()).collect();
    let lanes = if let [one] = names[..] {
        format!("the {one} lane has")
    } else {
        format!("the lanes {} have", names.join(" and "))
    };
    let verbs: Vec<_> = asked.iter().flat_map(|service| service.verbs()).map(|verb| verb.name()).collect();
    let message = format!("{lanes} no `{}`", verb.name());
    let mistake = Diagnostic::new(row.place(verb.name()), message, "no such request");
    let own: Vec<_> = verbs
        .iter()
        .enumerate()
        .filter(|(at, verb)| !verbs[..*at].contains(verb))
        .map(|(_, verb)| *verb)
        .collect();
    log.add(mistake.hint(format!("{lanes} {}", listed(&own))));
    false
}

/// A credential is put with its secret, unless the request is about being refused.
pub(super) fn secret(row: &TomlTable<'_>, verb: Verb, address: &Address, log: &mut Mistakes) {
    let is_needed = address.lane().service().needs() == Some(Column::Secret) && verb == Verb::Put;
    let refused = row.node("status").is_some_and(|node| values::status(node.get_ref()) == Some(400));
    if is_needed && !refused && !row.has("secret") {
        let mistake =
            Diagnostic::new(row.span.clone(), "a credential is put with its secret", "no `secret` here");
        log.add(mistake.hint("add `secret`; or expect `status = 400`"));
    }
}
