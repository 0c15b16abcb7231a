//! The verbs of the faults, and the keys of each.

use super::address::Place;
use super::choice::{Choice, Variant};
use super::keys::{Key, KeyTable, Kind, VerbMessages};
use crate::model::{Call, Moment};

/// What a fault does, by its verb.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaultVerb {
    /// Something happens to the delivery of a signal.
    Delivery(DeliveryVerb),
    PublishError,
    /// A subscription is refused, or the end of one.
    Subscription {
        ending: bool,
    },
    /// Something happens to a read of one row.
    Read(CallVerb),
    /// Something happens to a listing.
    List(CallVerb),
    /// Something happens to a transaction.
    Write(CallVerb),
    LoseAnswer,
    CountError,
    /// Something happens to a build.
    Build(CallVerb),
    Crash,
}

/// What happens to a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeliveryVerb {
    Drop,
    Duplicate,
    Delay,
    Corrupt,
    Misaddress,
}

/// What happens to a port call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CallVerb {
    Error,
    Slow,
}

const TIMES: &[Key] = &[Key::optional(
    "times",
    Kind::Count(1, 1_000_000),
    "how often it fires at most; every time if left out",
)];

const TO: &[Key] = &[Key::optional("to", Kind::Replica, "the receiver; every one if left out")];

const LANE: &[Key] =
    &[Key::optional("lane", Kind::Lane, "the lane of the signal; each that the step signals if left out")];

const LISTED_LANE: &[Key] =
    &[Key::optional("lane", Kind::Lane, "the lane whose rows are listed; each if left out")];

const SUBSCRIBER: &[Key] = &[Key::required("on", Kind::Replica, "the replica that subscribes")];

const ON: &[Key] = &[Key::optional("on", Kind::Replica, "the replica that calls; every one if left out")];

const OF: &[Key] = &[Key::optional("of", Kind::Step, "only what this step causes")];

const SLOW: &[Key] = &[
    Key::required("by", Kind::Duration, "how much longer it takes"),
    Key::default(
        "side",
        Kind::OneOf(&["before", "after"]),
        "before",
        "whether the call acts late, or its answer is late",
    ),
];

const DUPLICATE: &[Key] =
    &[Key::default("after", Kind::Duration, "1ms", "how long after the first the second copy arrives")];

const DELAY: &[Key] = &[Key::required("by", Kind::Duration, "how much longer it takes")];

const MISADDRESS: &[Key] = &[Key::required("as", Kind::Text, "the name with which it arrives")];

// A boot retries its listing until one succeeds, so a listing that fails every time would end no boot.
const LIST_ERROR: &[Key] = &[Key::required("times", Kind::Count(1, 1_000_000), "how often it fires")];

/// The moments of a crash: one key for each. Its value is the port call.
pub(super) const MOMENTS: [(&str, Moment); 3] =
    [("before", Moment::Before), ("during", Moment::During), ("after", Moment::After)];

/// The port calls at which a replica can crash.
pub(super) const CALLS: [(&str, Call); 7] = [
    ("write", Call::Write),
    ("read", Call::Read),
    ("list", Call::List),
    ("publish", Call::Publish),
    ("subscribe", Call::Subscribe),
    ("open", Call::Open),
    ("close", Call::Close),
];

const CALL: Kind = Kind::OneOf(&words(&CALLS));

const CRASH: &[Key] =
    &[Key::required("crash", Kind::Replica, "this replica crashes, once, at one of its port calls")];

const CRASH_CALL: &[Key] = &[
    Key::optional("before", CALL, "instead of sending this call"),
    Key::optional("during", CALL, "after this call was sent and before it acts: it still acts"),
    Key::optional("after", CALL, "right after this call acted, before its answer arrives"),
];

/// The words of a list of pairs.
const fn words<T, const N: usize>(pairs: &[(&'static str, T); N]) -> [&'static str; N] {
    let mut words = [""; N];
    let mut at = 0;
    while at < N {
        words[at] = pairs[at].0;
        at += 1;
    }
    words
}

// A macro, because a function could not build the list of groups as static data.
macro_rules! variant {
    ($meaning:expr, $article:ident $verb:literal, $kind:expr, $doc:literal, [$($group:expr),*]) => {
        Variant {
            verb: $meaning,
            keys: KeyTable::new(
                concat!(stringify!($article), " `", $verb, "` fault"),
                &[&[Key::required($verb, $kind, $doc)] $(, $group)*],
            ),
        }
    };
}

/// The faults by their verbs.
pub(super) static FAULTS: Choice<FaultVerb> = Choice {
    messages: VerbMessages {
        noun: "fault",
        one: "a fault does one thing",
        none: "this fault does nothing",
        apart: "make a fault of each",
        example: "{ drop = \"STEP\" }",
    },
    variants: &[
        variant!(FaultVerb::Delivery(DeliveryVerb::Drop), a "drop", Kind::Step,
            "the bus loses the delivery of this step's signal", [TO, LANE, TIMES]),
        variant!(FaultVerb::Delivery(DeliveryVerb::Duplicate), a "duplicate", Kind::Step,
            "the delivery arrives twice", [TO, LANE, DUPLICATE, TIMES]),
        variant!(FaultVerb::Delivery(DeliveryVerb::Delay), a "delay", Kind::Step,
            "the delivery takes longer", [TO, LANE, DELAY, TIMES]),
        variant!(FaultVerb::Delivery(DeliveryVerb::Corrupt), a "corrupt", Kind::Step,
            "the payload arrives unreadable", [TO, LANE, TIMES]),
        variant!(FaultVerb::Delivery(DeliveryVerb::Misaddress), a "misaddress", Kind::Step,
            "the signal arrives with another name", [TO, LANE, MISADDRESS, TIMES]),
        variant!(FaultVerb::PublishError, a "publish-error", Kind::Step,
            "publishing this step's signal fails", [LANE]),
        variant!(FaultVerb::Subscription { ending: false }, a "subscribe-error", Kind::Lane,
            "the bus refuses the subscription of this lane", [SUBSCRIBER, TIMES]),
        variant!(FaultVerb::Subscription { ending: true }, an "unsubscribe-error", Kind::Lane,
            "the bus refuses to end the subscription of this lane", [SUBSCRIBER, TIMES]),
        variant!(FaultVerb::Read(CallVerb::Error), a "read-error", Kind::Address(Place::Read),
            "a read of this fails", [ON, OF, TIMES]),
        variant!(FaultVerb::Read(CallVerb::Slow), a "slow-read", Kind::Address(Place::Read),
            "a read of this is slow", [ON, OF, SLOW, TIMES]),
        variant!(FaultVerb::List(CallVerb::Error), a "list-error", Kind::Replica,
            "a listing by this replica fails; it is retried until one does not", [LISTED_LANE, LIST_ERROR]),
        variant!(FaultVerb::List(CallVerb::Slow), a "slow-list", Kind::Replica,
            "a listing by this replica is slow", [LISTED_LANE, SLOW, TIMES]),
        variant!(FaultVerb::Write(CallVerb::Error), a "write-error", Kind::Step,
            "the transaction of this step fails", []),
        variant!(FaultVerb::Write(CallVerb::Slow), a "slow-write", Kind::Step,
            "the transaction of this step is slow", [SLOW]),
        variant!(FaultVerb::LoseAnswer, a "lose-answer", Kind::Step,
            "the transaction commits, and its answer gets lost", []),
        variant!(FaultVerb::CountError, a "count-error", Kind::Step,
            "the objects bound to the row of this delete cannot be counted", []),
        variant!(FaultVerb::Build(CallVerb::Error), a "build-error", Kind::Address(Place::Build),
            "a build of this fails", [ON, OF, TIMES]),
        variant!(FaultVerb::Build(CallVerb::Slow), a "slow-build", Kind::Address(Place::Build),
            "a build of this is slow", [ON, OF, SLOW, TIMES]),
        Variant {
            verb: FaultVerb::Crash,
            keys: KeyTable {
                one_of: &words(&MOMENTS),
                ..KeyTable::new("a `crash` fault", &[CRASH, CRASH_CALL, OF])
            },
        },
    ],
};
