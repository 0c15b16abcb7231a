//! `faults`: what goes wrong, and at which moment. The verb of a fault is its key.
//!
//! A fault is about a step, a row or a replica, never about a time. What it can never do to them is a
//! mistake; what it happened not to do in a run is a miss, which the run reports.

use super::fault_checks::{self, Steps};
use super::keys::{Choice, Key, Kind, Table};
use super::mistakes::Mistakes;
use super::row::Row;
use super::{Call, CallEffect, DeliveryEffect, Fault, FaultKind, Moment, Step};
use crate::names::Publish;

/// How often.
const TIMES: &[Key] = &[Key::optional(
    "times",
    Kind::Count(1, 1_000_000),
    "how often it fires at most; every time if left out",
)];

/// At whom.
const TO: &[Key] = &[Key::optional("to", Kind::Replica, "the receiver; every one if left out")];

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
const MOMENTS: &[&str] = &["before", "during", "after"];

macro_rules! variant {
    ($noun:literal, $verb:literal, $kind:expr, $doc:literal, [$($group:expr),*]) => {
        Table::new($noun, &[&[Key::required($verb, $kind, $doc)] $(, $group)*])
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
            [TO, TIMES]
        ),
        variant!(
            "a `duplicate` fault",
            "duplicate",
            Kind::Step,
            "the delivery arrives twice",
            [
                TO,
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
            [TO, &[Key::required("by", Kind::Duration, "how much longer it takes")], TIMES]
        ),
        variant!("a `corrupt` fault", "corrupt", Kind::Step, "the payload arrives unreadable", [TO, TIMES]),
        variant!(
            "a `misaddress` fault",
            "misaddress",
            Kind::Step,
            "the signal arrives with another name",
            [TO, &[Key::required("as", Kind::AnyName, "the name with which it arrives")], TIMES]
        ),
        variant!(
            "a `publish-error` fault",
            "publish-error",
            Kind::Step,
            "publishing this step's signal fails",
            []
        ),
        variant!(
            "a `read-error` fault",
            "read-error",
            Kind::Address,
            "a read of this row fails",
            [ON, OF, TIMES]
        ),
        variant!(
            "a `slow-read` fault",
            "slow-read",
            Kind::Address,
            "a read of this row is slow",
            [ON, OF, SLOW, TIMES]
        ),
        variant!(
            "a `list-error` fault",
            "list-error",
            Kind::Replica,
            "a listing by this replica fails; it is retried until one does not",
            [&[Key::required("times", Kind::Count(1, 1_000_000), "how often it fires")]]
        ),
        variant!(
            "a `slow-list` fault",
            "slow-list",
            Kind::Replica,
            "a listing by this replica is slow",
            [SLOW, TIMES]
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
            Kind::Address,
            "a build of this datasource fails",
            [ON, OF, TIMES]
        ),
        variant!(
            "a `slow-build` fault",
            "slow-build",
            Kind::Address,
            "a build of this datasource is slow",
            [ON, OF, SLOW, TIMES]
        ),
        Table {
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

/// Reads `faults`.
pub(super) fn read(
    file: &Row<'_>,
    steps: &[(Step, Row<'_>)],
    publish: Publish,
    log: &mut Mistakes,
) -> Vec<Fault> {
    let steps = Steps::new(steps, publish);
    let rows = file.list("faults").filter_map(|node| Row::choice(node, &FAULTS));
    let faults = rows.filter_map(|row| {
        let fault = Fault { times: times(&row), kind: kind(&row)? };
        fault_checks::check(&row, &fault.kind, &steps, log);
        Some(fault)
    });
    faults.collect()
}

fn times(row: &Row<'_>) -> Option<u32> {
    match row.keys.verb().name {
        "crash" => Some(1),
        _ if row.keys.find("times").is_none() => None,
        _ => row.count("times").and_then(|times| u32::try_from(times).ok()),
    }
}

fn kind(row: &Row<'_>) -> Option<FaultKind> {
    let verb = row.keys.verb().name;
    let object = row.text(verb)?;
    Some(match verb {
        "drop" | "duplicate" | "delay" | "corrupt" | "misaddress" => {
            FaultKind::Delivery { of: object, to: row.text("to"), effect: delivery(row)? }
        }
        "publish-error" => FaultKind::PublishError { of: object },
        "read-error" | "slow-read" => {
            FaultKind::Read { address: object, on: row.text("on"), of: row.text("of"), effect: call(row)? }
        }
        "list-error" | "slow-list" => FaultKind::List { on: object, effect: call(row)? },
        "write-error" | "slow-write" => FaultKind::Write { of: object, effect: call(row)? },
        "lose-answer" => FaultKind::AnswerLost { of: object },
        "count-error" => FaultKind::CountError { of: object },
        "build-error" | "slow-build" => {
            FaultKind::Build { address: object, on: row.text("on"), of: row.text("of"), effect: call(row)? }
        }
        "crash" => crash(row, object)?,
        _ => unreachable!("every verb of the table is read"),
    })
}

fn delivery(row: &Row<'_>) -> Option<DeliveryEffect> {
    Some(match row.keys.verb().name {
        "drop" => DeliveryEffect::Drop,
        "duplicate" => DeliveryEffect::Duplicate(row.duration("after")?),
        "delay" => DeliveryEffect::Delay(row.duration("by")?),
        "corrupt" => DeliveryEffect::Corrupt,
        _ => DeliveryEffect::Misaddress(row.text("as")?),
    })
}

fn call(row: &Row<'_>) -> Option<CallEffect> {
    if row.keys.find("by").is_none() {
        return Some(CallEffect::Error);
    }
    let by = row.duration("by")?;
    Some(match row.word("side")?.text {
        "after" => CallEffect::SlowAfter(by),
        _ => CallEffect::SlowBefore(by),
    })
}

fn crash(row: &Row<'_>, on: String) -> Option<FaultKind> {
    let name = MOMENTS.iter().copied().find(|name| row.has(name))?;
    let moment = match name {
        "before" => Moment::Before,
        "during" => Moment::During,
        _ => Moment::After,
    };
    let call = match row.word(name)?.text {
        "write" => Call::Write,
        "read" => Call::Read,
        "list" => Call::List,
        "publish" => Call::Publish,
        "subscribe" => Call::Subscribe,
        "open" => Call::Open,
        "close" => Call::Close,
        _ => return None,
    };
    Some(FaultKind::Crash { on, moment, call, of: row.text("of") })
}
