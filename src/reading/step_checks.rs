//! What two steps, or two keys of one step, must not say together.

use std::collections::BTreeMap;
use std::time::Duration;

use super::columns::COLUMNS;
use super::diagnostic::Diagnostic;
use super::entry;
use super::flaw::quoted;
use super::hint::listed;
use super::mistakes::Mistakes;
use super::parsed_step::ParsedStep;
use super::step_ids::StepId;
use super::toml_table::TomlTable;
use crate::model::{Action, EntryExpect, ReplicaSpec};

/// Reports two steps that have the same id.
pub(super) fn unique(ids: &[Option<StepId>], mistakes: &mut Mistakes) {
    let mut first: BTreeMap<&str, &StepId> = BTreeMap::new();
    for id in ids.iter().flatten() {
        let Some(other) = first.get(id.text.as_str()) else {
            first.insert(&id.text, id);
            continue;
        };
        let message = format!("two steps have the id {}", quoted(&id.text));
        let label = if id.given { "again here" } else { "this step has it by default" };
        let place = if other.given { "first here" } else { "this step has it by default" };
        let hint = if id.given { "choose another id" } else { "give this step an `id`" };
        mistakes
            .add(Diagnostic::new(id.span.clone(), message, label).hint(hint).also(other.span.clone(), place));
    }
}

/// Reports steps that say when they begin and do not stand in that order.
pub(super) fn order(steps: &[ParsedStep<'_>], mistakes: &mut Mistakes) {
    let mut latest: Option<(Duration, &TomlTable<'_>)> = None;
    for ParsedStep { step, table } in steps {
        let Some(at) = step.at else { continue };
        match latest {
            Some((before, other)) if at < before => {
                let mistake =
                    Diagnostic::new(table.place("at"), "this step begins before one above it", "earlier");
                mistakes
                    .add(mistake.hint("put the steps in the order of time").also(other.place("at"), "later"));
            }
            _ => latest = Some((at, table)),
        }
    }
}

/// Reports a step that boots a replica which is not late, or which a step above has booted.
pub(super) fn lives(steps: &[ParsedStep<'_>], replicas: &[ReplicaSpec], mistakes: &mut Mistakes) {
    let mut booted: BTreeMap<&str, &TomlTable<'_>> = BTreeMap::new();
    for ParsedStep { step, table } in steps {
        let Action::Boot(name) = &step.action else { continue };
        let place = table.place("boot");
        if replicas.iter().any(|replica| replica.name == *name && !replica.late) {
            let message = format!("replica {} boots before the first step", quoted(name));
            let hint =
                format!("to boot it here: `{name} = {{ boot = \"late\" }}` in `[replicas]`; or `restart` it");
            mistakes.add(Diagnostic::new(place, message, "not a late replica").hint(hint));
        } else if let Some(other) = booted.get(name.as_str()) {
            let message = format!("replica {} is booted twice", quoted(name));
            let mistake =
                Diagnostic::new(place, message, "booted again").hint("a later life begins with `restart`");
            mistakes.add(mistake.also(other.place("boot"), "first booted here"));
        } else {
            booted.insert(name, table);
        }
    }
}

/// Reports a signal that gives its whole payload and an origin, which would have to stand in the payload.
pub(super) fn signal(table: &TomlTable<'_>, mistakes: &mut Mistakes) {
    if table.has("payload") && table.has("origin") {
        let mistake =
            Diagnostic::new(table.place("origin"), "`origin` says nothing beside `payload`", "not used");
        mistakes
            .add(mistake.hint("write it into the payload").also(table.place("payload"), "the whole payload"));
    }
}

/// Reports a replica that must be ready and yet name datasources that are not.
pub(super) fn ready(table: &TomlTable<'_>, status: u16, names: Option<&[String]>, mistakes: &mut Mistakes) {
    if status == 200 && names.is_some_and(|names| !names.is_empty()) {
        let message = "a replica that answers 200 names no datasource";
        let mistake = Diagnostic::new(table.place("names"), message, "never named with 200");
        mistakes.add(
            mistake.hint("expect `status = 503`, or leave `names` out").also(table.place("status"), "ready"),
        );
    }
}

/// Reports a look that compares nothing.
pub(super) fn look(table: &TomlTable<'_>, look: &EntryExpect, mistakes: &mut Mistakes) {
    let mut compared = entry::NOW.iter().chain(COLUMNS);
    // A misspelt key is reported already, and was most likely meant to be compared.
    let misspelt = table.rest().next().is_some();
    if !misspelt && !compared.any(|key| table.has(key.name)) {
        let names = entry::comparable(table.keys, look.address.space());
        let mistake = Diagnostic::new(table.span.clone(), "this look compares nothing", "nothing expected");
        mistakes.add(mistake.hint(format!("say at least one of {}", listed(&names))));
    }
}
