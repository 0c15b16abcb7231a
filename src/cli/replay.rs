//! `reconverge replay`: one run as a timeline, with rows against registries and an explanation.

use std::sync::Arc;

use super::args::{Format, ReplayArgs};
use super::exit::Exit;
use super::input::load_one;
use super::mistake::{Mistake, refuse};
use super::output;
use crate::campaign::Pool;
use crate::model::Scenario;
use crate::report::replay as report;
use crate::stage::CompiledScenario;

pub fn replay(args: &ReplayArgs) -> Exit {
    let named = match load_one(&args.path, &args.policies.policies) {
        Ok(named) => named,
        Err(mistakes) => return refuse(&mistakes),
    };
    let seed = args.seed.unwrap_or(named.scenario.seeds.start);
    // The end of a range of seeds is not part of it, so the largest number cannot be a seed.
    let Some(end) = seed.checked_add(1) else {
        let hint = "seeds go from 0 to 18446744073709551614";
        return refuse(&[Mistake::other(format!("--seed {seed}: the seed is too large"), hint)]);
    };
    let scenario = Scenario { seeds: seed..end, ..(*named.scenario).clone() };
    let compiled = Arc::new(CompiledScenario::new(Arc::new(scenario)));
    match Pool::default().replay(&compiled, seed) {
        Ok(run) => {
            output::data(&match args.format {
                Format::Text => report::text(&named.name, &run, args.all),
                Format::Json => report::value(&run),
            });
            Exit::of(run.conclusion(), false)
        }
        Err(error) => {
            output::print_error(&report::no_run(&named.name, seed, &error, &compiled.header));
            Exit::of(error.conclusion(), false)
        }
    }
}
