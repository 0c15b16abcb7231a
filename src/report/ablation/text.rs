//! What an ablation found, for people: the scenarios that are not green, the matrix, remarks, pairs and a summary.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::matrix::matrix;
use super::remarks::remarks;
use super::report::Report;
use crate::campaign::{Ablation, Case, GuardStatus, Pair, PairCase, Setting};
use crate::report::phrase::{count_of, group_name, put};

/// The report for people.
pub fn text(report: &Report<'_>) -> String {
    report.text()
}

impl Report<'_> {
    fn text(&self) -> String {
        let mut text = self.not_green() + &matrix(self) + &remarks(self);
        for pair in &self.ablation.pairs {
            text.push_str(&self.pair(pair));
        }
        text + &self.faults() + &self.summary()
    }

    /// The scenarios that are not green as they stand.
    fn not_green(&self) -> String {
        let mut text = String::new();
        let red = self.ablation.baseline.iter().filter(|case| !case.is_green() && !case.stopped);
        let at =
            self.seeds.map_or_else(String::new, |seeds| format!(" --seeds {}..{}", seeds.start, seeds.end));
        for case in red {
            let (red, seeds) = (case.red + case.missed, count_of(case.seeds, "seed"));
            let found: Vec<String> = case.groups.keys().map(|group| group_name(*group)).collect();
            let never = case.missed_situations.iter();
            let never = never.map(|situation| format!("{situation} never occurred"));
            let missed = (case.missed > 0).then(|| "miss".to_owned());
            let what = found.into_iter().chain(missed).chain(never).collect::<Vec<_>>().join(", ");
            put(
                &mut text,
                &format!(
                    "not green as it stands, and so not ablated: {}: {red} of {seeds}: {what}\n  \
                     see it: reconverge run {}{at}\n",
                    self.name(case),
                    self.name(case),
                ),
            );
        }
        text
    }

    /// What a listed value changes once its first line of defence is removed.
    fn pair(&self, pair: &Pair) -> String {
        let Pair { service, second, first, cases, .. } = pair;
        let mut text =
            format!("\n{second} for {service} where {first} has removed the first line of defence: ");
        text.push_str(match pair.makes_a_difference() {
            Some(true) => "a difference\n",
            Some(false) => "no difference\n",
            None if cases.is_empty() => "no scenario has both\n",
            None => "not run to the end\n",
        });
        for case in cases {
            let PairCase { alone, both } = case;
            let change = match alone.red.cmp(&both.red) {
                _ if case.is_repaired() => "red to green",
                _ if case.is_broken() => "green to red",
                Ordering::Greater => "fewer red seeds",
                Ordering::Less => "more red seeds",
                Ordering::Equal => continue,
            };
            let seeds = format!("{} to {} of {}", alone.red, both.red, count_of(both.seeds, "seed"));
            put(&mut text, &format!("  {change:15}  {seeds:24}  {}", self.name(alone)));
        }
        text
    }

    /// The cases at whose seeds the testbed is at fault, or the replicas are no function of the seed.
    fn faults(&self) -> String {
        let mut text = String::new();
        let mut add = |case: &Case, settings: &[Setting]| {
            if let Some(fault) = case.fault {
                let with: Vec<String> = settings.iter().map(Setting::to_string).collect();
                let with =
                    if with.is_empty() { String::new() } else { format!(" with {}", with.join(" and ")) };
                put(&mut text, &format!("\nfault: {}{with}: {}", self.name(case), group_name(fault)));
            }
        };
        self.ablation.baseline.iter().for_each(|case| add(case, &[]));
        for value in &self.ablation.values {
            value.cases.iter().for_each(|case| add(case, &[value.setting]));
        }
        for Pair { first, second, cases, .. } in &self.ablation.pairs {
            for PairCase { alone, both } in cases {
                add(alone, &[*first]);
                add(both, &[*first, *second]);
            }
        }
        text
    }

    fn summary(&self) -> String {
        let Ablation { baseline, values, .. } = self.ablation;
        let count = |wanted: &[GuardStatus]| {
            values.iter().filter(|value| wanted.contains(&value.guard_status())).count()
        };
        let seeds: u64 = self.ablation.cases().map(|case| case.seeds).sum();
        let mut text = format!(
            "\n{} over {} in {}: {} noticed",
            count_of(values.len() as u64, "row"),
            count_of(baseline.len() as u64, "scenario"),
            count_of(seeds, "run"),
            count(&[GuardStatus::Noticed, GuardStatus::NoticedThoughListed]),
        );
        let others = [
            (GuardStatus::Listed, "on the list"),
            (GuardStatus::NotRequired, "that need no notice"),
            (GuardStatus::Unguarded, "unguarded"),
            (GuardStatus::Unknown, "not known"),
        ];
        for (status, what) in others {
            if count(&[status]) > 0 {
                write!(text, ", {} {what}", count(&[status])).expect("a string takes any text");
            }
        }
        if self.ablation.is_interrupted() {
            text.push_str("; interrupted");
        }
        text.push('\n');
        text
    }
}
