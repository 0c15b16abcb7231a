//! The report of a sweep, as text and as JSON.
//!
//! Invariant: figures of the wall clock stand in one field of the JSON only, so that two reports can be compared without
//! it.

use std::fmt::Write as _;
use std::time::Duration;

use serde_json::{Value, json};

use super::phrase::{TIMELINE_LINES_MAX, count_of, failing_of, group_name, painted, put, replay_command};
use super::{json as report_json, phrase, text};
use crate::campaign::{
    GroupTally, HarnessError, RECHECKS_MAX, Representative, RepresentativeRun, SweepGroup, SweepResult,
};
use crate::names::Situation;
use crate::stage::{CompiledScenario, digest};
use crate::verdict::{Group, missed_situations};

/// How many runs are shown with their timelines.
const SHOWN_MAX: usize = 3;

/// A sweep with all that its report says.
pub struct Sweep<'a> {
    /// The scenario as a command would name it.
    pub name: &'a str,
    /// The scenario that was swept.
    pub compiled: &'a CompiledScenario,
    /// What was found.
    pub result: &'a SweepResult,
    /// The policies that were set over what the file says.
    pub policies: &'a [(String, String)],
    /// Whether every seed was run again.
    pub check_determinism: bool,
}

impl Sweep<'_> {
    /// The situations that the scenario is about and that occurred at no seed.
    fn missed_situations(&self) -> Vec<Situation> {
        missed_situations(&self.compiled.scenario, &self.result.tally.situations)
    }

    /// The word for the result.
    fn word(&self) -> &'static str {
        phrase::word(self.result.conclusion(&self.compiled.scenario))
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
        for (representative, groups) in self.representatives().iter().take(SHOWN_MAX) {
            text.push_str(&self.whole_run(representative, groups));
        }
        text.push_str(&self.situations());
        text.push_str(&self.summary());
        text
    }

    /// A group in three lines: how many, one sentence, and how to see the run.
    fn group(&self, group: SweepGroup, grouped: &GroupTally) -> String {
        let GroupTally { count, first, representative } = grouped;
        let count = count_of(*count, "seed");
        let sentence = match &representative.run {
            RepresentativeRun::JudgedRun(run) => text::sentence(run, failure_group(group)),
            RepresentativeRun::Unstable(unstable) => text::difference(unstable),
            RepresentativeRun::HarnessError(error) => self.without_run(error),
        };
        format!(
            "\n  {}: {count}, the first is {first}; the shortest is {} with {}\n    {sentence}\n    {}",
            group_name(group),
            representative.seed,
            count_of(representative.events as u64, "event"),
            self.replay(representative.seed),
        )
    }

    /// The representatives, each once, with the groups that they stand for.
    fn representatives(&self) -> Vec<(&Representative, Vec<SweepGroup>)> {
        let mut all: Vec<(&Representative, Vec<SweepGroup>)> = Vec::new();
        for (group, GroupTally { representative, .. }) in &self.result.tally.groups {
            // One seed can stand for several groups; its run is shown once.
            match all.iter_mut().find(|(known, _)| known.seed == representative.seed) {
                Some((_, groups)) => groups.push(*group),
                None => all.push((representative, vec![*group])),
            }
        }
        all
    }

    /// Everything about the run of a representative.
    fn whole_run(&self, representative: &Representative, groups: &[SweepGroup]) -> String {
        let Representative { seed, run, .. } = representative;
        let word = painted(phrase::word(groups[0].conclusion()));
        let names: Vec<String> = groups.iter().map(|group| group_name(*group)).collect();
        let mut text = String::new();
        put(&mut text, &format!("\n{word}  {}, seed {seed}: {}", self.name, names.join(", ")));
        match run {
            RepresentativeRun::JudgedRun(run) => {
                text.push_str(&text::run(run, false, Some(TIMELINE_LINES_MAX)));
            }
            RepresentativeRun::Unstable(unstable) => {
                put(&mut text, &format!("  {}", text::difference(unstable)));
            }
            RepresentativeRun::HarnessError(error) => {
                put(&mut text, &format!("  {}", self.without_run(error)));
            }
        }
        put(&mut text, &format!("\n  replay: {}", self.replay(*seed)));
        text
    }

    /// Why a seed has no run.
    fn without_run(&self, error: &HarnessError) -> String {
        error.described(&self.compiled.header).to_string()
    }

    fn replay(&self, seed: u64) -> String {
        replay_command(self.name, seed, self.policies)
    }

    /// How often each situation occurred; at the end those that the scenario is about and that never occurred.
    fn situations(&self) -> String {
        let mut text = String::from("\n");
        for (situation, count) in self.result.tally.situations.iter().filter(|(_, count)| *count > 0) {
            put(&mut text, &format!("{count:>12}  {situation}"));
        }
        for situation in self.missed_situations() {
            put(&mut text, &format!("{:>12}  {situation}, which the scenario is about", "never"));
        }
        text
    }

    fn summary(&self) -> String {
        let SweepResult { requested, tally, gave_up } = self.result;
        let mut text = format!("\n{}: {} passed", count_of(tally.seeds, "seed"), tally.passed);
        for (count, outcome) in [(tally.failed(), "failed"), (tally.missed, "missed")] {
            if count > 0 {
                write!(text, ", {count} {outcome}").expect("a string takes any text");
            }
        }
        put(&mut text, &format!("; {}", self.rechecked()));
        if *gave_up {
            put(
                &mut text,
                &format!("gave up, as too many runs hung: {} of {requested} seeds were run", tally.seeds),
            );
        } else if tally.seeds < *requested {
            put(&mut text, &format!("interrupted: {} of {requested} seeds were run", tally.seeds));
        }
        text
    }

    /// Which seeds were run again. Those whose worker was lost were not.
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

    /// The report for machines, with the speed of a sweep that took so long.
    pub fn value(&self, elapsed: Duration) -> Value {
        let mut value = self.found();
        value["wall_clock"] = wall_clock(self.result.tally.seeds, elapsed);
        value
    }

    /// What was found, for machines.
    fn found(&self) -> Value {
        let SweepResult { requested, tally, gave_up } = self.result;
        let groups = tally.groups.iter().map(|(group, grouped)| self.group_value(*group, grouped));
        json!({
            "name": self.name,
            "title": self.compiled.header.title,
            "result": self.word().to_lowercase(),
            "asked": requested,
            "seeds": tally.seeds,
            "passed": tally.passed,
            "failed": tally.failed(),
            "missed": tally.missed,
            "events": tally.events,
            "interrupted": tally.seeds < *requested && !gave_up,
            "gave_up": gave_up,
            "groups": groups.collect::<Vec<_>>(),
            "situations": tally.situations.iter().map(|(situation, count)| (situation.name(), count))
                .collect::<std::collections::BTreeMap<_, _>>(),
            "unseen": self.missed_situations().iter().map(|situation| situation.name()).collect::<Vec<_>>(),
        })
    }

    fn group_value(&self, group: SweepGroup, grouped: &GroupTally) -> Value {
        let GroupTally { count, first, representative: Representative { seed, events, run } } = grouped;
        let mut value = json!({
            "group": group_name(group),
            "seeds": count,
            "first": first,
            "shortest": { "seed": seed, "events": events },
            "replay": self.replay(*seed),
        });
        match run {
            RepresentativeRun::JudgedRun(run) => {
                value["run"] = report_json::judged_run(run, &digest(&run.history).to_string());
            }
            RepresentativeRun::Unstable(unstable) => {
                value["differs_at_event"] = json!(unstable.event);
                value["text"] = json!(text::difference(unstable));
            }
            RepresentativeRun::HarnessError(error) => {
                value["harness_error"] = json!(self.without_run(error));
            }
        }
        value
    }
}

fn failure_group(group: SweepGroup) -> Option<Group> {
    let SweepGroup::Failure(group) = group else { return None };
    Some(group)
}

/// Figures of the wall clock.
fn wall_clock(seeds: u64, elapsed: Duration) -> Value {
    let seconds = elapsed.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a speed need not be exact")]
    let seeds_per_second = seeds as f64 / seconds.max(f64::EPSILON);
    json!({ "seconds": seconds, "seeds_per_second": seeds_per_second.round() })
}
