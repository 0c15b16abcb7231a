//! The command line: one subcommand in each file.
//!
//! Data goes to standard output, everything else to standard error. Exit codes: see [`Exit`]. A closed pipe is
//! no error.

mod ablate;
mod check;
mod input;
mod interrupt;
mod output;
mod progress;
mod replay;
mod run;
mod schema;
mod sweep;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::campaign::Conclusion;

/// How the command ended; each has one exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Everything holds.
    Held = 0,
    /// Something does not hold, or a scenario missed what it is about.
    Violated = 1,
    /// The input is wrong: a file, a name, an option.
    BadInput = 2,
    /// The testbed itself is at fault.
    Fault = 3,
}

impl Exit {
    /// The exit code of what a campaign came to.
    fn of(conclusion: Conclusion, allow_miss: bool) -> Self {
        match conclusion {
            Conclusion::Held => Self::Held,
            Conclusion::Missed if allow_miss => Self::Held,
            Conclusion::Missed | Conclusion::Violated => Self::Violated,
            Conclusion::Fault => Self::Fault,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// A deterministic simulation testbed for cluster invalidation.
#[derive(Debug, Parser)]
#[command(name = "reconverge", version, about, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Whether to colour the output.
    #[arg(long, value_enum, default_value_t = Color::Auto, global = true)]
    color: Color,
}

const AFTER_HELP: &str = "Exit codes:\n  \
    0  everything holds\n  \
    1  a violation, or a miss: a scenario never came to what it is about\n  \
    2  bad input\n  \
    3  a fault of the testbed itself, a replica that is no function of its seed, or output that\n     cannot be written";

#[derive(Debug, Subcommand)]
enum Command {
    /// Run scenarios, each at its own seeds; all shipped ones without an argument.
    Run(RunArgs),
    /// Run many seeds of one scenario, and show the shortest run of each group of failures.
    Sweep(SweepArgs),
    /// Run scenarios at each other value of each policy, and show which of them notice.
    Ablate(AblateArgs),
    /// Show one run as a timeline, with rows against registries and an explanation.
    Replay(ReplayArgs),
    /// Check scenario files without running them.
    Check(CheckArgs),
    /// Print the JSON Schema of scenario files, for editors.
    Schema,
}

#[derive(Debug, Args)]
struct RunArgs {
    /// Scenario files or folders, or names of shipped scenarios.
    paths: Vec<PathBuf>,
    #[command(flatten)]
    policies: PolicyArgs,
    /// Run these seeds instead of each scenario's own: a number, or a range `A..B` without B.
    #[arg(long, value_parser = input::seeds)]
    seeds: Option<std::ops::Range<u64>>,
    /// How many threads [default: one for each processor].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Let a scenario pass that never came to what it is about.
    #[arg(long)]
    allow_miss: bool,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Args)]
struct SweepArgs {
    /// A scenario file, or the name of a shipped scenario.
    path: PathBuf,
    /// The seeds [default: those of the scenario]: a number, or a range `A..B` without B.
    #[arg(long, value_parser = input::seeds)]
    seeds: Option<std::ops::Range<u64>>,
    /// How many threads [default: one for each processor].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    #[command(flatten)]
    policies: PolicyArgs,
    /// Run every seed again on a fresh thread, not only those that do not pass.
    #[arg(long)]
    check_determinism: bool,
    /// Let a seed pass that never came to what the scenario is about.
    #[arg(long)]
    allow_miss: bool,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Args)]
struct AblateArgs {
    /// Scenario files or folders, or names of shipped scenarios [default: all shipped scenarios].
    paths: Vec<PathBuf>,
    /// Only this policy, or this value of it; can be given several times.
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = input::only)]
    only: Vec<crate::campaign::PolicyFilter>,
    /// Also run each listed second line of defence with its first line removed.
    #[arg(long)]
    pairs: bool,
    /// Run these seeds instead of each scenario's own: a number, or a range `A..B` without B.
    #[arg(long, value_parser = input::seeds)]
    seeds: Option<std::ops::Range<u64>>,
    /// How many threads [default: one for each processor].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// Name every scenario that turns red, not only those that notice most surely.
    #[arg(long)]
    all: bool,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Args)]
struct ReplayArgs {
    /// A scenario file, or the name of a shipped scenario.
    path: PathBuf,
    /// The seed [default: the first of the scenario].
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    policies: PolicyArgs,
    /// Show every event, not only what concerns the names that failed.
    #[arg(long)]
    all: bool,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Args)]
struct CheckArgs {
    /// Scenario files or folders.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Args)]
struct PolicyArgs {
    /// Set a policy over what the files say; can be given several times.
    #[arg(long = "policy", value_name = "NAME=VALUE", value_parser = input::policy)]
    policies: Vec<(String, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Text,
    /// For machines.
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Color {
    /// If it goes to a terminal, and `NO_COLOR` is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

/// Runs the command that the arguments of the process ask for.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    output::set_color(cli.color);
    quiet_panics();
    let exit = match &cli.command {
        Command::Run(args) => run::run(args),
        Command::Sweep(args) => sweep::sweep(args),
        Command::Ablate(args) => ablate::ablate(args),
        Command::Replay(args) => replay::replay(args),
        Command::Check(args) => check::check(args),
        Command::Schema => schema::schema(),
    };
    if output::has_failed() { Exit::Fault.into() } else { exit.into() }
}

/// A panic inside a run is an outcome that names seed and replica; the default message on standard error
/// would only come before it. A panic outside of every run still prints.
fn quiet_panics() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !crate::stage::is_running() {
            default(panic);
        }
    }));
}
