//! The timeline: one aligned line for each event, with a legend.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::describe::{EventDescriber, Glyph};
use crate::history::{Event, EventKind, History, Subject};
use crate::names::{AddressId, Instant, Lane, ReplicaId, RequestId, RowOf, Space};

/// Which events a timeline shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimelineFilter {
    /// Every event.
    All,
    /// What concerns one address, and the lives of the replicas.
    Address(AddressId),
}

/// The timeline of a history. With a bound on its lines, the middle is left out and counted.
pub fn timeline(history: &History, only: TimelineFilter, lines_max: Option<usize>) -> String {
    let requests = requests(history);
    let wanted = Wanted::of(history, only);
    let ended = shutdowns(history);
    // The world ends every life with a crash. After an orderly shutdown it is left out, because it is none.
    let is_end =
        |event: &Event| event.kind == EventKind::Crashed && ended.contains(&(event.at, event.replica));
    let events = history.events.iter();
    let shown: Vec<&Event> =
        events.filter(|event| wanted.concerns(event, &requests) && !is_end(event)).collect();
    let width = history.header.replicas.iter().map(|replica| replica.name.len()).max().unwrap_or(0).max(1);
    let (head, tail) = bounds(shown.len(), lines_max);
    let describer = EventDescriber::new(history);
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
        let (glyph, clause) = describer.describe(&event.kind);
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
    let shutdowns = history.events.iter().filter(|event| event.kind == EventKind::ShutDown);
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
        if let EventKind::Requested { request, address, .. } | EventKind::Published { request, address, .. } =
            event.kind
        {
            requests.entry(request).or_insert(address);
        }
    }
    requests
}

/// What a timeline is about: everything, or an address, the rows that it depends on and their signals.
struct Wanted<'a>(Option<Concern<'a>>);

/// An address and what it depends on, on its lane.
struct Concern<'a> {
    history: &'a History,
    lane: Lane,
    related: Vec<AddressId>,
}

impl<'a> Wanted<'a> {
    fn of(history: &'a History, only: TimelineFilter) -> Self {
        let TimelineFilter::Address(of) = only else { return Self(None) };
        let Some(lane) = history.lane(of) else { return Self(None) };
        let ids = (0..u16::MAX).map(AddressId).zip(&history.addresses);
        let related = ids.filter(|(id, _)| is_related(history, of, *id)).map(|(id, _)| id).collect();
        Self(Some(Concern { history, lane, related }))
    }

    fn concerns(&self, event: &Event, requests: &BTreeMap<RequestId, AddressId>) -> bool {
        let Self(Some(concern)) = self else { return true };
        let of_lane = match event.kind {
            EventKind::Published { address, .. } => concern.history.lane(address),
            what => what.lane(),
        };
        if of_lane.is_some_and(|of| of != concern.lane) {
            return false;
        }
        let is_related = |address: &AddressId| concern.related.contains(address);
        match event.kind.subject() {
            Subject::Address(address) => is_related(&address) && concern.is_of_lane(event, address),
            Subject::Request(request) => requests.get(&request).is_none_or(is_related),
            Subject::Everyone => true,
        }
    }
}

impl Concern<'_> {
    /// Whether an event is about the lane: of a row that another lane holds as well, only what is done to the row
    /// itself is.
    fn is_of_lane(&self, event: &Event, address: AddressId) -> bool {
        let of_row = matches!(event.kind, EventKind::Committed { .. } | EventKind::Requested { .. });
        of_row || self.history.lane(address) == Some(self.lane)
    }
}

/// Whether what happens to an address concerns another: itself, the row that it is made from, the queue of its lane.
fn is_related(history: &History, of: AddressId, other: AddressId) -> bool {
    let (held, also) = (history.address(of), history.address(other));
    let (space, also_space) = (held.space(), also.space());
    if of == other {
        return true;
    }
    // The rows that an item or a listing of the cache stands for, and the items that stand for a row.
    let is_row_of = |space: Space, row: Space| space.row() == RowOf::In(row);
    match space.row() {
        RowOf::In(rows) => also_space == rows && held.as_str() == also.as_str(),
        RowOf::TypeIn(rows) => {
            let is_of_type = also_space == rows || is_row_of(also_space, rows);
            is_of_type && also.type_and_name().0 == held.as_str()
        }
        RowOf::Same => is_row_of(also_space, space) && held.as_str() == also.as_str(),
        RowOf::Reference => {
            let mut declared = history.header.connectors.iter().filter(|declared| declared.connector == of);
            let is_queue = also_space.row() == RowOf::All && also_space.lane() == space.lane();
            is_queue || declared.any(|declared| declared.reference == other)
        }
        RowOf::All => false,
    }
}
