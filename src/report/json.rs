//! Runs, findings and states as JSON for machines.
//!
//! Seeds are numbers, instants are whole microseconds, digests are hexadecimal text.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::describe::EventDescriber;
use crate::history::{Event, History, RowState};
use crate::oracle::Stale;
use crate::verdict::{Failure, JudgedRun};

/// A judged run with its digest, without its events.
pub fn judged_run(run: &JudgedRun, digest: &str) -> Value {
    let JudgedRun { history, verdict, findings, .. } = run;
    let failure = |failure: &Failure| json!({ "group": failure.group().to_string(), "text": failure.described(history).to_string() });
    json!({
        "seed": history.seed,
        "status": verdict.status.name(),
        "digest": digest,
        "failures": verdict.failures.iter().map(failure).collect::<Vec<_>>(),
        "misses": verdict.misses.iter().map(|miss| miss.described(history).to_string()).collect::<Vec<_>>(),
        "stale": findings.stale.iter().map(|stale| self::stale(history, stale)).collect::<Vec<_>>(),
    })
}

/// A stale entry with the chances to heal that it had.
fn stale(history: &History, stale: &Stale) -> Value {
    let chances = stale.chances.iter().map(|charge| {
        json!({
            "chance": charge.chance.described(history).to_string(),
            "cause": charge.cause.name(),
            "at_us": charge.at.0,
            "event": charge.event,
        })
    });
    json!({
        "replica": history.header.replica(stale.replica),
        "name": history.described(stale.address).to_string(),
        "since_us": stale.since.0,
        "cause": stale.cause.map(crate::names::Cause::name),
        "allowed": stale.allowed,
        "chances": chances.collect::<Vec<_>>(),
    })
}

/// The rows at the end of a run, and what each registry held.
pub fn state(history: &History) -> Value {
    let rows = history.rows.iter().map(|row| {
        let version = row.version;
        json!({
            "name": history.described(row.address).to_string(),
            "revision": version.revision.0,
            "active": version.state == RowState::Active,
            "columns": row.content,
        })
    });
    let registries = history.final_views().map(|view| {
        let entries = view.entries.iter().map(|entry| {
            json!({
                "name": history.described(entry.address).to_string(),
                "instance": entry.instance.map(|instance| instance.nth),
                "state": entry.state.map(crate::names::ConnectorState::name),
                "code": entry.code,
                "revision": entry.revision.map(|revision| revision.0),
                "columns": entry.content,
            })
        });
        (history.header.replica(view.replica).to_owned(), entries.collect())
    });
    json!({ "rows": rows.collect::<Vec<_>>(), "registries": registries.collect::<BTreeMap<_, Value>>() })
}

/// The events of a run, in order.
pub fn events(history: &History) -> Value {
    let describer = EventDescriber::new(history);
    let event = |event: &Event| {
        let (glyph, text) = describer.describe(&event.kind);
        let replica = (event.replica != Event::OUTSIDE).then(|| history.header.replica(event.replica));
        json!({
            "at_us": event.at.0,
            "replica": replica,
            "life": event.life.0,
            "kind": glyph.meaning(),
            "text": text,
        })
    };
    history.events.iter().map(event).collect()
}
