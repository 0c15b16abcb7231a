//! The arguments of every command. What stands here as documentation is what `--help` prints.

use std::ops::Range;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use super::values;
use crate::campaign::PolicyFilter;

/// A deterministic simulation testbed for cluster invalidation.
#[derive(Debug, Parser)]
#[command(name = "reconverge", version, about, after_help = AFTER_HELP)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
    /// Whether to colour the output.
    #[arg(long, value_enum, default_value_t = Color::Auto, global = true)]
    pub color: Color,
}

const AFTER_HELP: &str = "Exit codes:\n  \
    0  everything holds\n  \
    1  a violation, or a miss: a scenario never came to what it is about\n  \
    2  bad input\n  \
    3  a fault of the testbed itself, a replica that is no function of its seed, or output that\n     cannot be written";

#[derive(Debug, Subcommand)]
pub enum Command {
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
pub struct RunArgs {
    /// Scenario files or folders, or names of shipped scenarios.
    pub paths: Vec<PathBuf>,
    #[command(flatten)]
    pub policies: PolicyArgs,
    /// Run these seeds instead of each scenario's own: a number, or a range `A..B` without B.
    #[arg(long, value_parser = values::seeds)]
    pub seeds: Option<Range<u64>>,
    /// How many threads [default: one for each processor].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Let a scenario pass that never came to what it is about.
    #[arg(long)]
    pub allow_miss: bool,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct SweepArgs {
    /// A scenario file, or the name of a shipped scenario.
    pub path: PathBuf,
    /// The seeds [default: those of the scenario]: a number, or a range `A..B` without B.
    #[arg(long, value_parser = values::seeds)]
    pub seeds: Option<Range<u64>>,
    /// How many threads [default: one for each processor].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub policies: PolicyArgs,
    /// Run every seed again on a fresh thread, not only those that do not pass.
    #[arg(long)]
    pub check_determinism: bool,
    /// Let a seed pass that never came to what the scenario is about.
    #[arg(long)]
    pub allow_miss: bool,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct AblateArgs {
    /// Scenario files or folders, or names of shipped scenarios [default: all shipped scenarios].
    pub paths: Vec<PathBuf>,
    /// Only this policy, or this value of it; can be given several times.
    #[arg(long, value_name = "NAME[=VALUE]", value_parser = values::policy_filter)]
    pub only: Vec<PolicyFilter>,
    /// Also run each listed second line of defence with its first line removed.
    #[arg(long)]
    pub pairs: bool,
    /// Run these seeds instead of each scenario's own: a number, or a range `A..B` without B.
    #[arg(long, value_parser = values::seeds)]
    pub seeds: Option<Range<u64>>,
    /// How many threads [default: one for each processor].
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub jobs: Option<u16>,
    /// Name every scenario that turns red, not only those that notice most surely.
    #[arg(long)]
    pub all: bool,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// A scenario file, or the name of a shipped scenario.
    pub path: PathBuf,
    /// The seed [default: the first of the scenario].
    #[arg(long)]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub policies: PolicyArgs,
    /// Show every event, not only what concerns the names that failed.
    #[arg(long)]
    pub all: bool,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Scenario files or folders.
    #[arg(required = true)]
    pub paths: Vec<PathBuf>,
    /// The form of the output.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
}

#[derive(Debug, Args)]
pub struct PolicyArgs {
    /// Set a policy over what the files say; can be given several times.
    #[arg(long = "policy", value_name = "NAME=VALUE", value_parser = values::policy)]
    pub policies: Vec<(String, String)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For machines.
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// If it goes to a terminal, and `NO_COLOR` is not set.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}
