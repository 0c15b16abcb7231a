//! `reconverge run`: each scenario at its own seeds, a line each, then what failed.

use std::fmt::Write as _;
use std::sync::Arc;

use serde_json::{Value, json};

use super::input::{Loaded, Mistake, at_seeds, load, shipped_sources, sources};
use super::interrupt::stop_at_interrupt;
use super::phrase::{TIMELINE_LINES_MAX, count_of, failing_of, painted, put, replay_command};
use super::{Exit, Format, RunArgs, output};
use crate::report::{json as report_json, text};
use crate::testbed::{Hitch, Plan, Pool, Tried, TriedEnd, Unstable, digest};
use crate::verdict::Status;

/// Runs scenarios.
pub fn run(args: &RunArgs) -> Exit {
    let sources = if args.paths.is_empty() { Ok(shipped_sources()) } else { sources(&args.paths) };
    let loaded = sources.and_then(|sources| load(sources, &args.policies.policies));
    let (loaded, skipped) = match loaded {
        Ok(loaded) => loaded,
        Err(mistakes) => return refuse(&mistakes),
    };
    let plans: Vec<Arc<Plan>> = loaded.iter().map(|loaded| plan(loaded, args)).collect();
    let mut pool = Pool { stop: stop_at_interrupt(), ..Pool::default() };
    if let Some(jobs) = args.jobs {
        pool.jobs = usize::from(jobs);
    }
    let width = loaded.iter().map(|loaded| loaded.name.chars().count()).max().unwrap_or(0);
    // Each line is written when its scenario is done, so that an interrupted run has shown what it found.
    let tried = pool.try_all(&plans, |index, tried| {
        if args.format == Format::Text && !matches!(tried.end, TriedEnd::Stopped) {
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
    Arc::new(Plan::new(at_seeds(&loaded.scenario, args.seeds.as_ref())))
}

/// The word for how a scenario ended.
fn word(tried: &Tried) -> &'static str {
    match &tried.end {
        TriedEnd::Passed if !tried.unseen.is_empty() => "miss",
        TriedEnd::Passed => "pass",
        TriedEnd::Stopped => "stopped",
        TriedEnd::Failed(trial) if trial.verdict.status == Status::Miss => "miss",
        TriedEnd::Failed(trial) if trial.history.outcome.is_of_the_testbed() => "FAULT",
        TriedEnd::Failed(_) | TriedEnd::Hitch(Hitch::Hung { replica: Some(_), .. }) => "FAIL",
        TriedEnd::Unstable(_) | TriedEnd::Hitch(_) => "FAULT",
    }
}

fn exit(tried: &Tried, allow_miss: bool) -> Exit {
    match word(tried) {
        "pass" | "stopped" => Exit::Held,
        "miss" if allow_miss => Exit::Held,
        "miss" | "FAIL" => Exit::Violated,
        _ => Exit::Fault,
    }
}

/// The line of a scenario.
fn line(loaded: &Loaded, tried: &Tried, width: usize) -> String {
    let word = painted(word(tried));
    let seeds = failing_of(tried.failing.len() as u64, tried.seeds);
    format!("{word}  {:width$}  {seeds:>14}  {}\n", loaded.name, loaded.scenario.title)
}

/// Everything about a scenario that did not pass; nothing about one that did.
fn failure(loaded: &Loaded, tried: &Tried, args: &RunArgs) -> String {
    let (seed, what) = match &tried.end {
        TriedEnd::Passed | TriedEnd::Stopped => return unseen(loaded, tried),
        TriedEnd::Failed(trial) => (trial.history.seed, text::run(trial, false, Some(TIMELINE_LINES_MAX))),
        TriedEnd::Unstable(unstable) => {
            let Unstable { event, first, again } = &**unstable;
            let differs = text::difference(*event, first.as_ref(), &again.history);
            (again.history.seed, format!("  not a function of its seed: {differs}\n"))
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

/// What a scenario is about and never came to.
fn unseen(loaded: &Loaded, tried: &Tried) -> String {
    let mut text = String::new();
    if !tried.unseen.is_empty() {
        put(&mut text, &format!("\n{}  {}: {}", painted(word(tried)), loaded.name, loaded.scenario.title));
    }
    for situation in &tried.unseen {
        put(&mut text, &format!("  {situation} never occurred: {}", situation.meaning()));
    }
    text
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
    if count(&["stopped"]) > 0 {
        write!(text, "; interrupted, {} not run to the end", count(&["stopped"]))
            .expect("a string takes any text");
    }
    if skipped > 0 {
        write!(text, "; {skipped} left out, whose lane lacks a policy").expect("a string takes any text");
    }
    text.push('\n');
    text
}

fn value(loaded: &[Loaded], tried: &[Tried], skipped: usize) -> Value {
    let scenarios = loaded.iter().zip(tried).map(|(Loaded { name, scenario }, tried)| {
        let first = match &tried.end {
            TriedEnd::Passed | TriedEnd::Stopped => Value::Null,
            TriedEnd::Failed(trial) => report_json::trial(trial, &digest(&trial.history).to_string()),
            TriedEnd::Unstable(unstable) => {
                json!({ "seed": unstable.again.history.seed, "differs_at_event": unstable.event })
            }
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
            "unseen": tried.unseen.iter().map(|situation| situation.name()).collect::<Vec<_>>(),
            "first": first,
        })
    });
    json!({ "scenarios": scenarios.collect::<Vec<_>>(), "left_out": skipped })
}
