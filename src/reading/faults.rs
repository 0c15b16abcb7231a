//! `faults`: what goes wrong, and at which moment. The verb of a fault is its key.
//!
//! A fault is about a step, a row or a replica, never about a time. What it can never do to them is a
//! mistake; what it happened not to do in a run is a miss, which the run reports.

use super::fault_checks::{self, Steps};
use super::fault_keys::MOMENTS;
use super::mistakes::Mistakes;
use super::toml_table::TomlTable;
use crate::model::{Call, CallEffect, DeliveryEffect, Fault, FaultKind, Moment, Step};
use crate::names::{Publish, Service};

pub(super) use super::fault_keys::FAULTS;

/// Reads `faults`.
pub(super) fn read(
    file: &TomlTable<'_>,
    services: &[Service],
    steps: &[(Step, TomlTable<'_>)],
    publish: Publish,
    log: &mut Mistakes,
) -> Vec<Fault> {
    let steps = Steps::new(steps, publish);
    let rows = file.list("faults").filter_map(|node| TomlTable::choice(node, &FAULTS));
    let faults = rows.filter_map(|row| {
        let fault = Fault { times: times(&row), kind: kind(&row, services)? };
        fault_checks::check(&row, &fault.kind, &steps, log);
        Some(fault)
    });
    faults.collect()
}

fn times(row: &TomlTable<'_>) -> Option<u32> {
    match row.keys.verb().name {
        "crash" => Some(1),
        _ if row.keys.find("times").is_none() => None,
        _ => row.count("times").and_then(|times| u32::try_from(times).ok()),
    }
}

fn kind(row: &TomlTable<'_>, services: &[Service]) -> Option<FaultKind> {
    let verb = row.keys.verb().name;
    let object = row.text(verb)?;
    let address = row.address(verb, services);
    let lane = || row.lane("lane").filter(|lane| services.contains(&lane.service()));
    Some(match verb {
        "drop" | "duplicate" | "delay" | "corrupt" | "misaddress" => {
            let (to, lane) = (row.text("to"), lane());
            FaultKind::Delivery { of: object, to, lane, effect: delivery(row)? }
        }
        "publish-error" => FaultKind::PublishError { of: object, lane: lane() },
        "subscribe-error" | "unsubscribe-error" => FaultKind::Subscription {
            on: row.text("on")?,
            lane: row.lane(verb)?,
            ending: verb == "unsubscribe-error",
        },
        "read-error" | "slow-read" => {
            FaultKind::Read { address: address?, on: row.text("on"), of: row.text("of"), effect: call(row)? }
        }
        "list-error" | "slow-list" => FaultKind::List { on: object, lane: lane(), effect: call(row)? },
        "write-error" | "slow-write" => FaultKind::Write { of: object, effect: call(row)? },
        "lose-answer" => FaultKind::AnswerLost { of: object },
        "count-error" => FaultKind::CountError { of: object },
        "build-error" | "slow-build" => {
            FaultKind::Build { address: address?, on: row.text("on"), of: row.text("of"), effect: call(row)? }
        }
        "crash" => crash(row, object)?,
        _ => unreachable!("every verb of the table is read"),
    })
}

fn delivery(row: &TomlTable<'_>) -> Option<DeliveryEffect> {
    Some(match row.keys.verb().name {
        "drop" => DeliveryEffect::Drop,
        "duplicate" => DeliveryEffect::Duplicate(row.duration("after")?),
        "delay" => DeliveryEffect::Delay(row.duration("by")?),
        "corrupt" => DeliveryEffect::Corrupt,
        _ => DeliveryEffect::Misaddress(row.text("as")?),
    })
}

fn call(row: &TomlTable<'_>) -> Option<CallEffect> {
    if row.keys.find("by").is_none() {
        return Some(CallEffect::Error);
    }
    let by = row.duration("by")?;
    Some(match row.word("side")?.text {
        "after" => CallEffect::SlowAfter(by),
        _ => CallEffect::SlowBefore(by),
    })
}

fn crash(row: &TomlTable<'_>, on: String) -> Option<FaultKind> {
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
