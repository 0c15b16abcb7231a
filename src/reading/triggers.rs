//! `when`: the event that a step waits for instead of its turn. The verb of an event is its key.
//!
//! No other step waits for a step that waits for an event. An event that can never happen is a mistake of the file;
//! `trigger_checks` finds it. One that merely does not happen in a run is a miss, which the run reports.

use super::address::Place;
use super::choice::{Choice, Variant};
use super::diagnostic::Diagnostic;
use super::keys::{Key, KeyTable, Kind, VerbMessages};
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use crate::model::Trigger;
use crate::names::Service;

/// The key of a step that names its event.
pub(super) const WHEN: &[Key] = &[Key::optional(
    "when",
    Kind::Choice(&TRIGGERS),
    "the event at which it begins, whatever the steps above it do; no other step waits for it",
)];

/// What happens in an event, by its verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TriggerVerb {
    Commit,
    Publish,
    Arrival,
    Read,
    Build,
    List,
}

// A macro, because a function could not build the list of groups as static data.
macro_rules! variant {
    ($meaning:ident, $article:ident $verb:literal, $kind:expr, $doc:literal $(, $on:literal)?) => {
        Variant {
            verb: TriggerVerb::$meaning,
            keys: KeyTable::new(
                concat!(stringify!($article), " `", $verb, "` event"),
                &[&[Key::required($verb, $kind, $doc)] $(, &[Key::optional("on", Kind::Replica, $on)])?],
            ),
        }
    };
}

/// The events by their verbs.
pub(super) static TRIGGERS: Choice<TriggerVerb> = Choice {
    messages: VerbMessages {
        noun: "event",
        one: "a step waits for one event",
        none: "this is no event",
        apart: "choose one of them",
        example: "{ commit = \"STEP\" }",
    },
    variants: &[
        variant!(Commit, a "commit", Kind::Step, "the transaction of this step commits"),
        variant!(Publish, a "publish", Kind::Step, "the signal of this step is published"),
        variant!(Arrival, an "arrival", Kind::Step,
            "the signal of this step arrives", "the receiver; the first if left out"),
        variant!(Read, a "read", Kind::Address(Place::Read),
            "a replica has begun to read this", "the replica that reads; any if left out"),
        variant!(Build, a "build", Kind::Address(Place::Build),
            "a replica has begun to build an instance of this", "the replica that builds; any if left out"),
        variant!(List, a "list", Kind::Replica, "this replica has begun to list the rows"),
    ],
};

/// Reads the `when` of a step.
pub(super) fn read(step: &TomlTable<'_>, services: &[Service], mistakes: &mut Mistakes) -> Option<Trigger> {
    step.keys.find("when")?;
    let node = step.node("when")?;
    check_alone(step, mistakes);
    let (verb, table) = TomlTable::choice(node, &TRIGGERS)?;
    // What the event is about: the value of the verb, which is a step, a replica or an address.
    let object = || table.text(table.verb());
    let address = || table.address(table.verb(), services);
    let on = || table.text("on");
    Some(match verb {
        TriggerVerb::Commit => Trigger::Commit { of: object()? },
        TriggerVerb::Publish => Trigger::Publish { of: object()? },
        TriggerVerb::Arrival => Trigger::Arrival { of: object()?, on: on() },
        TriggerVerb::Read => Trigger::Read { address: address()?, on: on() },
        TriggerVerb::Build => Trigger::Build { address: address()?, on: on() },
        TriggerVerb::List => Trigger::List { on: object()? },
    })
}

/// Reports a step that says when it begins beside the event that it waits for.
fn check_alone(step: &TomlTable<'_>, mistakes: &mut Mistakes) {
    let reasons = [
        ("at", "a step begins at an instant or at an event, not both", "leave one of the two out"),
        ("wait", "no other step waits for one that has `when`", "leave `wait` out"),
    ];
    for (name, message, hint) in reasons {
        if step.keys.find(name).is_some() && step.has(name) {
            let mistake = Diagnostic::new(step.place(name), message, "beside `when`").hint(hint);
            mistakes.add(mistake.also(step.place("when"), "the event"));
        }
    }
}
