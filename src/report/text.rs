//! Reports as text for people: a line for a scenario, and everything about a run.

use std::fmt::Write as _;

use super::describe::Words;
use super::table::table;
use super::timeline::{TimelineFilter, timeline};
use crate::history::{Event, History};
use crate::names::AddressId;
use crate::oracle::Stale;
use crate::verdict::{Failure, Group, JudgedRun, Verdict};

/// The sentences of a verdict, one to a line: what fails, what was missed, what is stale and accepted.
pub fn sentences(trial: &JudgedRun) -> String {
    let JudgedRun { history, verdict, .. } = trial;
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

/// One sentence of a verdict: the first failure of that group, or else whatever is said first.
pub fn sentence(trial: &JudgedRun, group: Option<Group>) -> String {
    let JudgedRun { history, verdict, .. } = trial;
    let failures = &verdict.failures;
    let failure = failures.iter().find(|failure| Some(failure.group()) == group).or(failures.first());
    match (failure, verdict.misses.first()) {
        (Some(failure), _) => failure.described(history).to_string(),
        (None, Some(miss)) => miss.described(history).to_string(),
        (None, None) => verdict.status.to_string(),
    }
}

/// How two runs of one seed differ: the first event that does, in both.
pub fn difference(event: usize, first: Option<&Event>, again: &History) -> String {
    let words = Words::new(again);
    let described = |event: Option<&Event>| match event {
        None => "it had ended".to_owned(),
        Some(Event { at, replica, kind, .. }) => {
            let who = if *replica == Event::OUTSIDE { "-" } else { again.header.replica(*replica) };
            format!("{at} {who} {}", words.say(kind).1)
        }
    };
    let [one, other] = [first, again.events.get(event)].map(described);
    if one == other {
        return format!("a second run differs at event {event} or in the state at the end: {one}");
    }
    format!("a second run differs at event {event}: at first `{one}`, then `{other}`")
}

/// Everything about a run: the sentences, the explanation of each stale entry, the timeline of each name that
/// is concerned (of everything with `all`), and the rows against the registries.
pub fn run(trial: &JudgedRun, all: bool, lines_max: Option<usize>) -> String {
    let mut text = sentences(trial);
    for stale in stale_entries(&trial.verdict) {
        text.push('\n');
        text.push_str(&explanation(trial, stale));
    }
    for only in views(trial, all) {
        text.push('\n');
        text.push_str(&timeline(&trial.history, only, lines_max));
    }
    text.push('\n');
    text.push_str(&table(&trial.history));
    text
}

/// Each chance to heal that a stale entry had, and what spent it.
fn explanation(trial: &JudgedRun, stale: &Stale) -> String {
    let history = &trial.history;
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
        _ => None,
    });
    failing.chain(&verdict.notes)
}

/// Which timelines to show: of the names that something is said about, or else of everything.
fn views(trial: &JudgedRun, all: bool) -> Vec<TimelineFilter> {
    let failing = trial.verdict.failures.iter().filter_map(Failure::entry);
    let noted = trial.verdict.notes.iter().map(|stale| (stale.replica, stale.address));
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
