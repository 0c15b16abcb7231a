//! What an ablation found, for people: the matrix, and what is to be said of it. Nothing in here is a figure of the wall clock.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::ablate_matrix::matrix;
use super::ablate_remarks::remarks;
use super::phrase::{count_of, group_name, put};
use super::{AblateArgs, Exit};
use crate::testbed::{Ablation, Case, Experiment, Pair, PairCase, Setting, Standing};

/// How long a line is at most, where words allow it.
pub const WIDTH: usize = 118;

/// An ablation with all that its report says.
pub struct Report<'a> {
    /// What was asked for.
    pub experiment: &'a Experiment,
    /// What was found.
    pub ablation: &'a Ablation,
    /// How it was asked for.
    pub args: &'a AblateArgs,
}

impl Report<'_> {
    /// The exit code.
    pub fn exit(&self) -> Exit {
        if self.ablation.cases().any(|case| case.fault.is_some()) {
            return Exit::Fault;
        }
        let is_red_before = self.ablation.baseline.iter().any(|case| !case.is_green() && !case.stopped);
        let is_bad = |standing| match standing {
            Standing::Unguarded => true,
            Standing::Stale => self.is_whole(),
            _ => false,
        };
        let has_bad_value = self.ablation.rows.iter().any(|row| is_bad(row.standing()));
        let has_idle_pair = self.ablation.pairs.iter().any(|pair| pair.makes_a_difference() == Some(false));
        if is_red_before || has_bad_value || has_idle_pair { Exit::Violated } else { Exit::Held }
    }

    /// Whether all shipped scenarios were ablated, so that what the list says must hold.
    pub fn is_whole(&self) -> bool {
        self.args.paths.is_empty()
    }

    /// The report for people.
    pub fn text(&self) -> String {
        let mut text = self.before() + &matrix(self) + &remarks(self);
        for pair in &self.ablation.pairs {
            text.push_str(&self.pair(pair));
        }
        text + &self.faults() + &self.summary()
    }

    /// A scenario's name as `replay` takes it.
    pub fn name(&self, case: &Case) -> &str {
        let name = self.experiment.subjects[case.subject].name.as_str();
        let shipped = name.strip_prefix("scenarios/").and_then(|name| name.strip_suffix(".toml"));
        shipped.unwrap_or(name)
    }

    /// The scenarios that are not green as they stand.
    fn before(&self) -> String {
        let mut text = String::new();
        let red = self.ablation.baseline.iter().filter(|case| !case.is_green() && !case.stopped);
        let at = self
            .args
            .seeds
            .as_ref()
            .map_or_else(String::new, |seeds| format!(" --seeds {}..{}", seeds.start, seeds.end));
        for case in red {
            let (red, seeds) = (case.red + case.missed, count_of(case.seeds, "seed"));
            let found: Vec<String> = case.groups.keys().map(|group| group_name(*group)).collect();
            let unseen = case.unseen.iter().map(|situation| format!("{situation} never occurred"));
            let missed = (case.missed > 0).then(|| "miss".to_owned());
            let what = found.into_iter().chain(missed).chain(unseen).collect::<Vec<_>>().join(", ");
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

    /// What the testbed is to blame for, or the replicas that are no function of their seed.
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
        for row in &self.ablation.rows {
            row.cases.iter().for_each(|case| add(case, &[row.setting]));
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
        let Ablation { baseline, rows, .. } = self.ablation;
        let count = |wanted: &[Standing]| rows.iter().filter(|row| wanted.contains(&row.standing())).count();
        let seeds: u64 = self.ablation.cases().map(|case| case.seeds).sum();
        let mut text = format!(
            "\n{} over {} in {}: {} noticed",
            count_of(rows.len() as u64, "row"),
            count_of(baseline.len() as u64, "scenario"),
            count_of(seeds, "run"),
            count(&[Standing::Noticed, Standing::Stale]),
        );
        let others = [
            (Standing::Listed, "on the list"),
            (Standing::Aside, "that need no notice"),
            (Standing::Unguarded, "unguarded"),
            (Standing::Unknown, "not known"),
        ];
        for (standing, what) in others {
            if count(&[standing]) > 0 {
                write!(text, ", {} {what}", count(&[standing])).expect("a string takes any text");
            }
        }
        if self.ablation.is_interrupted() {
            text.push_str("; interrupted");
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use super::super::Format;
    use super::*;
    use crate::scenario::{parse, shipped};
    use crate::testbed::{Exemptions, Only, Pool, Subject};

    /// The only value of a list is noticed by the only scenario.
    fn reported(paths: Vec<PathBuf>) -> (Exit, String) {
        let name = "guards/queue-coalesce";
        let (_, text) = shipped::all().iter().find(|(shipped, _)| *shipped == name).expect("it is shipped");
        let scenario = Arc::new(parse(name, text.as_bytes()).expect("it is right"));
        let list = "[[value]]\npolicy = 'queue'\nvalue = 'coalesce'\nkind = 'equivalent'\nreason = 'none'";
        let experiment = Experiment {
            subjects: vec![Subject { name: name.to_owned(), scenario }],
            only: vec![Only { policy: "queue".to_owned(), value: Some("coalesce".to_owned()) }],
            exemptions: Exemptions::parse(list).expect("it is a list"),
            pairs: false,
        };
        let ablation = Pool { jobs: 1, ..Pool::default() }.ablate(&experiment, |_| ());
        let (only, seeds, jobs, format) = (Vec::new(), None, None, Format::Text);
        let args = AblateArgs { paths, only, pairs: false, seeds, jobs, all: false, format };
        let report = Report { experiment: &experiment, ablation: &ablation, args: &args };
        (report.exit(), report.text())
    }

    #[test]
    fn a_wrong_list_is_an_error_over_all_shipped_scenarios() {
        let (exit, text) = reported(Vec::new());
        assert_eq!(exit, Exit::Violated);
        assert!(text.contains("\nerror: queue=coalesce for datasource is on the list"), "{text}");
    }

    #[test]
    fn a_wrong_list_is_a_note_over_files() {
        let (exit, text) = reported(vec![PathBuf::from("guards/queue-coalesce")]);
        assert_eq!(exit, Exit::Held);
        assert!(text.contains("\nnote: queue=coalesce for datasource is on the list"), "{text}");
    }
}
