//! What two steps, or two keys of one step, say together.

use std::collections::BTreeMap;
use std::time::Duration;

use super::columns::COLUMNS;
use super::diagnostic::Diagnostic;
use super::entry;
use super::mistakes::Mistakes;
use super::step_ids::Identity;
use super::toml_table::TomlTable;
use super::values::quoted;
use crate::model::{Action, EntryExpect, ReplicaSpec, Step};

/// Two steps must not have one id.
pub(super) fn unique(ids: &[Option<Identity>], log: &mut Mistakes) {
    let mut first: BTreeMap<&str, &Identity> = BTreeMap::new();
    for id in ids.iter().flatten() {
        let Some(other) = first.get(id.text.as_str()) else {
            first.insert(&id.text, id);
            continue;
        };
        let message = format!("two steps have the id {}", quoted(&id.text));
        let label = if id.given { "again here" } else { "this step has it by default" };
        let place = if other.given { "first here" } else { "this step has it by default" };
        let hint = if id.given { "choose another id" } else { "give this step an `id`" };
        log.add(Diagnostic::new(id.span.clone(), message, label).hint(hint).also(other.span.clone(), place));
    }
}

/// Steps that say when they begin must stand in that order.
pub(super) fn order(steps: &[(Step, TomlTable<'_>)], log: &mut Mistakes) {
    let mut latest: Option<(Duration, &TomlTable<'_>)> = None;
    for (step, row) in steps {
        let Some(at) = step.at else { continue };
        match latest {
            Some((before, other)) if at < before => {
                let mistake =
                    Diagnostic::new(row.place("at"), "this step begins before one above it", "earlier");
                log.add(mistake.hint("put the steps in the order of time").also(other.place("at"), "later"));
            }
            _ => latest = Some((at, row)),
        }
    }
}

/// Only late replicas are booted by a step, and only once.
pub(super) fn lives(steps: &[(Step, TomlTable<'_>)], replicas: &[ReplicaSpec], log: &mut Mistakes) {
    let mut booted: BTreeMap<&str, &TomlTable<'_>> = BTreeMap::new();
    for (step, row) in steps {
        let Action::Boot(name) = &step.action else { continue };
        let place = row.place("boot");
        if replicas.iter().any(|replica| replica.name == *name && !replica.late) {
            let message = format!("replica {} boots before the first step", quoted(name));
            let hint =
                format!("to boot it here: `{name} = {{ boot = \"late\" }}` in `[replicas]`; or `restart` it");
            log.add(Diagnostic::new(place, message, "not a late replica").hint(hint));
        } else if let Some(other) = booted.get(name.as_str()) {
            let message = format!("replica {} is booted twice", quoted(name));
            let mistake =
                Diagnostic::new(place, message, "booted again").hint("a later life begins with `restart`");
            log.add(mistake.also(other.place("boot"), "first booted here"));
        } else {
            booted.insert(name, row);
        }
    }
}

/// A whole payload leaves no room for an origin.
pub(super) fn signal(row: &TomlTable<'_>, log: &mut Mistakes) {
    if row.has("payload") && row.has("origin") {
        let mistake =
            Diagnostic::new(row.place("origin"), "`origin` says nothing beside `payload`", "not used");
        log.add(mistake.hint("write it into the payload").also(row.place("payload"), "the whole payload"));
    }
}

/// A replica that is ready names nobody.
pub(super) fn ready(row: &TomlTable<'_>, status: u16, names: Option<&[String]>, log: &mut Mistakes) {
    if status == 200 && names.is_some_and(|names| !names.is_empty()) {
        let message = "a replica that answers 200 names no datasource";
        let mistake = Diagnostic::new(row.place("names"), message, "never named with 200");
        log.add(
            mistake.hint("expect `status = 503`, or leave `names` out").also(row.place("status"), "ready"),
        );
    }
}

/// A look compares something.
pub(super) fn look(row: &TomlTable<'_>, look: &EntryExpect, log: &mut Mistakes) {
    let mut compared = entry::NOW.iter().chain(COLUMNS);
    let misspelt = row.rest().next().is_some();
    if !misspelt && !compared.any(|key| row.has(key.name)) {
        let names = entry::sayable(row.keys, look.address.space());
        let mistake = Diagnostic::new(row.span.clone(), "this look compares nothing", "nothing expected");
        log.add(mistake.hint(format!("say at least one of {}", super::hint::listed(&names))));
    }
}
