//! `steps`: what is done to the cluster. The verb of a step is its key.

use super::mistakes::Mistakes;
use super::parsed_step::ParsedStep;
use super::step_keys::{STEPS, StepVerb};
use super::toml_table::TomlTable;
use super::{columns, entry, step_checks, step_ids, triggers, upstreams, values, verbs};
use crate::model::{Action, Answer, EntryExpect, ReplicaSpec, RequestStep, SignalStep, Step};
use crate::names::{Address, Columns, Service, Verb};

/// Reads `steps`.
pub(super) fn read<'t>(
    file: &TomlTable<'t>,
    services: &[Service],
    replicas: &[ReplicaSpec],
    mistakes: &mut Mistakes,
) -> Vec<ParsedStep<'t>> {
    let ids = step_ids::identities(file);
    step_checks::unique(&ids, mistakes);
    let mut steps = Vec::new();
    for (node, id) in file.list("steps").zip(ids) {
        let Some((verb, table)) = TomlTable::choice(node, &STEPS) else { continue };
        let (Some(id), Some(action)) = (id, action(verb, &table, services, mistakes)) else { continue };
        let when = triggers::read(&table, services, mistakes);
        // A step that an event starts may begin at any time, so no other step can wait for it.
        let has_wait = table.keys.find("wait").is_some();
        let wait = when.is_none() && (!has_wait || table.flag("wait").unwrap_or(true));
        let step = Step { id: id.text, at: table.duration("at"), when, wait, action };
        steps.push(ParsedStep { step, table });
    }
    step_checks::order(&steps, mistakes);
    step_checks::lives(&steps, replicas, mistakes);
    steps
}

fn action(
    verb: StepVerb,
    table: &TomlTable<'_>,
    services: &[Service],
    mistakes: &mut Mistakes,
) -> Option<Action> {
    // What the step is about: the value of the verb, which is mostly a replica or an address.
    let object = || table.text(table.verb());
    let address = || table.address(table.verb(), services);
    Some(match verb {
        StepVerb::Request(verb) => request(table, verb, services, mistakes)?,
        StepVerb::Settle => Action::Settle,
        StepVerb::Sleep => Action::Sleep(table.duration(table.verb())?),
        StepVerb::Boot => Action::Boot(object()?),
        StepVerb::Crash => Action::Crash(object()?),
        StepVerb::Restart => Action::Restart(object()?),
        StepVerb::Shutdown => Action::Shutdown(object()?),
        StepVerb::Pause => Action::Pause(object()?),
        StepVerb::Resume => Action::Resume(object()?),
        StepVerb::Reload => Action::Reload(object()?),
        StepVerb::Attach => Action::Attach { on: object()?, node_id: table.text("node-id") },
        StepVerb::Detach => Action::Detach(object()?),
        StepVerb::Cut => Action::Cut { on: object()?, noticed: table.flag("noticed")? },
        StepVerb::Heal => Action::Heal(object()?),
        StepVerb::Signal => signal(table, services, mistakes)?,
        StepVerb::Upstream { reachable } => Action::Upstream { address: address()?, reachable },
        StepVerb::Accepts => {
            Action::Accepts { address: address()?, accepts: upstreams::secrets(table, "secrets") }
        }
        StepVerb::Ready => ready(table, services, mistakes)?,
        StepVerb::Look => look(table, address()?, mistakes)?,
    })
}

fn request(
    table: &TomlTable<'_>,
    verb: Verb,
    services: &[Service],
    mistakes: &mut Mistakes,
) -> Option<Action> {
    let address = table.address(verb.name(), services);
    if !verbs::check(table, verb, address.as_ref(), services, mistakes) {
        return None;
    }
    let address = address?;
    let columns = match verb {
        Verb::Create | Verb::Update | Verb::Put => {
            columns::check(table, address.lane().service(), mistakes);
            verbs::secret(table, verb, &address, mistakes);
            columns::read(table, true)
        }
        Verb::Delete | Verb::Read | Verb::List | Verb::Watch => Columns::default(),
        Verb::Migrate => Columns { credentials_ref: table.text("to"), ..Default::default() },
    };
    let answer = match table.node("status") {
        None => Answer::Done,
        Some(node) => match node.get_ref().as_str() {
            Some("none") => Answer::None,
            Some(_) => Answer::Any,
            None => Answer::Status(values::status(node.get_ref())?),
        },
    };
    Some(Action::Request(RequestStep { on: table.text("on")?, verb, address, columns, answer }))
}

fn signal(table: &TomlTable<'_>, services: &[Service], mistakes: &mut Mistakes) -> Option<Action> {
    step_checks::signal(table, mistakes);
    let (address, origin) = (table.address(table.verb(), services)?, table.text("origin")?);
    Some(Action::Signal(SignalStep { address, origin, payload: table.text("payload") }))
}

fn ready(table: &TomlTable<'_>, services: &[Service], mistakes: &mut Mistakes) -> Option<Action> {
    let status = values::status(table.node("status")?.get_ref())?;
    let names = table.has("names").then(|| {
        let names = table.addresses("names", services);
        let mut names: Vec<_> = names.iter().map(|name| name.as_str().to_owned()).collect();
        names.sort();
        names
    });
    step_checks::ready(table, status, names.as_deref(), mistakes);
    Some(Action::Ready { on: table.text(table.verb())?, status, names })
}

fn look(table: &TomlTable<'_>, address: Address, mistakes: &mut Mistakes) -> Option<Action> {
    let entry: EntryExpect = entry::now(table, table.text("on")?, address);
    entry::check(table, &entry, mistakes);
    step_checks::look(table, &entry, mistakes);
    Some(Action::Look(entry))
}
