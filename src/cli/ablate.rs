//! `reconverge ablate`: each scenario at the other values of its policies, and which scenarios notice.

use super::args::{AblateArgs, Format};
use super::exit::Exit;
use super::input::{at_seeds, load};
use super::interrupt::stop_at_interrupt;
use super::mistake::{Mistake, refuse};
use super::output;
use super::progress::Progress;
use super::sources::{shipped_sources, sources};
use crate::campaign::{Exemptions, Experiment, PolicyFilter, Pool};
use crate::model::NamedScenario;
use crate::names::POLICIES;
use crate::report::ablation::{Report, json, text};

pub fn ablate(args: &AblateArgs) -> Exit {
    let experiment = match experiment(args) {
        Ok(experiment) => experiment,
        Err(mistakes) => return refuse(&mistakes),
    };
    let mut pool = Pool { stop: stop_at_interrupt(), ..Pool::default() };
    if let Some(jobs) = args.jobs {
        pool.jobs = usize::from(jobs);
    }
    let progress = Progress::begin(experiment.seeds(), "red");
    let (mut seeds, mut red) = (0, 0);
    let ablation = pool.ablate(&experiment, |case| {
        (seeds, red) = (seeds + case.seeds, red + case.red);
        progress.show(seeds, red);
    });
    progress.end();
    let report = Report {
        experiment: &experiment,
        ablation: &ablation,
        seeds: args.seeds.as_ref(),
        covers_all_shipped: args.paths.is_empty(),
        names_all: args.all,
    };
    output::data(&match args.format {
        Format::Text => text::text(&report),
        Format::Json => format!("{:#}\n", json::value(&report)),
    });
    Exit::of(ablation.conclusion(report.covers_all_shipped), false)
}

fn experiment(args: &AblateArgs) -> Result<Experiment, Vec<Mistake>> {
    let sources = if args.paths.is_empty() { Ok(shipped_sources()) } else { sources(&args.paths) };
    let (loaded, _) = load(sources?, &[])?;
    let subjects = loaded.into_iter().map(|named| NamedScenario {
        scenario: at_seeds(&named.scenario, args.seeds.as_ref()),
        name: named.name,
    });
    let experiment = Experiment {
        subjects: subjects.collect(),
        only: args.only.clone(),
        exemptions: Exemptions::built_in(),
        pairs: args.pairs,
    };
    let mistakes: Vec<Mistake> =
        experiment.unmatched_filters().into_iter().map(|filter| unmatched(&experiment, filter)).collect();
    if mistakes.is_empty() { Ok(experiment) } else { Err(mistakes) }
}

/// The mistake of a filter that matches no value of the scenarios.
fn unmatched(experiment: &Experiment, filter: &PolicyFilter) -> Mistake {
    let message = format!("--only {filter}: no scenario has that to be ablated");
    let all = Experiment { only: Vec::new(), ..experiment.clone() }.planned_values();
    let of_policy = all.iter().filter(|planned| planned.setting.policy == filter.policy);
    let mut values: Vec<&str> = of_policy.map(|planned| planned.setting.value).collect();
    // A value is planned once for each service.
    values.dedup();
    let hint = if values.is_empty() {
        let has = |policy: &&str| all.iter().any(|planned| planned.setting.policy == *policy);
        let policies: Vec<&str> = POLICIES.iter().map(|info| info.name).filter(has).collect();
        format!("the scenarios have the policies {}", policies.join(", "))
    } else {
        format!("the values that no file itself has are {}", values.join(", "))
    };
    Mistake::other(message, hint)
}
