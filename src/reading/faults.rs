//! `faults`: what goes wrong, and at which moment. The verb of a fault is its key.
//!
//! A fault is about a step, a row or a replica, never about a time. A fault that can never do anything to them is a
//! mistake of the file. One that merely does nothing in a run is a miss, which the run reports.

use super::fault_checks;
use super::fault_keys::{CALLS, CallVerb, DeliveryVerb, FAULTS, FaultVerb, MOMENTS};
use super::mistakes::Mistakes;
use super::parsed_step::{self, ParsedStep};
use super::toml_table::TomlTable;
use crate::model::{CallEffect, DeliveryEffect, Fault, FaultKind};
use crate::names::{Publish, Service};

/// Reads `faults`.
pub(super) fn read(
    file: &TomlTable<'_>,
    services: &[Service],
    steps: &[ParsedStep<'_>],
    publish: Publish,
    mistakes: &mut Mistakes,
) -> Vec<Fault> {
    let steps = parsed_step::by_id(steps);
    let tables = file.list("faults").filter_map(|node| TomlTable::choice(node, &FAULTS));
    let faults = tables.filter_map(|(verb, table)| {
        let fault = Fault { times: times(verb, &table), kind: kind(verb, &table, services)? };
        fault_checks::check(&table, &fault.kind, &steps, publish, mistakes);
        Some(fault)
    });
    faults.collect()
}

/// How often a fault fires at most; `None` for every time.
fn times(verb: FaultVerb, table: &TomlTable<'_>) -> Option<u32> {
    if verb == FaultVerb::Crash {
        return Some(1);
    }
    table.keys.find("times")?;
    table.count("times").and_then(|times| u32::try_from(times).ok())
}

fn kind(verb: FaultVerb, table: &TomlTable<'_>, services: &[Service]) -> Option<FaultKind> {
    // What the fault is about: the value of the verb, which is a step, a replica, an address or a lane.
    let object = || table.text(table.verb());
    let address = || table.address(table.verb(), services);
    let lane = || table.lane("lane").filter(|lane| services.contains(&lane.service()));
    let (on, of) = (|| table.text("on"), || table.text("of"));
    Some(match verb {
        FaultVerb::Delivery(verb) => {
            let effect = delivery(verb, table)?;
            FaultKind::Delivery { of: object()?, to: table.text("to"), lane: lane(), effect }
        }
        FaultVerb::PublishError => FaultKind::PublishError { of: object()?, lane: lane() },
        FaultVerb::Subscription { ending } => {
            FaultKind::Subscription { on: on()?, lane: table.lane(table.verb())?, ending }
        }
        FaultVerb::Read(verb) => {
            FaultKind::Read { address: address()?, on: on(), of: of(), effect: call(verb, table)? }
        }
        FaultVerb::List(verb) => FaultKind::List { on: object()?, lane: lane(), effect: call(verb, table)? },
        FaultVerb::Write(verb) => FaultKind::Write { of: object()?, effect: call(verb, table)? },
        FaultVerb::LoseAnswer => FaultKind::AnswerLost { of: object()? },
        FaultVerb::CountError => FaultKind::CountError { of: object()? },
        FaultVerb::Build(verb) => {
            FaultKind::Build { address: address()?, on: on(), of: of(), effect: call(verb, table)? }
        }
        FaultVerb::Crash => crash(table, object()?)?,
    })
}

fn delivery(verb: DeliveryVerb, table: &TomlTable<'_>) -> Option<DeliveryEffect> {
    Some(match verb {
        DeliveryVerb::Drop => DeliveryEffect::Drop,
        DeliveryVerb::Duplicate => DeliveryEffect::Duplicate(table.duration("after")?),
        DeliveryVerb::Delay => DeliveryEffect::Delay(table.duration("by")?),
        DeliveryVerb::Corrupt => DeliveryEffect::Corrupt,
        DeliveryVerb::Misaddress => DeliveryEffect::Misaddress(table.text("as")?),
    })
}

fn call(verb: CallVerb, table: &TomlTable<'_>) -> Option<CallEffect> {
    match verb {
        CallVerb::Error => Some(CallEffect::Error),
        CallVerb::Slow => {
            let by = table.duration("by")?;
            let is_after = table.word("side")?.text == "after";
            Some(if is_after { CallEffect::SlowAfter(by) } else { CallEffect::SlowBefore(by) })
        }
    }
}

fn crash(table: &TomlTable<'_>, on: String) -> Option<FaultKind> {
    let (name, moment) = MOMENTS.into_iter().find(|(name, _)| table.has(name))?;
    let word = table.word(name)?;
    let (_, call) = CALLS.into_iter().find(|(call, _)| *call == word.text)?;
    Some(FaultKind::Crash { on, moment, call, of: table.text("of") })
}
