//! `reconverge replay`: one run as a timeline, with rows against registries and an explanation.

use std::sync::Arc;

use super::input::{Mistake, load_one};
use super::run::refuse;
use super::{Exit, Format, ReplayArgs, output};
use crate::campaign::Pool;
use crate::model::Scenario;
use crate::report::replay as report;
use crate::stage::CompiledScenario;

/// Replays one seed.
pub fn replay(args: &ReplayArgs) -> Exit {
    let loaded = match load_one(&args.path, &args.policies.policies) {
        Ok(loaded) => loaded,
        Err(mistakes) => return refuse(&mistakes),
    };
    let seed = args.seed.unwrap_or(loaded.scenario.seeds.start);
    let Some(end) = seed.checked_add(1) else {
        let hint = "seeds go from 0 to 18446744073709551614";
        return refuse(&[Mistake::other(format!("--seed {seed}: the seed is too large"), hint)]);
    };
    let scenario = Scenario { seeds: seed..end, ..(*loaded.scenario).clone() };
    let compiled = Arc::new(CompiledScenario::new(Arc::new(scenario)));
    match Pool::default().replay(&compiled, seed) {
        Ok(run) => {
            output::data(&match args.format {
                Format::Text => report::text(&loaded.name, &run, args.all),
                Format::Json => report::value(&run),
            });
            Exit::of(run.conclusion(), false)
        }
        Err(error) => {
            output::say(&format!(
                "error: {} at seed {seed}: {}\n",
                loaded.name,
                error.described(&compiled.header)
            ));
            Exit::of(error.conclusion(), false)
        }
    }
}
