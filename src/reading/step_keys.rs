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

const MIGRATE: &[Key] = &[Key::required("to", Kind::Words, "the entry of the secrets table to move it to")];

const ATTACH: &[Key] = &[Key::optional("node-id", Kind::Words, "another node id than the replica's own")];

const CUT: &[Key] = &[Key::default(
    "noticed",
    Kind::Flag,
    "true",
    "whether it notices, and so reconnects when the link is whole",
)];

const SIGNAL: &[Key] = &[
    Key::default("origin", Kind::Text, "outside", "the node id in its payload"),
    Key::optional("payload", Kind::Text, "the whole payload instead, which need not be JSON"),
];

const ACCEPTS: &[Key] = &[Key::optional("secrets", SECRETS, "the secrets that it accepts; any if left out")];

const READY: &[Key] = &[
    Key::required("status", Kind::Count(100, 599), "the status that it must answer"),
    Key::optional(
        "names",
        Kind::List { of: &Kind::Address(Place::Ready), unique: true },
        "the datasources that the answer must name",
    ),
];

const LOOK: &[Key] = &[Key::required("on", Kind::Replica, "the replica that is looked into")];

// A macro, because a function could not build the list of groups as static data.
macro_rules! variant {
    ($meaning:expr, $article:ident $verb:literal, $kind:expr, $doc:literal, [$($group:expr),*]) => {
        Variant {
            verb: $meaning,
            keys: KeyTable::new(
                concat!(stringify!($article), " `", $verb, "` step"),
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
        variant!(StepVerb::Request(Verb::Create), a "create", Kind::AnyName(Place::Row),
            "create a row that must not exist", [DOOR, COLUMNS, SECRET, WAIT]),
        variant!(StepVerb::Request(Verb::Update), an "update", Kind::AnyName(Place::Row),
            "change a row that must exist", [DOOR, COLUMNS, SECRET, WAIT]),
        variant!(StepVerb::Request(Verb::Put), a "put", Kind::AnyName(Place::Row),
            "create or update a row, whichever fits", [DOOR, COLUMNS, SECRET, WAIT]),
        variant!(StepVerb::Request(Verb::Delete), a "delete", Kind::AnyName(Place::Row),
            "delete a row that must exist", [DOOR, WAIT]),
        variant!(StepVerb::Request(Verb::Migrate), a "migrate", Kind::AnyName(Place::Row),
            "move a datasource's secret to the secrets table", [MIGRATE, DOOR, WAIT]),
        variant!(StepVerb::Request(Verb::Read), a "read", Kind::AnyName(Place::Item),
            "read an item of metadata through the cache", [DOOR, WAIT]),
        variant!(StepVerb::Request(Verb::List), a "list", Kind::AnyName(Place::Type),
            "read the listing of a type of metadata through the cache", [DOOR, WAIT]),
        variant!(StepVerb::Request(Verb::Watch), a "watch", Kind::AnyName(Place::Type),
            "watch a type of metadata: whoever watches reads it again whenever it changes", [DOOR, WAIT]),
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
        variant!(StepVerb::Boot, a "boot", Kind::Replica, "begin the first life of a late replica", [WAIT]),
        variant!(StepVerb::Crash, a "crash", Kind::Replica, "end a replica's life without warning", [WAIT]),
        variant!(StepVerb::Restart, a "restart", Kind::Replica,
            "crash it and boot it again; a boot only, if it is down", [WAIT]),
        variant!(StepVerb::Shutdown, a "shutdown", Kind::Replica,
            "end a replica's life in good order", [WAIT]),
        variant!(StepVerb::Pause, a "pause", Kind::Replica, "let a replica stand still", [WAIT]),
        variant!(StepVerb::Resume, a "resume", Kind::Replica, "let it go on", [WAIT]),
        variant!(StepVerb::Reload, a "reload", Kind::Replica, "reload the lanes of a replica", [WAIT]),
        variant!(StepVerb::Attach, an "attach", Kind::Replica,
            "attach the lanes of a replica", [ATTACH, WAIT]),
        variant!(StepVerb::Detach, a "detach", Kind::Replica, "detach the lanes of a replica", [WAIT]),
        variant!(StepVerb::Cut, a "cut", Kind::Replica,
            "cut what comes to a replica from the bus; what it publishes still goes out", [CUT, WAIT]),
        variant!(StepVerb::Heal, a "heal", Kind::Replica, "make the link whole again", [WAIT]),
        variant!(StepVerb::Signal, a "signal", Kind::AnyName(Place::Signal),
            "publish a stray signal about a row, from outside the cluster", [SIGNAL, WAIT]),
        variant!(StepVerb::Upstream { reachable: false }, an "unreachable", Kind::Address(Place::Upstream),
            "make the upstream of a datasource or a connector unreachable", [WAIT]),
        variant!(StepVerb::Upstream { reachable: true }, a "reachable", Kind::Address(Place::Upstream),
            "make it reachable again", [WAIT]),
        variant!(StepVerb::Accepts, an "accepts", Kind::Address(Place::Upstream),
            "let the upstream of a datasource or a connector accept these secrets, and refuse all others",
            [ACCEPTS, WAIT]),
        variant!(StepVerb::Ready, a "ready", Kind::Replica,
            "ask a replica whether it is ready", [READY, WAIT]),
        variant!(StepVerb::Look, a "look", Kind::Address(Place::Entry),
            "look into a registry and compare", [LOOK, entry::NOW, COLUMNS]),
    ],
};
