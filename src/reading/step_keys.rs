//! The verbs of the steps, and the keys of each.

use super::address::Place;
use super::choice::{Choice, Variant};
use super::columns::{COLUMNS, SECRET};
use super::keys::{Key, KeyTable, Kind, VerbMessages};
use super::upstreams::SECRETS;
use super::{entry, triggers};
use crate::names::Verb;

/// What a step does, by its verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StepVerb {
    /// A request at a door.
    Request(Verb),
    Settle,
    Sleep,
    Boot,
    Crash,
    Restart,
    Shutdown,
    Pause,
    Resume,
    Reload,
    Attach,
    Detach,
    Cut,
    Heal,
    Signal,
    /// An upstream becomes reachable or unreachable.
    Upstream {
        reachable: bool,
    },
    Accepts,
    Ready,
    Look,
}

/// The keys of every step.
const STEP: &[Key] = &[
    Key::optional("id", Kind::NewStep, "its identity; made from what it does if left out"),
    Key::optional(
        "at",
        Kind::Duration,
        "when it begins, counted from the end of the opening boot; right after the step before if left out",
    ),
];

/// The key of a step that takes time.
const WAIT: &[Key] =
    &[Key::default("wait", Kind::Flag, "true", "whether the next step waits until this one is done")];

/// The keys of a request at a door.
const DOOR: &[Key] = &[
    Key::required("on", Kind::Replica, "the replica that serves it"),
    Key::optional(
        "status",
        Kind::Either(&[Kind::Count(100, 599), Kind::OneOf(&["none", "any"])]),
        "what must be answered: a status, \"none\" or \"any\"; 200 or 201 if left out",
    ),
];

// A macro, because a function could not build the list of groups as static data.
macro_rules! variant {
    ($meaning:expr, $noun:literal, $verb:literal, $kind:expr, $doc:literal, [$($group:expr),*]) => {
        Variant {
            verb: $meaning,
            keys: KeyTable::new(
                $noun,
                &[&[Key::required($verb, $kind, $doc)], $($group,)* STEP, triggers::WHEN],
            ),
        }
    };
}

/// The steps by their verbs.
pub(super) static STEPS: Choice<StepVerb> = Choice {
    messages: VerbMessages {
        noun: "step",
        one: "a step does one thing",
        none: "this step does nothing",
        apart: "make a step of each",
        example: "{ settle = true }",
    },
    variants: &[
        variant!(
            StepVerb::Request(Verb::Create),
            "a `create` step",
            "create",
            Kind::AnyName(Place::Row),
            "create a row that must not exist",
            [DOOR, COLUMNS, SECRET, WAIT]
        ),
        variant!(
            StepVerb::Request(Verb::Update),
            "an `update` step",
            "update",
            Kind::AnyName(Place::Row),
            "change a row that must exist",
            [DOOR, COLUMNS, SECRET, WAIT]
        ),
        variant!(
            StepVerb::Request(Verb::Put),
            "a `put` step",
            "put",
            Kind::AnyName(Place::Row),
            "create or update a row, whichever fits",
            [DOOR, COLUMNS, SECRET, WAIT]
        ),
        variant!(
            StepVerb::Request(Verb::Delete),
            "a `delete` step",
            "delete",
            Kind::AnyName(Place::Row),
            "delete a row that must exist",
            [DOOR, WAIT]
        ),
        variant!(
            StepVerb::Request(Verb::Migrate),
            "a `migrate` step",
            "migrate",
            Kind::AnyName(Place::Row),
            "move a datasource's secret to the secrets table",
            [&[Key::required("to", Kind::Words, "the entry of the secrets table to move it to")], DOOR, WAIT]
        ),
        variant!(
            StepVerb::Request(Verb::Read),
            "a `read` step",
            "read",
            Kind::AnyName(Place::Item),
            "read an item of metadata through the cache",
            [DOOR, WAIT]
        ),
        variant!(
            StepVerb::Request(Verb::List),
            "a `list` step",
            "list",
            Kind::AnyName(Place::Type),
            "read the listing of a type of metadata through the cache",
            [DOOR, WAIT]
        ),
        variant!(
            StepVerb::Request(Verb::Watch),
            "a `watch` step",
            "watch",
            Kind::AnyName(Place::Type),
            "watch a type of metadata: whoever watches reads it again whenever it changes",
            [DOOR, WAIT]
        ),
        // These two exist to hold back the steps below them, so they have neither `wait` nor `when`.
        Variant {
            verb: StepVerb::Settle,
            keys: KeyTable::new(
                "a `settle` step",
                &[&[Key::required("settle", Kind::Done, "wait until the cluster is quiet")], STEP],
            ),
        },
        Variant {
            verb: StepVerb::Sleep,
            keys: KeyTable::new(
                "a `sleep` step",
                &[&[Key::required("sleep", Kind::Duration, "let time pass")], STEP],
            ),
        },
        variant!(
            StepVerb::Boot,
            "a `boot` step",
            "boot",
            Kind::Replica,
            "begin the first life of a late replica",
            [WAIT]
        ),
        variant!(
            StepVerb::Crash,
            "a `crash` step",
            "crash",
            Kind::Replica,
            "end a replica's life without warning",
            [WAIT]
        ),
        variant!(
            StepVerb::Restart,
            "a `restart` step",
            "restart",
            Kind::Replica,
            "crash it and boot it again; a boot only, if it is down",
            [WAIT]
        ),
        variant!(
            StepVerb::Shutdown,
            "a `shutdown` step",
            "shutdown",
            Kind::Replica,
            "end a replica's life in good order",
            [WAIT]
        ),
        variant!(
            StepVerb::Pause,
            "a `pause` step",
            "pause",
            Kind::Replica,
            "let a replica stand still",
            [WAIT]
        ),
        variant!(StepVerb::Resume, "a `resume` step", "resume", Kind::Replica, "let it go on", [WAIT]),
        variant!(
            StepVerb::Reload,
            "a `reload` step",
            "reload",
            Kind::Replica,
            "reload the lanes of a replica",
            [WAIT]
        ),
        variant!(
            StepVerb::Attach,
            "an `attach` step",
            "attach",
            Kind::Replica,
            "attach the lanes of a replica",
            [&[Key::optional("node-id", Kind::Words, "another node id than the replica's own")], WAIT]
        ),
        variant!(
            StepVerb::Detach,
            "a `detach` step",
            "detach",
            Kind::Replica,
            "detach the lanes of a replica",
            [WAIT]
        ),
        variant!(
            StepVerb::Cut,
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
        variant!(StepVerb::Heal, "a `heal` step", "heal", Kind::Replica, "make the link whole again", [WAIT]),
        variant!(
            StepVerb::Signal,
            "a `signal` step",
            "signal",
            Kind::AnyName(Place::Signal),
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
            StepVerb::Upstream { reachable: false },
            "an `unreachable` step",
            "unreachable",
            Kind::Address(Place::Upstream),
            "make the upstream of a datasource or a connector unreachable",
            [WAIT]
        ),
        variant!(
            StepVerb::Upstream { reachable: true },
            "a `reachable` step",
            "reachable",
            Kind::Address(Place::Upstream),
            "make it reachable again",
            [WAIT]
        ),
        variant!(
            StepVerb::Accepts,
            "an `accepts` step",
            "accepts",
            Kind::Address(Place::Upstream),
            "let the upstream of a datasource or a connector accept these secrets, and refuse all others",
            [&[Key::optional("secrets", SECRETS, "the secrets that it accepts; any if left out")], WAIT]
        ),
        variant!(
            StepVerb::Ready,
            "a `ready` step",
            "ready",
            Kind::Replica,
            "ask a replica whether it is ready",
            [
                &[
                    Key::required("status", Kind::Count(100, 599), "the status that it must answer"),
                    Key::optional(
                        "names",
                        Kind::List { of: &Kind::Address(Place::Ready), unique: true },
                        "the datasources that the answer must name",
                    ),
                ],
                WAIT
            ]
        ),
        variant!(
            StepVerb::Look,
            "a `look` step",
            "look",
            Kind::Address(Place::Entry),
            "look into a registry and compare",
            [&[Key::required("on", Kind::Replica, "the replica that is looked into")], entry::NOW, COLUMNS]
        ),
    ],
};
