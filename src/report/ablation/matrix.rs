//! The matrix of an ablation: a row for each ablated value, with its figures, what turned red, and where.

use super::report::{Report, WIDTH};
use crate::campaign::{AblatedValue, Case, GuardStatus, Setting, SweepGroup};
use crate::names::Service;
use crate::report::phrase::{count_of, group_name, put};
use crate::report::wrap::{TIE, wrapped};
use crate::verdict::Group;

/// How many scenarios are named of each value.
const NAMED_MAX: usize = 3;

/// How many characters of a line are left for the words of a row at least.
const WORDS_MIN: usize = 30;

/// The heads of the columns with figures.
const HEADS: [&str; 5] = ["policy=value", "service", "scenarios", "seeds", "after"];

/// What the heads mean.
const LEGEND: &str = "How many of the scenarios of a service that have the policy turn red, and in how many of their \
                      seeds; after how many seeds of one scenario the first red one is found; by what, and in which \
                      scenarios. Those of several services decide nothing.";

/// The matrix; a line between two policies.
pub fn matrix(report: &Report<'_>) -> String {
    let rows = &report.ablation.values;
    let cells: Vec<[String; 5]> = rows.iter().map(cells).collect();
    let heads = HEADS.map(str::to_owned);
    let widths: [usize; 5] = std::array::from_fn(|column| {
        let all = std::iter::once(&heads).chain(&cells);
        all.map(|cells| cells[column].chars().count()).max().unwrap_or(0)
    });
    let line = |[label, service, scenarios, seeds, after]: &[String; 5]| {
        let [first, second, third, fourth, fifth] = widths;
        format!("{label:first$}  {service:second$}  {scenarios:>third$}  {seeds:>fourth$}  {after:>fifth$}")
    };
    let indent = widths.iter().sum::<usize>() + 2 * widths.len();
    let mut text = String::new();
    for line in wrapped(LEGEND, WIDTH) {
        put(&mut text, &line);
    }
    put(&mut text, &format!("\n{}  red by, in", line(&heads)));
    let mut above: Option<Setting> = None;
    for (row, mut cells) in rows.iter().zip(cells) {
        if above.map(|above| above.policy) != Some(row.setting.policy) {
            text.push('\n');
        }
        if above == Some(row.setting) {
            // The same value as in the row above, for another service: it is not printed again.
            cells[0].clear();
        }
        above = Some(row.setting);
        let words = [found(row), names(report, row)];
        let lines =
            words.iter().flat_map(|words| wrapped(words, WIDTH.saturating_sub(indent).max(WORDS_MIN)));
        for (index, words) in lines.enumerate() {
            let figures = if index == 0 { line(&cells) } else { format!("{:1$}", "", indent - 2) };
            put(&mut text, &format!("{figures}  {words}"));
        }
    }
    text
}

/// The figures of a row.
fn cells(row: &AblatedValue) -> [String; 5] {
    [
        row.setting.to_string(),
        row.service.map_or("several", Service::name).to_owned(),
        format!("{} of {}", row.red().len(), row.cases.len()),
        format!("{} of {}", row.red_seeds(), row.seeds()),
        row.found_after().map_or_else(|| "-".to_owned(), |seeds| seeds.to_string()),
    ]
}

/// What turned scenarios red; if nothing did, why not.
fn found(row: &AblatedValue) -> String {
    let what = match row.guard_status() {
        GuardStatus::Noticed | GuardStatus::NoticedThoughListed => return kinds(row),
        GuardStatus::Unguarded => "nothing: unguarded",
        GuardStatus::Listed => "nothing: on the list",
        GuardStatus::NotRequired => "nothing",
        GuardStatus::Unknown if row.seeds() == 0 => "not run",
        GuardStatus::Unknown => "nothing so far",
    };
    match row.cases.iter().map(|case| case.missed).sum() {
        0 => what.to_owned(),
        missed => format!("{what}; a miss in {}", count_of(missed, "seed")),
    }
}

/// The groups of failures, the most frequent of each kind first: stale entries by their causes, then invariants, then
/// what else there is, then expectations.
fn kinds(row: &AblatedValue) -> String {
    let (mut stale, mut invariants, mut others, mut expected) = (vec![], vec![], vec![], vec![]);
    for (group, _) in row.groups() {
        match group {
            SweepGroup::Failure(Group::Stale(Some(cause))) => stale.push(cause.to_string()),
            SweepGroup::Failure(Group::Stale(None)) => stale.push("no chance".to_owned()),
            SweepGroup::Failure(Group::Invariant(broken)) => {
                invariants.push(format!("{} {broken}", broken.number()));
            }
            SweepGroup::Failure(Group::Expectation(word)) => expected.push(word.to_owned()),
            SweepGroup::Failure(Group::Outcome | Group::Inconsistent)
            | SweepGroup::Unstable
            | SweepGroup::Testbed
            | SweepGroup::Hung
            | SweepGroup::Miss => others.push(group_name(group)),
        }
    }
    let invariant = if invariants.len() == 1 { "invariant " } else { "invariants " };
    let kinds = [("stale: ", stale), (invariant, invariants), ("", others), ("expected: ", expected)];
    let kinds = kinds.into_iter().filter(|(_, items)| !items.is_empty());
    let kinds: Vec<String> = kinds.map(|(kind, items)| format!("{kind}{}", items.join(", "))).collect();
    kinds.join("; ")
}

/// The scenarios that turned red, those first that do so in the greatest share of their seeds.
fn names(report: &Report<'_>, row: &AblatedValue) -> String {
    let red = row.red();
    let shown = if report.names_all { red.len() } else { NAMED_MAX };
    let shares = red.iter().take(shown).map(|case| format!("{}{TIE}({})", report.name(case), share(case)));
    let shares = shares.collect::<Vec<_>>().join(", ");
    match red.len().saturating_sub(shown) {
        0 => shares,
        more => format!("{shares} and {more} more"),
    }
}

/// In how many of its seeds a scenario turned red.
fn share(case: &Case) -> String {
    if case.red == case.seeds { "all".to_owned() } else { format!("{}{TIE}of{TIE}{}", case.red, case.seeds) }
}
