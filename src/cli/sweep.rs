//! `reconverge sweep`: many seeds of one scenario, and of each group of failures the shortest run.

#![expect(clippy::disallowed_types, reason = "the speed of a sweep is in real time, outside of every run")]

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::input::load_one;
use super::interrupt::stop_at_interrupt;
use super::progress::Progress;
use super::run::refuse;
use super::{Exit, Format, SweepArgs, output};
use crate::campaign::Pool;
use crate::model::Scenario;
use crate::report::sweep::Sweep;
use crate::stage::CompiledScenario;

/// Sweeps one scenario.
pub fn sweep(args: &SweepArgs) -> Exit {
    let loaded = match load_one(&args.path, &args.policies.policies) {
        Ok(loaded) => loaded,
        Err(mistakes) => return refuse(&mistakes),
    };
    let seeds = args.seeds.clone().unwrap_or_else(|| loaded.scenario.seeds.clone());
    let count = seeds.end - seeds.start;
    let compiled =
        Arc::new(CompiledScenario::new(Arc::new(Scenario { seeds, ..(*loaded.scenario).clone() })));
    let mut pool = Pool { stop: stop_at_interrupt(), ..Pool::default() };
    if let Some(jobs) = args.jobs {
        pool.jobs = usize::from(jobs);
    }
    let progress = Progress::begin(count, "failing");
    let begun = Instant::now();
    let result = pool.sweep(&compiled, args.check_determinism, |tally| {
        progress.show(tally.seeds, tally.seeds - tally.passed);
    });
    let wall = begun.elapsed();
    progress.end();
    let sweep = Sweep {
        name: &loaded.name,
        compiled: &compiled,
        result: &result,
        policies: &args.policies.policies,
        check_determinism: args.check_determinism,
    };
    let text = match args.format {
        Format::Text => sweep.text(),
        Format::Json => {
            let mut value = sweep.value();
            value["wall_clock"] = wall_clock(result.tally.seeds, wall);
            format!("{value:#}\n")
        }
    };
    output::data(&text);
    Exit::of(result.conclusion(&compiled.scenario), args.allow_miss)
}

/// Figures of the wall clock, in a field of their own: whoever compares two sweeps leaves it out.
fn wall_clock(seeds: u64, wall: Duration) -> serde_json::Value {
    let seconds = wall.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a speed need not be exact")]
    let seeds_per_second = seeds as f64 / seconds.max(f64::EPSILON);
    serde_json::json!({ "seconds": seconds, "seeds_per_second": seeds_per_second.round() })
}
