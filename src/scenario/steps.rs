//! `steps`: what is done to the cluster. The verb of a step is its key.

use super::keys::{Choice, Key, Kind, Table};
use super::mistakes::Mistakes;
use super::row::Row;
use super::rows::{COLUMNS, SECRET};
use super::{Action, Answer, EntryExpect, ReplicaSpec, SignalStep, Step, WriteStep};
use super::{entry, rows, step_checks, triggers, values};
use crate::names::Verb;

pub(super) use super::step_ids::identities;

/// What every step may say.
const STEP: &[Key] = &[
    Key::optional("id", Kind::NewStep, "its identity; made from what it does if left out"),
    Key::optional(
        "at",
        Kind::Duration,
        "when it begins, counted from the end of the opening boot; right after the step before if left out",
    ),
];

/// What a step may say that takes time.
const WAIT: &[Key] =
    &[Key::default("wait", Kind::Flag, "true", "whether the next step waits until this one is done")];

/// What a step at a door says.
const DOOR: &[Key] = &[
    Key::required("on", Kind::Replica, "the replica that serves it"),
    Key::optional(
        "status",
        Kind::Either(&[Kind::Count(100, 599), Kind::OneOf(&["none", "any"])]),
        "what must be answered: a status, \"none\" or \"any\"; 200 or 201 if left out",
    ),
];

macro_rules! variant {
    ($noun:literal, $verb:literal, $kind:expr, $doc:literal, [$($group:expr),*]) => {
        Table::new($noun, &[&[Key::required($verb, $kind, $doc)], $($group,)* STEP, triggers::WHEN])
    };
}

/// The steps by their verbs.
pub(super) static STEPS: Choice = Choice {
    noun: "step",
    one: "a step does one thing",
    none: "this step does nothing",
    apart: "make a step of each",
    example: "{ settle = true }",
    variants: &[
        variant!(
            "a `create` step",
            "create",
            Kind::AnyName,
            "create a row that must not exist",
            [DOOR, COLUMNS, SECRET, WAIT]
        ),
        variant!(
            "an `update` step",
            "update",
            Kind::AnyName,
            "change a row that must exist",
            [DOOR, COLUMNS, SECRET, WAIT]
        ),
        variant!(
            "a `put` step",
            "put",
            Kind::AnyName,
            "create or update a row, whichever fits",
            [DOOR, COLUMNS, SECRET, WAIT]
        ),
        variant!("a `delete` step", "delete", Kind::AnyName, "delete a row that must exist", [DOOR, WAIT]),
        variant!(
            "a `migrate` step",
            "migrate",
            Kind::AnyName,
            "move the row's secret to the secrets table",
            [&[Key::required("to", Kind::Words, "the entry of the secrets table to move it to")], DOOR, WAIT]
        ),
        Table::new(
            "a `settle` step",
            &[&[Key::required("settle", Kind::Done, "wait until the cluster is quiet")], STEP],
        ),
        Table::new("a `sleep` step", &[&[Key::required("sleep", Kind::Duration, "let time pass")], STEP]),
        variant!("a `boot` step", "boot", Kind::Replica, "begin the first life of a late replica", [WAIT]),
        variant!("a `crash` step", "crash", Kind::Replica, "end a replica's life without warning", [WAIT]),
        variant!(
            "a `restart` step",
            "restart",
            Kind::Replica,
            "crash it and boot it again; a boot only, if it is down",
            [WAIT]
        ),
        variant!(
            "a `shutdown` step",
            "shutdown",
            Kind::Replica,
            "end a replica's life in good order",
            [WAIT]
        ),
        variant!("a `pause` step", "pause", Kind::Replica, "let a replica stand still", [WAIT]),
        variant!("a `resume` step", "resume", Kind::Replica, "let it go on", [WAIT]),
        variant!("a `reload` step", "reload", Kind::Replica, "reload the lane of a replica", [WAIT]),
        variant!(
            "an `attach` step",
            "attach",
            Kind::Replica,
            "attach the lane of a replica",
            [&[Key::optional("node-id", Kind::Words, "another node id than the replica's own")], WAIT]
        ),
        variant!("a `detach` step", "detach", Kind::Replica, "detach the lane of a replica", [WAIT]),
        variant!(
            "a `cut` step",
            "cut",
            Kind::Replica,
            "cut what comes to a replica from the bus; what it publishes still goes out",
            [
                &[Key::default(
                    "noticed",
                    Kind::Flag,
                    "true",
                    "whether it notices, and so reconnects when the link is whole"
                )],
                WAIT
            ]
        ),
        variant!("a `heal` step", "heal", Kind::Replica, "make the link whole again", [WAIT]),
        variant!(
            "a `signal` step",
            "signal",
            Kind::AnyName,
            "publish a stray signal about a row, from outside the cluster",
            [
                &[
                    Key::default("origin", Kind::Text, "outside", "the node id in its payload"),
                    Key::optional("payload", Kind::Text, "the whole payload instead, which need not be JSON"),
                ],
                WAIT
            ]
        ),
        variant!(
            "an `unreachable` step",
            "unreachable",
            Kind::Address,
            "make the upstream of a datasource unreachable",
            [WAIT]
        ),
        variant!("a `reachable` step", "reachable", Kind::Address, "make it reachable again", [WAIT]),
        variant!(
            "a `ready` step",
            "ready",
            Kind::Replica,
            "ask a replica whether it is ready",
            [
                &[
                    Key::required("status", Kind::Count(100, 599), "the status that it must answer"),
                    Key::optional(
                        "names",
                        Kind::List { of: &Kind::Address, unique: true },
                        "the datasources that the answer must name",
                    ),
                ],
                WAIT
            ]
        ),
        variant!(
            "a `look` step",
            "look",
            Kind::Address,
            "look into a registry and compare",
            [&[Key::required("on", Kind::Replica, "the replica that is looked into")], entry::NOW, COLUMNS]
        ),
    ],
};

/// Reads `steps`, each with its table.
pub(super) fn read<'t>(file: &Row<'t>, replicas: &[ReplicaSpec], log: &mut Mistakes) -> Vec<(Step, Row<'t>)> {
    let ids = identities(file);
    step_checks::unique(&ids, log);
    let mut steps = Vec::new();
    for (node, id) in file.list("steps").zip(ids) {
        let Some(row) = Row::choice(node, &STEPS) else { continue };
        let (Some(id), Some(action)) = (id, action(&row, log)) else { continue };
        let when = triggers::read(&row, log);
        let wait = when.is_none() && (row.keys.find("wait").is_none() || row.flag("wait").unwrap_or(true));
        steps.push((Step { id: id.text, at: row.duration("at"), when, wait, action }, row));
    }
    step_checks::order(&steps, log);
    step_checks::lives(&steps, replicas, log);
    steps
}

fn action(row: &Row<'_>, log: &mut Mistakes) -> Option<Action> {
    let verb = row.keys.verb().name;
    let object = || row.text(verb);
    Some(match verb {
        "create" => write(row, Verb::Create)?,
        "update" => write(row, Verb::Update)?,
        "put" => write(row, Verb::Put)?,
        "delete" => write(row, Verb::Delete)?,
        "migrate" => write(row, Verb::Migrate)?,
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
        "signal" => signal(row, log)?,
        "unreachable" => Action::Upstream { address: object()?, reachable: false },
        "reachable" => Action::Upstream { address: object()?, reachable: true },
        "ready" => ready(row, log)?,
        "look" => look(row, log)?,
        _ => unreachable!("every verb of the table is read"),
    })
}

fn write(row: &Row<'_>, verb: Verb) -> Option<Action> {
    let fields = match verb {
        Verb::Create | Verb::Update | Verb::Put => rows::fields(row, true),
        Verb::Delete => super::Fields::default(),
        Verb::Migrate => super::Fields { credentials_ref: row.text("to"), ..Default::default() },
    };
    let answer = match row.node("status") {
        None => Answer::Done,
        Some(node) => match node.get_ref().as_str() {
            Some("none") => Answer::None,
            Some(_) => Answer::Any,
            None => Answer::Status(values::status(node.get_ref())?),
        },
    };
    Some(Action::Write(WriteStep {
        on: row.text("on")?,
        verb,
        address: row.text(verb.name())?,
        fields,
        answer,
    }))
}

fn signal(row: &Row<'_>, log: &mut Mistakes) -> Option<Action> {
    step_checks::signal(row, log);
    let (address, origin) = (row.text("signal")?, row.text("origin")?);
    Some(Action::Signal(SignalStep { address, origin, payload: row.text("payload") }))
}

fn ready(row: &Row<'_>, log: &mut Mistakes) -> Option<Action> {
    let status = values::status(row.node("status")?.get_ref())?;
    let names = row.has("names").then(|| {
        let mut names = row.texts("names");
        names.sort();
        names
    });
    step_checks::ready(row, status, names.as_deref(), log);
    Some(Action::Ready { on: row.text("ready")?, status, names })
}

fn look(row: &Row<'_>, log: &mut Mistakes) -> Option<Action> {
    let entry: EntryExpect = entry::now(row, row.text("on")?, row.text("look")?);
    entry::check(row, &entry, log);
    step_checks::look(row, log);
    Some(Action::Look(entry))
}
