//! `reconverge sweep`: many seeds of one scenario, and of each group of failures the shortest run.

#![expect(clippy::disallowed_types, reason = "the speed of a sweep is in real time, outside of every run")]

use std::io::{IsTerminal, stderr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use super::input::load_one;
use super::interrupt::stop_at_interrupt;
use super::run::refuse;
use super::sweep_report::Sweep;
use super::{Exit, Format, SweepArgs, output};
use crate::scenario::Scenario;
use crate::testbed::{Plan, Pool, SweepTally};

/// Sweeps one scenario.
pub fn sweep(args: &SweepArgs) -> Exit {
    let loaded = match load_one(&args.path, &args.policies.policies) {
        Ok(loaded) => loaded,
        Err(mistakes) => return refuse(&mistakes),
    };
    let seeds = args.seeds.clone().unwrap_or_else(|| loaded.scenario.seeds.clone());
    let count = seeds.end - seeds.start;
    let plan = Arc::new(Plan::new(Arc::new(Scenario { seeds, ..(*loaded.scenario).clone() })));
    let mut pool = Pool { stop: stop_at_interrupt(), ..Pool::default() };
    if let Some(jobs) = args.jobs {
        pool.jobs = usize::from(jobs);
    }
    let progress = progress(count);
    let begun = Instant::now();
    let swept = pool.sweep(&plan, args.check_determinism, |tally| show(&progress, tally));
    let wall = begun.elapsed();
    progress.abandon();
    let sweep = Sweep { name: &loaded.name, plan: &plan, swept: &swept, args };
    let text = match args.format {
        Format::Text => sweep.text(),
        Format::Json => {
            let mut value = sweep.value();
            value["wall_clock"] = wall_clock(swept.tally.seeds, wall);
            format!("{value:#}\n")
        }
    };
    output::data(&text);
    sweep.exit()
}

/// A bar on standard error, if that is a terminal.
fn progress(seeds: u64) -> ProgressBar {
    let target =
        if stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let template = "{wide_bar} {pos} of {len} seeds  {speed}  {msg}  {elapsed}, {eta} to go";
    let speed = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
        // A bar that cannot be drawn is no reason to end.
        let _ = write!(text, "{:.0} seeds/s", state.per_sec());
    };
    let style = ProgressStyle::with_template(template).expect("the template is right");
    let style = style.with_key("speed", speed);
    ProgressBar::with_draw_target(Some(seeds), target).with_style(style).with_message("0 failing")
}

fn show(progress: &ProgressBar, tally: &SweepTally) {
    if !progress.is_hidden() {
        progress.set_position(tally.seeds);
        progress.set_message(format!("{} failing", tally.seeds - tally.passed));
    }
}

/// Figures of the wall clock, in a field of their own: whoever compares two sweeps leaves it out.
fn wall_clock(seeds: u64, wall: Duration) -> serde_json::Value {
    let seconds = wall.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a speed need not be exact")]
    let seeds_per_second = seeds as f64 / seconds.max(f64::EPSILON);
    serde_json::json!({ "seconds": seconds, "seeds_per_second": seeds_per_second.round() })
}
