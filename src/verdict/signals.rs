//! How many signals the replicas published, and their exact payloads. Stray signals and failed publishes do not count.

use serde_json::Value;

use super::comparison::Comparison;
use super::finding::Failure;
use crate::history::{Event, EventKind, Payload};
use crate::model::PayloadExpect;

/// Compares the signals.
pub fn compare(comparison: &mut Comparison<'_>) {
    if let Some(expected) = comparison.scenario.expect.signals {
        let got = comparison.history.events.iter().filter(|event| is_signal(event)).count();
        if got != expected {
            comparison.failures.push(Failure::Signals { expected, got });
        }
    }
    if let Some(expected) = &comparison.scenario.expect.payloads {
        compare_payloads(comparison, expected);
    }
}

fn is_signal(event: &Event) -> bool {
    event.replica != Event::OUTSIDE && matches!(event.kind, EventKind::Published { ok: true, .. })
}

fn compare_payloads(comparison: &mut Comparison<'_>, expected: &[PayloadExpect]) {
    let published = in_order(&comparison.history.payloads);
    for place in 0..expected.len().max(published.len()) {
        let (wanted, got) = (expected.get(place), published.get(place));
        if !wanted.zip(got).is_some_and(|(wanted, got)| fits(wanted, got)) {
            let by_key = wanted.is_some_and(|wanted| wanted.partition_key.is_some());
            let expected = wanted.map(|wanted| shown(&wanted.json, wanted.partition_key.as_deref()));
            let got = got.map(|got| shown(&got.text, Some(&*got.partition_key).filter(|_| by_key)));
            comparison.failures.push(Failure::Payload { place, expected, got });
        }
    }
}

/// The payloads of the replicas, in the order of publishing. The signals of one write have no promised order; they are
/// sorted by channel.
fn in_order(payloads: &[Payload]) -> Vec<&Payload> {
    let is_own = |payload: &&Payload| payload.replica != Event::OUTSIDE;
    let first = |of: &Payload| payloads.iter().position(|payload| payload.request == of.request);
    let mut published: Vec<_> = payloads.iter().filter(is_own).collect();
    published.sort_by_key(|payload| (first(payload), payload.channel));
    published
}

fn fits(wanted: &PayloadExpect, got: &Payload) -> bool {
    let keyed = wanted.partition_key.as_ref().is_none_or(|key| *key == got.partition_key);
    keyed && canonical(&got.text).is_some_and(|json| Some(json) == canonical(&wanted.json))
}

/// A payload as a JSON value, whose members have no order.
fn canonical(text: &str) -> Option<Value> {
    serde_json::from_str(text).ok()
}

fn shown(json: &str, partition_key: Option<&str>) -> String {
    partition_key.map_or_else(|| json.to_owned(), |key| format!("{json} under {key}"))
}
