//! One run as text for people: its sentences, its explanation, its timelines and its table.

use std::fmt::Write as _;

use super::describe::EventDescriber;
use super::table::table;
use super::timeline::{TimelineFilter, timeline};
use crate::campaign::Unstable;
use crate::history::Event;
use crate::names::AddressId;
use crate::oracle::Stale;
use crate::verdict::{Failure, Group, JudgedRun, Verdict};

/// The sentences of a verdict, one to a line: what fails, what was missed, what is stale and accepted.
pub fn sentences(run: &JudgedRun) -> String {
    let JudgedRun { history, verdict, .. } = run;
    let mut text = String::new();
    for failure in &verdict.failures {
        line(&mut text, &format!("{}", failure.described(history)));
    }
    for miss in &verdict.misses {
        line(&mut text, &format!("{}", miss.described(history)));
    }
    for note in &verdict.notes {
        line(&mut text, &format!("{}; as the scenario allows", note.described(history)));
    }
    text
}

/// One sentence of a verdict: the first failure of that group if there is one, else the first failure or miss.
pub fn sentence(run: &JudgedRun, group: Option<Group>) -> String {
    let JudgedRun { history, verdict, .. } = run;
    let failures = &verdict.failures;
    let failure = failures.iter().find(|failure| Some(failure.group()) == group).or(failures.first());
    match (failure, verdict.misses.first()) {
        (Some(failure), _) => failure.described(history).to_string(),
        (None, Some(miss)) => miss.described(history).to_string(),
        (None, None) => verdict.status.to_string(),
    }
}

/// How two runs of one seed differ: the first event that differs, in both.
pub fn difference(unstable: &Unstable) -> String {
    let Unstable { event, first_run_event, second_run } = unstable;
    let history = &second_run.history;
    let describer = EventDescriber::new(history);
    let clause = |event: Option<&Event>| match event {
        None => "it had ended".to_owned(),
        Some(Event { at, replica, kind, .. }) => {
            let who = if *replica == Event::OUTSIDE { "-" } else { history.header.replica(*replica) };
            format!("{at} {who} {}", describer.describe(kind).1)
        }
    };
    let [one, other] = [first_run_event.as_ref(), history.events.get(*event)].map(clause);
    // Equal events mean that the runs differ after the last event, in the state.
    if one == other {
        return format!("a second run differs at event {event} or in the state at the end: {one}");
    }
    format!("a second run differs at event {event}: at first `{one}`, then `{other}`")
}

/// Everything about a run: the sentences, the explanation of each stale entry, the timeline of each name that
/// is concerned (of everything with `all`), and the rows against the registries.
pub fn run(run: &JudgedRun, all: bool, lines_max: Option<usize>) -> String {
    let mut text = sentences(run);
    for stale in stale_entries(&run.verdict) {
        text.push('\n');
        text.push_str(&explanation(run, stale));
    }
    for filter in timelines(run, all) {
        text.push('\n');
        text.push_str(&timeline(&run.history, filter, lines_max));
    }
    text.push('\n');
    text.push_str(&table(&run.history));
    text
}

/// Each chance to heal that a stale entry had, and what spent it.
fn explanation(run: &JudgedRun, stale: &Stale) -> String {
    let history = &run.history;
    let replica = history.header.replica(stale.replica);
    let address = history.described(stale.address);
    let mut text = format!("  chances of {replica} to heal `{address}`:\n");
    if stale.chances.is_empty() {
        line(&mut text, "  none");
    }
    for charge in &stale.chances {
        line(&mut text, &format!("{:>12}  {}", charge.at, charge.described(history)));
    }
    text
}

/// The stale entries of a verdict, those that fail first.
fn stale_entries(verdict: &Verdict) -> impl Iterator<Item = &Stale> {
    let failing = verdict.failures.iter().filter_map(|failure| match failure {
        Failure::Stale(stale)
        | Failure::Theorem(stale)
        | Failure::Backstop(stale)
        | Failure::OtherCause { stale, .. } => Some(stale),
        Failure::Outcome(_)
        | Failure::NotStale { .. }
        | Failure::Broken(_)
        | Failure::NotBroken(_)
        | Failure::Inconsistent(_)
        | Failure::Answer { .. }
        | Failure::Entry { .. }
        | Failure::Ready { .. }
        | Failure::Signals { .. }
        | Failure::Payload { .. }
        | Failure::Log { .. } => None,
    });
    failing.chain(&verdict.notes)
}

/// Which timelines to show: one for each name that a failure or a note is about; if there is none, or with `all`, one
/// timeline of everything.
fn timelines(run: &JudgedRun, all: bool) -> Vec<TimelineFilter> {
    let failing = run.verdict.failures.iter().filter_map(Failure::entry);
    let noted = run.verdict.notes.iter().map(|stale| (stale.replica, stale.address));
    let mut addresses: Vec<AddressId> = failing.chain(noted).map(|(_, address)| address).collect();
    addresses.sort_unstable();
    addresses.dedup();
    if all || addresses.is_empty() {
        return vec![TimelineFilter::All];
    }
    addresses.into_iter().map(TimelineFilter::Address).collect()
}

fn line(text: &mut String, sentence: &str) {
    writeln!(text, "  {sentence}").expect("a string takes any text");
}
