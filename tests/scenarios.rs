//! One test for each shipped scenario file: it passes at all of its seeds, and its outcome at the first is the
//! snapshot that was reviewed. A new file is a new test without a line of Rust.
//!
//! The digest in a snapshot covers every event and the final state of every seed; it is the same in every
//! profile and on every machine.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial as Test};
use reconverge::campaign::judged_run;
use reconverge::model::Scenario;
use reconverge::names::{Address, AddressId};
use reconverge::reading::parse;
use reconverge::report::table::table;
use reconverge::report::text::sentences;
use reconverge::report::timeline::{TimelineFilter, timeline};
use reconverge::stage::{Capture, CompiledScenario, Runner, digest};
use reconverge::verdict::{JudgedRun, Status};

/// How many lines of a timeline a reviewer is asked to read.
const TIMELINE_LINES_MAX: usize = 40;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut files = Vec::new();
    collect(Path::new("scenarios"), &mut files);
    files.sort();
    assert!(!files.is_empty(), "there are scenarios");
    let tests = files.into_iter().map(|file| {
        let name = file.with_extension("").display().to_string();
        Test::test(name, move || check(&file))
    });
    libtest_mimic::run(&arguments, tests.collect()).exit_code()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push(path);
        }
    }
}

fn check(file: &Path) -> Result<(), Failed> {
    let name = file.display().to_string();
    let bytes = fs::read(file)?;
    let scenario = Arc::new(parse(&name, &bytes).map_err(|mistakes| mistakes.to_string())?);
    let compiled = Arc::new(CompiledScenario::new(Arc::clone(&scenario)));
    let mut runner = Runner::new(Arc::default())?;
    let mut digests = String::new();
    for seed in scenario.seeds.clone() {
        let trial = judged_run(&mut runner, &compiled, seed, Capture::ALL);
        if trial.verdict.status != Status::Pass {
            let status = trial.verdict.status;
            return Err(format!("{status} at seed {seed}\n{}", outcome(&scenario, &trial, &digests)).into());
        }
        writeln!(digests, "{}", digest(&trial.history)).expect("a string takes any text");
    }
    let first = judged_run(&mut runner, &compiled, scenario.seeds.start, Capture::ALL);
    let outcome = outcome(&scenario, &first, &digests);
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/scenarios");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_input_file(file);
    let snapshot =
        file.strip_prefix("scenarios")?.with_extension("").display().to_string().replace('/', "__");
    settings.bind(|| insta::assert_snapshot!(snapshot, outcome));
    Ok(())
}

/// What a reviewer judges: title, verdict, rows against registries, and the timeline of the name that the story
/// is about.
fn outcome(scenario: &Scenario, trial: &JudgedRun, digests: &str) -> String {
    let JudgedRun { history, verdict, .. } = trial;
    let seeds = &scenario.seeds;
    let digest = blake3::hash(digests.as_bytes()).to_hex();
    let only = hero(scenario, &history.addresses).map_or(TimelineFilter::All, TimelineFilter::Address);
    format!(
        "{}\n{} at seed {}\n{}\n{}\n{}\ndigest of seeds {}..{}: {}\n",
        scenario.title,
        verdict.status,
        history.seed,
        sentences(trial),
        table(history),
        timeline(history, only, Some(TIMELINE_LINES_MAX)),
        seeds.start,
        seeds.end,
        &digest[..16],
    )
}

/// The name that the story is about: the first one that it expects something of.
fn hero(scenario: &Scenario, addresses: &[Address]) -> Option<AddressId> {
    let hero = &scenario.expect.entries.first()?.address;
    let index = addresses.iter().position(|address| address == hero)?;
    u16::try_from(index).ok().map(AddressId)
}
