//! The speed of a sweep: seeds/s on every processor, and µs for each event of one of them.
//!
//! `cargo bench --bench sweep -- [FILE [SEEDS]]`. It is a plain program, as what is to be known is a figure for
//! each event and not only for each iteration. Each figure is the best of five, for what disturbs only slows.

#![expect(clippy::disallowed_types, reason = "a benchmark is about real time")]
#![expect(clippy::cast_precision_loss, reason = "a speed need not be exact")]

use std::fs;
use std::sync::Arc;
use std::time::Instant;

use reconverge::campaign::{Pool, SweepTally};
use reconverge::model::Scenario;
use reconverge::reading::parse;
use reconverge::stage::CompiledScenario;

const FILE: &str = "scenarios/storm.toml";
const ROUNDS: usize = 5;

fn main() {
    let (flags, arguments): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|argument| argument.starts_with("--"));
    // `cargo test --benches` starts it too, and no test is timed.
    if !flags.iter().any(|flag| flag == "--bench") {
        return;
    }
    let file = arguments.first().map_or(FILE, String::as_str);
    let seeds = arguments.get(1).map_or(20_000, |seeds| seeds.parse().expect("SEEDS is a number"));
    let bytes = fs::read(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let scenario = parse(file, &bytes).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    let compiled = Arc::new(CompiledScenario::new(Arc::new(Scenario { seeds: 0..seeds, ..scenario })));
    println!("{file}, {seeds} seeds");
    for jobs in [1, Pool::default().jobs] {
        let pool = Pool { jobs, ..Pool::default() };
        let rounds = (0..ROUNDS).map(|_| timed(&pool, &compiled));
        let (seconds, tally) = rounds.min_by(|one, other| one.0.total_cmp(&other.0)).expect("rounds");
        let seeds_per_second = tally.seeds as f64 / seconds;
        let event_us = seconds * 1e6 * jobs as f64 / tally.events as f64;
        let events = tally.events as f64 / tally.seeds as f64;
        println!(
            "{jobs} jobs: {seeds_per_second:.0} seeds/s, {event_us:.3} µs per event and job, \
             {events:.1} events per seed, {} did not pass",
            tally.seeds - tally.passed,
        );
    }
}

fn timed(pool: &Pool, compiled: &Arc<CompiledScenario>) -> (f64, SweepTally) {
    let begun = Instant::now();
    let tally = pool.sweep(compiled, false, |_| ()).tally;
    (begun.elapsed().as_secs_f64(), tally)
}
