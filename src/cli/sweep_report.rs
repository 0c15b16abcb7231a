//! What a sweep found, as text and as JSON. Nothing in here is a figure of the wall clock.

use std::fmt::Write as _;

use serde_json::{Value, json};

use super::phrase::{TIMELINE_LINES_MAX, count_of, failing_of, group_name, painted, put, replay_command};
use super::{Exit, SweepArgs};
use crate::names::Situation;
use crate::report::{json as report_json, text};
use crate::testbed::{Grouped, Kept, KeptRun, Plan, RECHECKS_MAX, SweepGroup, Swept, digest};
use crate::verdict::missed_situations;

/// How many runs are shown with their timelines.
const SHOWN_MAX: usize = 3;

/// A sweep with all that its report says.
pub struct Sweep<'a> {
    /// The scenario as a command would name it.
    pub name: &'a str,
    /// What was swept.
    pub plan: &'a Plan,
    /// What was found.
    pub swept: &'a Swept,
    /// How it was asked for.
    pub args: &'a SweepArgs,
}

impl Sweep<'_> {
    /// The exit code: that of the worst group.
    pub fn exit(&self) -> Exit {
        let worst = self.swept.tally.groups.keys().map(|group| self.exit_of(*group)).max();
        let unseen = if self.unseen().is_empty() { Exit::Held } else { self.exit_of(SweepGroup::Miss) };
        worst.unwrap_or(Exit::Held).max(unseen)
    }

    /// The situations that the scenario is about and that no seed came to.
    fn unseen(&self) -> Vec<Situation> {
        missed_situations(&self.plan.scenario, &self.swept.tally.situations)
    }

    fn exit_of(&self, group: SweepGroup) -> Exit {
        match group {
            SweepGroup::Unstable | SweepGroup::Testbed => Exit::Fault,
            SweepGroup::Miss if self.args.allow_miss => Exit::Held,
            SweepGroup::Hung | SweepGroup::Failure(_) | SweepGroup::Miss => Exit::Violated,
        }
    }

    /// The word for the result.
    fn word(&self) -> &'static str {
        let tally = &self.swept.tally;
        match self.exit() {
            Exit::Fault => "FAULT",
            _ if tally.failed() > 0 => "FAIL",
            _ if tally.missed > 0 || !self.unseen().is_empty() => "miss",
            _ => "pass",
        }
    }

    /// The report for people.
    pub fn text(&self) -> String {
        let tally = &self.swept.tally;
        let seeds = failing_of(tally.seeds - tally.passed, tally.seeds);
        let mut text = String::new();
        put(
            &mut text,
            &format!("{}  {}  {seeds}  {}", painted(self.word()), self.name, self.plan.header.title),
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
    fn group(&self, group: SweepGroup, grouped: &Grouped) -> String {
        let Grouped { count, first, kept } = grouped;
        let count = count_of(*count, "seed");
        let sentence = match &kept.run {
            KeptRun::Trial(trial) => text::sentence(trial, failure_group(group)),
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
    fn kept(&self) -> Vec<(&Kept, Vec<SweepGroup>)> {
        let mut runs: Vec<(&Kept, Vec<SweepGroup>)> = Vec::new();
        for (group, Grouped { kept, .. }) in &self.swept.tally.groups {
            match runs.iter_mut().find(|(known, _)| known.seed == kept.seed) {
                Some((_, groups)) => groups.push(*group),
                None => runs.push((kept, vec![*group])),
            }
        }
        runs
    }

    /// Everything about a kept run.
    fn shown(&self, kept: &Kept, groups: &[SweepGroup]) -> String {
        let word = painted(self.word_of(groups[0]));
        let names: Vec<String> = groups.iter().map(|group| group_name(*group)).collect();
        let mut text = String::new();
        put(&mut text, &format!("\n{word}  {}, seed {}: {}", self.name, kept.seed, names.join(", ")));
        match &kept.run {
            KeptRun::Trial(trial) => text.push_str(&text::run(trial, false, Some(TIMELINE_LINES_MAX))),
            _ => put(&mut text, &format!("  {}", self.clause(kept))),
        }
        put(&mut text, &format!("\n  replay: {}", self.replay(kept.seed)));
        text
    }

    fn word_of(&self, group: SweepGroup) -> &'static str {
        match (group, self.exit_of(group)) {
            (SweepGroup::Miss, _) => "miss",
            (_, Exit::Fault) => "FAULT",
            _ => "FAIL",
        }
    }

    /// What is to be said of a seed that has no two equal runs.
    fn clause(&self, kept: &Kept) -> String {
        match &kept.run {
            KeptRun::Trial(_) => String::new(),
            KeptRun::Unstable(unstable) => {
                text::difference(unstable.event, unstable.first.as_ref(), &unstable.again.history)
            }
            KeptRun::Hitch(hitch) => hitch.told(&self.plan.header).to_string(),
        }
    }

    fn replay(&self, seed: u64) -> String {
        replay_command(self.name, seed, &self.args.policies.policies)
    }

    /// How often each situation occurred, those that the scenario is about and never did at the end.
    fn situations(&self) -> String {
        let mut text = String::from("\n");
        for (situation, count) in self.swept.tally.situations.iter().filter(|(_, count)| *count > 0) {
            put(&mut text, &format!("{count:>12}  {situation}"));
        }
        for situation in self.unseen() {
            put(&mut text, &format!("{:>12}  {situation}, which the scenario is about", "never"));
        }
        text
    }

    fn summary(&self) -> String {
        let Swept { asked, tally, gave_up } = self.swept;
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
        let most = self.swept.tally.groups.values().map(|grouped| grouped.count).max().unwrap_or(0);
        let which = if self.args.check_determinism {
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
        let Swept { asked, tally, gave_up } = self.swept;
        let groups = tally.groups.iter().map(|(group, grouped)| self.group_value(*group, grouped));
        json!({
            "name": self.name,
            "title": self.plan.header.title,
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

    fn group_value(&self, group: SweepGroup, grouped: &Grouped) -> Value {
        let Grouped { count, first, kept } = grouped;
        let mut value = json!({
            "group": group_name(group),
            "seeds": count,
            "first": first,
            "shortest": { "seed": kept.seed, "events": kept.events },
            "replay": self.replay(kept.seed),
        });
        match &kept.run {
            KeptRun::Trial(trial) => {
                value["run"] = report_json::trial(trial, &digest(&trial.history).to_string());
            }
            KeptRun::Unstable(unstable) => {
                value["differs_at_event"] = json!(unstable.event);
                value["text"] = json!(self.clause(kept));
            }
            KeptRun::Hitch(_) => value["hitch"] = json!(self.clause(kept)),
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
