//! The keys of the faults, by their verbs.

use super::address::Place;
use super::keys::{Choice, Key, KeyTable, Kind};

/// How often.
const TIMES: &[Key] = &[Key::optional(
    "times",
    Kind::Count(1, 1_000_000),
    "how often it fires at most; every time if left out",
)];

/// At whom.
const TO: &[Key] = &[Key::optional("to", Kind::Replica, "the receiver; every one if left out")];

/// On which lane.
const LANE: &[Key] =
    &[Key::optional("lane", Kind::Lane, "the lane of the signal; each that the step signals if left out")];

/// Of which lane.
const LISTED: &[Key] =
    &[Key::optional("lane", Kind::Lane, "the lane whose rows are listed; each if left out")];

/// At which subscriber.
const AT: &[Key] = &[Key::required("on", Kind::Replica, "the replica that subscribes")];

/// By whom.
const ON: &[Key] = &[Key::optional("on", Kind::Replica, "the replica that calls; every one if left out")];

/// Because of what.
const OF: &[Key] = &[Key::optional("of", Kind::Step, "only what this step causes")];

/// How slow.
const SLOW: &[Key] = &[
    Key::required("by", Kind::Duration, "how much longer it takes"),
    Key::default(
        "side",
        Kind::OneOf(&["before", "after"]),
        "before",
        "whether the call acts late, or its answer is late",
    ),
];

/// The port calls by which a crash is placed.
const CALLS: Kind = Kind::OneOf(&["write", "read", "list", "publish", "subscribe", "open", "close"]);

/// The moments of a crash.
pub(super) const MOMENTS: &[&str] = &["before", "during", "after"];

macro_rules! variant {
    ($noun:literal, $verb:literal, $kind:expr, $doc:literal, [$($group:expr),*]) => {
        KeyTable::new($noun, &[&[Key::required($verb, $kind, $doc)] $(, $group)*])
    };
}

/// The faults by their verbs.
pub(super) static FAULTS: Choice = Choice {
    noun: "fault",
    one: "a fault does one thing",
    none: "this fault does nothing",
    apart: "make a fault of each",
    example: "{ drop = \"STEP\" }",
    variants: &[
        variant!(
            "a `drop` fault",
            "drop",
            Kind::Step,
            "the bus loses the delivery of this step's signal",
            [TO, LANE, TIMES]
        ),
        variant!(
            "a `duplicate` fault",
            "duplicate",
            Kind::Step,
            "the delivery arrives twice",
            [
                TO,
                LANE,
                &[Key::default(
                    "after",
                    Kind::Duration,
                    "1ms",
                    "how long after the first the second copy arrives"
                )],
                TIMES
            ]
        ),
        variant!(
            "a `delay` fault",
            "delay",
            Kind::Step,
            "the delivery takes longer",
            [TO, LANE, &[Key::required("by", Kind::Duration, "how much longer it takes")], TIMES]
        ),
        variant!(
            "a `corrupt` fault",
            "corrupt",
            Kind::Step,
            "the payload arrives unreadable",
            [TO, LANE, TIMES]
        ),
        variant!(
            "a `misaddress` fault",
            "misaddress",
            Kind::Step,
            "the signal arrives with another name",
            [TO, LANE, &[Key::required("as", Kind::Text, "the name with which it arrives")], TIMES]
        ),
        variant!(
            "a `publish-error` fault",
            "publish-error",
            Kind::Step,
            "publishing this step's signal fails",
            [LANE]
        ),
        variant!(
            "a `subscribe-error` fault",
            "subscribe-error",
            Kind::Lane,
            "the bus refuses the subscription of this lane",
            [AT, TIMES]
        ),
        variant!(
            "an `unsubscribe-error` fault",
            "unsubscribe-error",
            Kind::Lane,
            "the bus refuses to end the subscription of this lane",
            [AT, TIMES]
        ),
        variant!(
            "a `read-error` fault",
            "read-error",
            Kind::Address(Place::Read),
            "a read of this fails",
            [ON, OF, TIMES]
        ),
        variant!(
            "a `slow-read` fault",
            "slow-read",
            Kind::Address(Place::Read),
            "a read of this is slow",
            [ON, OF, SLOW, TIMES]
        ),
        variant!(
            "a `list-error` fault",
            "list-error",
            Kind::Replica,
            "a listing by this replica fails; it is retried until one does not",
            [LISTED, &[Key::required("times", Kind::Count(1, 1_000_000), "how often it fires")]]
        ),
        variant!(
            "a `slow-list` fault",
            "slow-list",
            Kind::Replica,
            "a listing by this replica is slow",
            [LISTED, SLOW, TIMES]
        ),
        variant!(
            "a `write-error` fault",
            "write-error",
            Kind::Step,
            "the transaction of this step fails",
            []
        ),
        variant!(
            "a `slow-write` fault",
            "slow-write",
            Kind::Step,
            "the transaction of this step is slow",
            [SLOW]
        ),
        variant!(
            "a `lose-answer` fault",
            "lose-answer",
            Kind::Step,
            "the transaction commits, and its answer gets lost",
            []
        ),
        variant!(
            "a `count-error` fault",
            "count-error",
            Kind::Step,
            "the objects bound to the row of this delete cannot be counted",
            []
        ),
        variant!(
            "a `build-error` fault",
            "build-error",
            Kind::Address(Place::Build),
            "a build of this fails",
            [ON, OF, TIMES]
        ),
        variant!(
            "a `slow-build` fault",
            "slow-build",
            Kind::Address(Place::Build),
            "a build of this is slow",
            [ON, OF, SLOW, TIMES]
        ),
        KeyTable {
            one_of: MOMENTS,
            ..variant!(
                "a `crash` fault",
                "crash",
                Kind::Replica,
                "this replica crashes, once, at one of its port calls",
                [
                    &[
                        Key::optional("before", CALLS, "instead of sending this call"),
                        Key::optional(
                            "during",
                            CALLS,
                            "after this call was sent and before it acts: it still acts"
                        ),
                        Key::optional(
                            "after",
                            CALLS,
                            "right after this call acted, before its answer arrives"
                        ),
                    ],
                    OF
                ]
            )
        },
    ],
};
