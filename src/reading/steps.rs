//! `steps`: what is done to the cluster. The verb of a step is its key.

use super::columns;
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use super::{entry, step_checks, triggers, upstreams, values, verbs};
use crate::model::{Action, Answer, EntryExpect, ReplicaSpec, RequestStep, SignalStep, Step};
use crate::names::{Service, Verb};

pub(super) use super::step_ids::identities;
pub(super) use super::step_keys::STEPS;

/// Reads `steps`, each with its table.
pub(super) fn read<'t>(
    file: &TomlTable<'t>,
    services: &[Service],
    replicas: &[ReplicaSpec],
    log: &mut Mistakes,
) -> Vec<(Step, TomlTable<'t>)> {
    let ids = identities(file);
    step_checks::unique(&ids, log);
    let mut steps = Vec::new();
    for (node, id) in file.list("steps").zip(ids) {
        let Some(row) = TomlTable::choice(node, &STEPS) else { continue };
        let (Some(id), Some(action)) = (id, action(&row, services, log)) else { continue };
        let when = triggers::read(&row, services, log);
        let wait = when.is_none() && (row.keys.find("wait").is_none() || row.flag("wait").unwrap_or(true));
        steps.push((Step { id: id.text, at: row.duration("at"), when, wait, action }, row));
    }
    step_checks::order(&steps, log);
    step_checks::lives(&steps, replicas, log);
    steps
}

fn action(row: &TomlTable<'_>, services: &[Service], log: &mut Mistakes) -> Option<Action> {
    let verb = row.keys.verb().name;
    let object = || row.text(verb);
    Some(match verb {
        "create" => request(row, Verb::Create, services, log)?,
        "update" => request(row, Verb::Update, services, log)?,
        "put" => request(row, Verb::Put, services, log)?,
        "delete" => request(row, Verb::Delete, services, log)?,
        "migrate" => request(row, Verb::Migrate, services, log)?,
        "read" => request(row, Verb::Read, services, log)?,
        "list" => request(row, Verb::List, services, log)?,
        "watch" => request(row, Verb::Watch, services, log)?,
        "settle" => Action::Settle,
        "sleep" => Action::Sleep(row.duration(verb)?),
        "boot" => Action::Boot(object()?),
        "crash" => Action::Crash(object()?),
        "restart" => Action::Restart(object()?),
        "shutdown" => Action::Shutdown(object()?),
        "pause" => Action::Pause(object()?),
        "resume" => Action::Resume(object()?),
        "reload" => Action::Reload(object()?),
        "attach" => Action::Attach { on: object()?, node_id: row.text("node-id") },
        "detach" => Action::Detach(object()?),
        "cut" => Action::Cut { on: object()?, noticed: row.flag("noticed")? },
        "heal" => Action::Heal(object()?),
        "signal" => signal(row, services, log)?,
        "unreachable" => Action::Upstream { address: row.address(verb, services)?, reachable: false },
        "reachable" => Action::Upstream { address: row.address(verb, services)?, reachable: true },
        "accepts" => Action::Accepts {
            address: row.address(verb, services)?,
            accepts: upstreams::secrets(row, "secrets"),
        },
        "ready" => ready(row, services, log)?,
        "look" => look(row, services, log)?,
        _ => unreachable!("every verb of the table is read"),
    })
}

fn request(row: &TomlTable<'_>, verb: Verb, services: &[Service], log: &mut Mistakes) -> Option<Action> {
    let address = row.address(verb.name(), services);
    if !verbs::check(row, verb, address.as_ref(), services, log) {
        return None;
    }
    let address = address?;
    let columns = match verb {
        Verb::Create | Verb::Update | Verb::Put => {
            columns::check(row, address.lane().service(), log);
            verbs::secret(row, verb, &address, log);
            columns::read(row, true)
        }
        Verb::Delete | Verb::Read | Verb::List | Verb::Watch => crate::names::Columns::default(),
        Verb::Migrate => crate::names::Columns { credentials_ref: row.text("to"), ..Default::default() },
    };
    let answer = match row.node("status") {
        None => Answer::Done,
        Some(node) => match node.get_ref().as_str() {
            Some("none") => Answer::None,
            Some(_) => Answer::Any,
            None => Answer::Status(values::status(node.get_ref())?),
        },
    };
    Some(Action::Request(RequestStep { on: row.text("on")?, verb, address, columns, answer }))
}

fn signal(row: &TomlTable<'_>, services: &[Service], log: &mut Mistakes) -> Option<Action> {
    step_checks::signal(row, log);
    let (address, origin) = (row.address("signal", services)?, row.text("origin")?);
    Some(Action::Signal(SignalStep { address, origin, payload: row.text("payload") }))
}

fn ready(row: &TomlTable<'_>, services: &[Service], log: &mut Mistakes) -> Option<Action> {
    let status = values::status(row.node("status")?.get_ref())?;
    let names = row.has("names").then(|| {
        let names = row.addresses("names", services);
        let mut names: Vec<_> = names.iter().map(|name| name.as_str().to_owned()).collect();
        names.sort();
        names
    });
    step_checks::ready(row, status, names.as_deref(), log);
    Some(Action::Ready { on: row.text("ready")?, status, names })
}

fn look(row: &TomlTable<'_>, services: &[Service], log: &mut Mistakes) -> Option<Action> {
    let entry: EntryExpect = entry::now(row, row.text("on")?, row.address("look", services)?);
    entry::check(row, &entry, log);
    step_checks::look(row, &entry, log);
    Some(Action::Look(entry))
}
