//! `reconverge sweep`: many seeds of one scenario, and of each group of failures the shortest run.

#![expect(clippy::disallowed_types, reason = "the speed of a sweep is in real time, outside of every run")]

use std::sync::Arc;
use std::time::Instant;

use super::args::{Format, SweepArgs};
use super::exit::Exit;
use super::input::load_one;
use super::interrupt::stop_at_interrupt;
use super::mistake::refuse;
use super::output;
use super::progress::Progress;
use crate::campaign::Pool;
use crate::model::Scenario;
use crate::report::sweep::Sweep;
use crate::stage::CompiledScenario;

pub fn sweep(args: &SweepArgs) -> Exit {
    let named = match load_one(&args.path, &args.policies.policies) {
        Ok(named) => named,
        Err(mistakes) => return refuse(&mistakes),
    };
    let seeds = args.seeds.clone().unwrap_or_else(|| named.scenario.seeds.clone());
    let count = seeds.end - seeds.start;
    let scenario = Scenario { seeds, ..(*named.scenario).clone() };
    let compiled = Arc::new(CompiledScenario::new(Arc::new(scenario)));
    let mut pool = Pool { stop: stop_at_interrupt(), ..Pool::default() };
    if let Some(jobs) = args.jobs {
        pool.jobs = usize::from(jobs);
    }
    let progress = Progress::begin(count, "failing");
    let started = Instant::now();
    let result = pool.sweep(&compiled, args.check_determinism, |tally| {
        progress.show(tally.seeds, tally.seeds - tally.passed);
    });
    let elapsed = started.elapsed();
    progress.end();
    let sweep = Sweep {
        name: &named.name,
        compiled: &compiled,
        result: &result,
        policies: &args.policies.policies,
        check_determinism: args.check_determinism,
    };
    output::data(&match args.format {
        Format::Text => sweep.text(),
        Format::Json => format!("{:#}\n", sweep.value(elapsed)),
    });
    Exit::of(result.conclusion(&compiled.scenario), args.allow_miss)
}
