//! Entries of registries: what a step saw when it looked, and what is there at the end.
//!
//! Whether an entry is stale is weighed beside the other stale ones. The instance of the beginning is the
//! one in the view that was taken for request 0, just before the first step began. A replica that is down
//! holds nothing.

use std::collections::BTreeMap;

use super::names;
use super::{Comparison, Difference, Failure, Miss, Moment};
use crate::history::{Entry, EventKind};
use crate::model::{Action, EntryExpect};
use crate::names::{AddressId, InstanceId, ReplicaId, RequestId};

/// Weighs every look and every entry of `[expect]`.
pub fn compare(comparison: &mut Comparison<'_>) {
    for step in &comparison.scenario.steps {
        let Action::Look(expected) = &step.action else { continue };
        let request = names::request(comparison.history, &step.id);
        let replica = names::replica(comparison.history, &expected.replica);
        let looked = request.zip(replica).and_then(|(request, replica)| {
            names::view(comparison.history, Some(request), replica).map(|view| &view.entries[..])
        });
        match looked {
            Some(entries) => compare_entry(comparison, expected, entries, &Moment::Look(step.id.clone())),
            None => comparison.misses.push(Miss::Step(step.id.clone())),
        }
    }
    for expected in &comparison.scenario.expect.entries {
        let replica = names::replica(comparison.history, &expected.replica);
        let view = replica.and_then(|replica| names::view(comparison.history, None, replica));
        compare_entry(comparison, expected, view.map_or(&[], |view| &view.entries), &Moment::End);
        count(comparison, expected);
        judged(comparison, expected);
    }
}

fn compare_entry(
    comparison: &mut Comparison<'_>,
    expected: &EntryExpect,
    entries: &[Entry],
    moment: &Moment,
) {
    let address = names::address(comparison.history, &expected.address);
    let entry = entries.iter().find(|entry| Some(entry.address) == address);
    let held = entry.is_some_and(|entry| entry.instance.is_some());
    if expected.held.is_some_and(|expected| expected != held) {
        differs(comparison, expected, moment, Difference::Held { got: held });
    }
    if let Some(same) = expected.same_instance {
        let first = first_instance(comparison, expected);
        let got = first.is_some() && first == entry.and_then(|entry| entry.instance);
        if got != same {
            differs(comparison, expected, moment, Difference::SameInstance { got });
        }
    }
    if expected.absent == Some(false) && entry.is_some_and(|entry| entry.content.contains_key("absent")) {
        let (field, value) = ("absent", false.to_string());
        differs(
            comparison,
            expected,
            moment,
            Difference::Field { field, expected: value, got: Some(true.to_string()) },
        );
    }
    for (field, value) in content(expected) {
        let got = entry.and_then(|entry| entry.content.get(field));
        let fits = |got: &String| if field == "reason" { got.contains(&value) } else { *got == value };
        if !got.is_some_and(fits) {
            let got = got.cloned();
            differs(comparison, expected, moment, Difference::Field { field, expected: value, got });
        }
    }
}

/// What is expected of an entry's content, by column.
fn content(expected: &EntryExpect) -> BTreeMap<&'static str, String> {
    let mut content = expected.columns.named();
    content.extend(expected.state.iter().map(|state| ("state", state.clone())));
    content.extend(expected.reason.iter().map(|reason| ("reason", reason.clone())));
    content.extend(expected.absent.filter(|absent| *absent).map(|absent| ("absent", absent.to_string())));
    content.extend(expected.serving.map(|revision| ("serving", format!("revision {revision}"))));
    content.extend(expected.names.iter().map(|names| ("names", names.join(", "))));
    content
}

fn differs(comparison: &mut Comparison<'_>, expected: &EntryExpect, moment: &Moment, what: Difference) {
    let (replica, address) = (expected.replica.clone(), expected.address.clone());
    comparison.failures.push(Failure::Entry { replica, address, moment: moment.clone(), what });
}

/// The instance that the replica held when the first step began.
fn first_instance(comparison: &Comparison<'_>, expected: &EntryExpect) -> Option<InstanceId> {
    let replica = names::replica(comparison.history, &expected.replica)?;
    let address = names::address(comparison.history, &expected.address)?;
    let view = names::view(comparison.history, Some(RequestId(0)), replica)?;
    view.entries.iter().find(|entry| entry.address == address).and_then(|entry| entry.instance)
}

/// Compares the builds and the reads that the replica began for the address.
fn count(comparison: &mut Comparison<'_>, expected: &EntryExpect) {
    if expected.builds.is_none() && expected.reads.is_none() {
        return;
    }
    let replica = names::replica(comparison.history, &expected.replica);
    let address = names::address(comparison.history, &expected.address);
    let (builds, reads) = replica.zip(address).map_or((0, 0), |entry| begun(comparison, entry));
    if let Some(expected_builds) = expected.builds.filter(|expected| *expected != builds) {
        let what = Difference::Builds { expected: expected_builds, got: builds };
        differs(comparison, expected, &Moment::End, what);
    }
    if let Some(expected_reads) = expected.reads.filter(|expected| *expected != reads) {
        let what = Difference::Reads { expected: expected_reads, got: reads };
        differs(comparison, expected, &Moment::End, what);
    }
}

/// How many builds and reads a replica began for an address.
fn begun(comparison: &Comparison<'_>, (replica, of): (ReplicaId, AddressId)) -> (usize, usize) {
    let (mut builds, mut reads) = (0, 0);
    for event in comparison.history.events.iter().filter(|event| event.replica == replica) {
        match event.kind {
            EventKind::OpenBegan { address, .. } if address == of => builds += 1,
            EventKind::ReadBegan { address, .. } if address == of => reads += 1,
            _ => {}
        }
    }
    (builds, reads)
}

/// An entry that only has to have converged says nothing about a replica that is not judged.
fn judged(comparison: &mut Comparison<'_>, expected: &EntryExpect) {
    let replica = names::replica(comparison.history, &expected.replica);
    let judged = replica.is_some_and(|replica| comparison.findings.judged.contains(&replica));
    let counted = expected.builds.is_some() || expected.reads.is_some();
    let says_more = counted || expected.held.is_some() || expected.same_instance.is_some();
    if !judged && !says_more && expected.stale.is_none() && content(expected).is_empty() {
        let (replica, address) = (expected.replica.clone(), expected.address.clone());
        comparison.misses.push(Miss::NotJudged { replica, address });
    }
}
