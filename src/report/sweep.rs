//! What a sweep found, as text and as JSON. Nothing in here is a figure of the wall clock.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::phrase::{TIMELINE_LINES_MAX, count_of, failing_of, group_name, painted, put, replay_command};
use super::{json as report_json, text};
use crate::campaign::{
    Conclusion, GroupTally, RECHECKS_MAX, Representative, RepresentativeRun, SweepGroup, SweepResult,
};
use crate::names::Situation;
use crate::stage::{CompiledScenario, digest};
use crate::verdict::missed_situations;

/// How many runs are shown with their timelines.
const SHOWN_MAX: usize = 3;

/// A sweep with all that its report says.
pub struct Sweep<'a> {
    /// The scenario as a command would name it.
    pub name: &'a str,
    /// What was swept.
    pub compiled: &'a CompiledScenario,
    /// What was found.
    pub result: &'a SweepResult,
    /// The policies that were set over what the file says.
    pub policies: &'a [(String, String)],
    /// Whether every seed was run again.
    pub check_determinism: bool,
}

impl Sweep<'_> {
    /// The situations that the scenario is about and that no seed came to.
    fn unseen(&self) -> Vec<Situation> {
        missed_situations(&self.compiled.scenario, &self.result.tally.situations)
    }

    /// The word for the result.
    fn word(&self) -> &'static str {
        let tally = &self.result.tally;
        match self.result.conclusion(&self.compiled.scenario) {
            Conclusion::Fault => "FAULT",
            _ if tally.failed() > 0 => "FAIL",
            _ if tally.missed > 0 || !self.unseen().is_empty() => "miss",
            _ => "pass",
        }
    }

    /// The report for people.
    pub fn text(&self) -> String {
        let tally = &self.result.tally;
        let seeds = failing_of(tally.seeds - tally.passed, tally.seeds);
        let mut text = String::new();
        put(
            &mut text,
            &format!("{}  {}  {seeds}  {}", painted(self.word()), self.name, self.compiled.header.title),
        );
        for (group, grouped) in &tally.groups {
            put(&mut text, &self.group(*group, grouped));
        }
        for (kept, groups) in self.kept().iter().take(SHOWN_MAX) {
            text.push_str(&self.shown(kept, groups));
        }
        text.push_str(&self.situations());
        text.push_str(&self.summary());
        text
    }

    /// A group in three lines: how many, one sentence, and how to see the run.
    fn group(&self, group: SweepGroup, grouped: &GroupTally) -> String {
        let GroupTally { count, first, kept } = grouped;
        let count = count_of(*count, "seed");
        let sentence = match &kept.run {
            RepresentativeRun::JudgedRun(trial) => text::sentence(trial, failure_group(group)),
            _ => self.clause(kept),
        };
        format!(
            "\n  {}: {count}, the first is {first}; the shortest is {} with {}\n    {sentence}\n    {}",
            group_name(group),
            kept.seed,
            count_of(kept.events as u64, "event"),
            self.replay(kept.seed),
        )
    }

    /// The runs that are kept, each once, with the groups that it is kept for.
    fn kept(&self) -> Vec<(&Representative, Vec<SweepGroup>)> {
        let mut runs: Vec<(&Representative, Vec<SweepGroup>)> = Vec::new();
        for (group, GroupTally { kept, .. }) in &self.result.tally.groups {
            match runs.iter_mut().find(|(known, _)| known.seed == kept.seed) {
                Some((_, groups)) => groups.push(*group),
                None => runs.push((kept, vec![*group])),
            }
        }
        runs
    }

    /// Everything about a kept run.
    fn shown(&self, kept: &Representative, groups: &[SweepGroup]) -> String {
        let word = painted(Self::word_of(groups[0]));
        let names: Vec<String> = groups.iter().map(|group| group_name(*group)).collect();
        let mut text = String::new();
        put(&mut text, &format!("\n{word}  {}, seed {}: {}", self.name, kept.seed, names.join(", ")));
        match &kept.run {
            RepresentativeRun::JudgedRun(trial) => {
                text.push_str(&text::run(trial, false, Some(TIMELINE_LINES_MAX)));
            }
            _ => put(&mut text, &format!("  {}", self.clause(kept))),
        }
        put(&mut text, &format!("\n  replay: {}", self.replay(kept.seed)));
        text
    }

    fn word_of(group: SweepGroup) -> &'static str {
        match group.conclusion() {
            Conclusion::Held | Conclusion::Violated => "FAIL",
            Conclusion::Missed => "miss",
            Conclusion::Fault => "FAULT",
        }
    }

    /// What is to be said of a seed that has no two equal runs.
    fn clause(&self, kept: &Representative) -> String {
        match &kept.run {
            RepresentativeRun::JudgedRun(_) => String::new(),
            RepresentativeRun::Unstable(unstable) => {
                text::difference(unstable.event, unstable.first.as_ref(), &unstable.again.history)
            }
            RepresentativeRun::HarnessError(harness_error) => {
                harness_error.described(&self.compiled.header).to_string()
            }
        }
    }

    fn replay(&self, seed: u64) -> String {
        replay_command(self.name, seed, self.policies)
    }

    /// How often each situation occurred, those that the scenario is about and never did at the end.
    fn situations(&self) -> String {
        let mut text = String::from("\n");
        for (situation, count) in self.result.tally.situations.iter().filter(|(_, count)| *count > 0) {
            put(&mut text, &format!("{count:>12}  {situation}"));
        }
        for situation in self.unseen() {
            put(&mut text, &format!("{:>12}  {situation}, which the scenario is about", "never"));
        }
        text
    }

    fn summary(&self) -> String {
        let SweepResult { asked, tally, gave_up } = self.result;
        let mut text = format!("\n{}: {} passed", count_of(tally.seeds, "seed"), tally.passed);
        for (count, what) in [(tally.failed(), "failed"), (tally.missed, "missed")] {
            if count > 0 {
                write!(text, ", {count} {what}").expect("a string takes any text");
            }
        }
        put(&mut text, &format!("; {}", self.rechecked()));
        if *gave_up {
            put(
                &mut text,
                &format!("gave up, as too many runs hung: {} of {asked} seeds were run", tally.seeds),
            );
        } else if tally.seeds < *asked {
            put(&mut text, &format!("interrupted: {} of {asked} seeds were run", tally.seeds));
        }
        text
    }

    /// Which seeds were run again. Those whose thread was lost were not.
    fn rechecked(&self) -> String {
        let most = self.result.tally.groups.values().map(|grouped| grouped.count).max().unwrap_or(0);
        let which = if self.check_determinism {
            "every seed".to_owned()
        } else if most == 0 {
            return "none had to be run again".to_owned();
        } else if most <= RECHECKS_MAX {
            "each that did not pass".to_owned()
        } else {
            format!("the first {RECHECKS_MAX} and the shortest of each group")
        };
        format!("{which} was run again on a fresh thread")
    }

    /// The report for machines.
    pub fn value(&self) -> Value {
        let SweepResult { asked, tally, gave_up } = self.result;
        let groups = tally.groups.iter().map(|(group, grouped)| self.group_value(*group, grouped));
        json!({
            "name": self.name,
            "title": self.compiled.header.title,
            "result": self.word().to_lowercase(),
            "asked": asked,
            "seeds": tally.seeds,
            "passed": tally.passed,
            "failed": tally.failed(),
            "missed": tally.missed,
            "events": tally.events,
            "interrupted": tally.seeds < *asked && !gave_up,
            "gave_up": gave_up,
            "groups": groups.collect::<Vec<_>>(),
            "situations": tally.situations.iter().map(|(situation, count)| (situation.name(), count))
                .collect::<std::collections::BTreeMap<_, _>>(),
            "unseen": self.unseen().iter().map(|situation| situation.name()).collect::<Vec<_>>(),
        })
    }

    fn group_value(&self, group: SweepGroup, grouped: &GroupTally) -> Value {
        let GroupTally { count, first, kept } = grouped;
        let mut value = json!({
            "group": group_name(group),
            "seeds": count,
            "first": first,
            "shortest": { "seed": kept.seed, "events": kept.events },
            "replay": self.replay(kept.seed),
        });
        match &kept.run {
            RepresentativeRun::JudgedRun(trial) => {
                value["run"] = report_json::judged_run(trial, &digest(&trial.history).to_string());
            }
            RepresentativeRun::Unstable(unstable) => {
                value["differs_at_event"] = json!(unstable.event);
                value["text"] = json!(self.clause(kept));
            }
            RepresentativeRun::HarnessError(_) => value["harness_error"] = json!(self.clause(kept)),
        }
        value
    }
}

fn failure_group(group: SweepGroup) -> Option<crate::verdict::Group> {
    match group {
        SweepGroup::Failure(group) => Some(group),
        _ => None,
    }
}
