//! `reconverge run`: each scenario at its own seeds, a line each, then what failed.

use std::sync::Arc;

use super::args::{Format, RunArgs};
use super::exit::Exit;
use super::input::{at_seeds, load};
use super::interrupt::stop_at_interrupt;
use super::mistake::refuse;
use super::output;
use super::sources::{shipped_sources, sources};
use crate::campaign::{Conclusion, Pool, ScenarioEnd, ScenarioResult};
use crate::model::NamedScenario;
use crate::report::run::{failure, line, summary, value};
use crate::stage::CompiledScenario;

pub fn run(args: &RunArgs) -> Exit {
    let sources = if args.paths.is_empty() { Ok(shipped_sources()) } else { sources(&args.paths) };
    let policies = &args.policies.policies;
    let (scenarios, skipped) = match sources.and_then(|sources| load(sources, policies)) {
        Ok(loaded) => loaded,
        Err(mistakes) => return refuse(&mistakes),
    };
    let compiled: Vec<Arc<CompiledScenario>> = scenarios.iter().map(|named| compile(named, args)).collect();
    let mut pool = Pool { stop: stop_at_interrupt(), ..Pool::default() };
    if let Some(jobs) = args.jobs {
        pool.jobs = usize::from(jobs);
    }
    let width = scenarios.iter().map(|named| named.name.chars().count()).max().unwrap_or(0);
    // Each line is written when its scenario is done, so that an interrupted run has shown what it found.
    let results = pool.run_all(&compiled, |index, result| {
        if args.format == Format::Text && !matches!(result.end, ScenarioEnd::Stopped) {
            output::data(&line(&scenarios[index], result, width));
        }
    });
    let rest = match args.format {
        Format::Text => {
            let failures =
                scenarios.iter().zip(&results).map(|(named, result)| failure(named, result, policies));
            failures.collect::<String>() + &summary(&results, skipped)
        }
        Format::Json => format!("{:#}\n", value(&scenarios, &results, skipped)),
    };
    output::data(&rest);
    let worst = results.iter().map(ScenarioResult::conclusion).max().unwrap_or(Conclusion::Held);
    Exit::of(worst, args.allow_miss)
}

fn compile(named: &NamedScenario, args: &RunArgs) -> Arc<CompiledScenario> {
    Arc::new(CompiledScenario::new(at_seeds(&named.scenario, args.seeds.as_ref())))
}
