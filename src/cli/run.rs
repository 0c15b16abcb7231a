//! `reconverge run`: each scenario at its own seeds, a line each, then what failed.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};

use super::input::{Loaded, Mistake, load, shipped_sources, sources};
use super::{Exit, Format, RunArgs, output};
use crate::report::{json as report_json, text};
use crate::scenario::Scenario;
use crate::testbed::{Hitch, Plan, Pool, Tried, TriedEnd, digest};
use crate::verdict::Status;

/// How many lines a timeline has at most where several scenarios may have failed.
const TIMELINE_LINES_MAX: usize = 60;

/// Runs scenarios.
pub fn run(args: &RunArgs) -> Exit {
    let sources = if args.paths.is_empty() { Ok(shipped_sources()) } else { sources(&args.paths) };
    let loaded = sources.and_then(|sources| load(sources, &args.policies.policies));
    let (loaded, skipped) = match loaded {
        Ok(loaded) => loaded,
        Err(mistakes) => return refuse(&mistakes),
    };
    let plans: Vec<Arc<Plan>> = loaded.iter().map(|loaded| plan(loaded, args)).collect();
    let mut pool = Pool::default();
    if let Some(jobs) = args.jobs {
        pool.jobs = usize::from(jobs);
    }
    let width = loaded.iter().map(|loaded| loaded.name.chars().count()).max().unwrap_or(0);
    // Each line is written when its scenario is done, so that an interrupted run has shown what it found.
    let tried = pool.try_all(&plans, |index, tried| {
        if args.format == Format::Text {
            output::data(&line(&loaded[index], tried, width));
        }
    });
    let exit = tried.iter().map(|tried| exit(tried, args.allow_miss)).max().unwrap_or(Exit::Held);
    let rest = match args.format {
        Format::Text => {
            let failures = loaded.iter().zip(&tried).map(|(loaded, tried)| failure(loaded, tried, args));
            failures.collect::<String>() + &summary(&tried, skipped)
        }
        Format::Json => format!("{:#}\n", value(&loaded, &tried, skipped)),
    };
    output::data(&rest);
    exit
}

/// Says what is wrong with the input.
pub fn refuse(mistakes: &[Mistake]) -> Exit {
    mistakes.iter().for_each(Mistake::tell);
    Exit::BadInput
}

fn plan(loaded: &Loaded, args: &RunArgs) -> Arc<Plan> {
    let scenario = match &args.seeds {
        None => Arc::clone(&loaded.scenario),
        Some(seeds) => Arc::new(Scenario { seeds: seeds.clone(), ..(*loaded.scenario).clone() }),
    };
    Arc::new(Plan::new(scenario))
}

/// The word for how a scenario ended.
fn word(tried: &Tried) -> &'static str {
    match &tried.end {
        TriedEnd::Passed => "pass",
        TriedEnd::Failed(trial) if trial.verdict.status == Status::Miss => "miss",
        TriedEnd::Failed(trial) if trial.history.outcome.is_of_the_testbed() => "FAULT",
        TriedEnd::Failed(_) | TriedEnd::Hitch(Hitch::Hung { replica: Some(_), .. }) => "FAIL",
        TriedEnd::Unstable { .. } | TriedEnd::Hitch(_) => "FAULT",
    }
}

fn exit(tried: &Tried, allow_miss: bool) -> Exit {
    match word(tried) {
        "pass" => Exit::Held,
        "miss" if allow_miss => Exit::Held,
        "miss" | "FAIL" => Exit::Violated,
        _ => Exit::Fault,
    }
}

/// The line of a scenario.
fn line(loaded: &Loaded, tried: &Tried, width: usize) -> String {
    let word = painted(word(tried));
    let seeds = match tried.failing.len() {
        0 => count_of(tried.seeds, "seed"),
        failing => format!("{failing} of {}", count_of(tried.seeds, "seed")),
    };
    format!("{word}  {:width$}  {seeds:>14}  {}\n", loaded.name, loaded.scenario.title)
}

/// Everything about a scenario that did not pass; nothing about one that did.
fn failure(loaded: &Loaded, tried: &Tried, args: &RunArgs) -> String {
    let (seed, what) = match &tried.end {
        TriedEnd::Passed => return String::new(),
        TriedEnd::Failed(trial) => (trial.history.seed, text::run(trial, false, Some(TIMELINE_LINES_MAX))),
        TriedEnd::Unstable { seed, event, again } => {
            let differing = again.history.events.get(*event);
            let differing =
                differing.map_or("the end".to_owned(), |event| format!("{} ({event:?})", event.at));
            (
                *seed,
                format!("  not a function of its seed: a second run differs at event {event}, {differing}\n"),
            )
        }
        TriedEnd::Hitch(hitch) => {
            let seed = tried.failing.first().copied().unwrap_or(loaded.scenario.seeds.start);
            let header = Plan::new(Arc::clone(&loaded.scenario)).header;
            (seed, format!("  {}\n", hitch.told(&header)))
        }
    };
    let mut text = String::new();
    put(
        &mut text,
        &format!("\n{}  {}, seed {seed}: {}", painted(word(tried)), loaded.name, loaded.scenario.title),
    );
    text.push_str(&what);
    put(&mut text, &format!("\n  replay: {}", replay_command(&loaded.name, seed, &args.policies.policies)));
    text
}

/// The command that shows a run again.
pub fn replay_command(name: &str, seed: u64, policies: &[(String, String)]) -> String {
    let quoted = if name.contains(char::is_whitespace) { format!("'{name}'") } else { name.to_owned() };
    let mut command = format!("reconverge replay {quoted} --seed {seed}");
    for (policy, value) in policies {
        write!(command, " --policy {policy}={value}").expect("a string takes any text");
    }
    command
}

fn summary(tried: &[Tried], skipped: usize) -> String {
    let count = |wanted: &[&str]| tried.iter().filter(|tried| wanted.contains(&word(tried))).count();
    let scenarios = count_of(tried.len() as u64, "scenario");
    let mut text = format!("\n{scenarios}: {} passed", count(&["pass"]));
    for (wanted, what) in [(&["FAIL"][..], "failed"), (&["miss"], "missed"), (&["FAULT"], "at fault")] {
        if count(wanted) > 0 {
            write!(text, ", {} {what}", count(wanted)).expect("a string takes any text");
        }
    }
    if skipped > 0 {
        write!(text, "; {skipped} left out, whose lane lacks a policy").expect("a string takes any text");
    }
    text.push('\n');
    text
}

/// A number of things, in the singular for one.
fn count_of(count: u64, thing: &str) -> String {
    if count == 1 { format!("1 {thing}") } else { format!("{count} {thing}s") }
}

fn painted(word: &str) -> String {
    let color = match word {
        "pass" => anstyle::AnsiColor::Green,
        "miss" => anstyle::AnsiColor::Yellow,
        _ => anstyle::AnsiColor::Red,
    };
    let style = color.on_default().bold();
    format!("{style}{word:5}{style:#}")
}

fn put(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a string takes any text");
}

fn value(loaded: &[Loaded], tried: &[Tried], skipped: usize) -> Value {
    let scenarios = loaded.iter().zip(tried).map(|(Loaded { name, scenario }, tried)| {
        let first = match &tried.end {
            TriedEnd::Passed => Value::Null,
            TriedEnd::Failed(trial) => report_json::trial(trial, &digest(&trial.history).to_string()),
            TriedEnd::Unstable { seed, event, .. } => json!({ "seed": seed, "differs_at_event": event }),
            TriedEnd::Hitch(hitch) => {
                let header = Plan::new(Arc::clone(scenario)).header;
                json!({ "seed": tried.failing.first(), "hitch": hitch.told(&header).to_string() })
            }
        };
        json!({
            "name": name,
            "title": scenario.title,
            "result": word(tried).to_lowercase(),
            "seeds": tried.seeds,
            "failing": tried.failing,
            "first": first,
        })
    });
    json!({ "scenarios": scenarios.collect::<Vec<_>>(), "left_out": skipped })
}
