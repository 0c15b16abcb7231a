//! The timeline: one aligned line for each event, with a legend.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::describe::{Glyph, Words};
use crate::history::{Event, History, Subject, What};
use crate::names::{AddressId, Instant, ReplicaId, RequestId};

/// Which events a timeline shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Only {
    /// Every event.
    All,
    /// What concerns one address, and the lives of the replicas.
    Address(AddressId),
}

/// The timeline of a history. With a bound on its lines, the middle is left out and counted.
pub fn timeline(history: &History, only: Only, lines_max: Option<usize>) -> String {
    let requests = requests(history);
    let ended = shutdowns(history);
    // The end of a life in good order is no crash, though the world ends it in the same way.
    let is_end = |event: &Event| event.what == What::Crashed && ended.contains(&(event.at, event.replica));
    let events = history.events.iter();
    let shown: Vec<&Event> =
        events.filter(|event| concerns(event, only, &requests) && !is_end(event)).collect();
    let width = history.header.replicas.iter().map(|replica| replica.name.len()).max().unwrap_or(0).max(1);
    let (head, tail) = bounds(shown.len(), lines_max);
    let words = Words::new(history);
    let mut text = String::new();
    let mut glyphs = BTreeSet::new();
    for (index, event) in shown.iter().enumerate() {
        if index == head && head + tail < shown.len() {
            let left_out = shown.len() - head - tail;
            writeln!(text, "{:>12}  {left_out} events left out", "…").expect("a string takes any text");
        }
        if index >= head && index < shown.len() - tail {
            continue;
        }
        let (glyph, clause) = words.say(&event.what);
        glyphs.insert(glyph.symbol());
        let replica =
            if event.replica == Event::OUTSIDE { "-" } else { history.header.replica(event.replica) };
        writeln!(text, "{:>12}  {replica:width$}  {} {clause}", event.at, glyph.symbol())
            .expect("a string takes any text");
    }
    let legend = Glyph::ALL.iter().filter(|glyph| glyphs.contains(&glyph.symbol()));
    let legend: Vec<String> = legend.map(|glyph| format!("{} {}", glyph.symbol(), glyph.meaning())).collect();
    writeln!(text, "{:>12}  {}", "", legend.join("   ")).expect("a string takes any text");
    text
}

/// When which replicas were shut down.
fn shutdowns(history: &History) -> BTreeSet<(Instant, ReplicaId)> {
    let shutdowns = history.events.iter().filter(|event| event.what == What::ShutDown);
    shutdowns.map(|event| (event.at, event.replica)).collect()
}

/// How many lines are shown at the start and at the end.
fn bounds(count: usize, lines_max: Option<usize>) -> (usize, usize) {
    match lines_max {
        Some(max) if count > max => {
            // One line says how many are left out.
            let shown = max.saturating_sub(1);
            (shown / 3, shown - shown / 3)
        }
        _ => (count, 0),
    }
}

/// The address that each request is about.
fn requests(history: &History) -> BTreeMap<RequestId, AddressId> {
    let mut requests = BTreeMap::new();
    for event in &history.events {
        if let What::Requested { request, address, .. } | What::Published { request, address, .. } =
            event.what
        {
            requests.entry(request).or_insert(address);
        }
    }
    requests
}

fn concerns(event: &Event, only: Only, requests: &BTreeMap<RequestId, AddressId>) -> bool {
    let Only::Address(wanted) = only else { return true };
    match event.what.subject() {
        Subject::Address(address) => address == wanted,
        Subject::Request(request) => requests.get(&request).is_none_or(|address| *address == wanted),
        Subject::Everyone => true,
    }
}
