//! The command line: parses the arguments, runs the command, and returns its exit code.
//!
//! Data goes to standard output, everything else to standard error. Texts are made in [`report`](crate::report), except
//! for mistakes in the arguments themselves.
//!
//! | file | part |
//! |---|---|
//! | `args`, `values` | the arguments of every command; how their values are parsed |
//! | `run`, `sweep`, `ablate`, `replay`, `check`, `schema` | one command each |
//! | `input`, `sources`, `mistake` | the scenarios that arguments name; files and shipped sources; what is wrong with them |
//! | `output`, `progress`, `interrupt` | the terminal: output, progress bar, Ctrl-C |
//! | `exit` | exit codes |

mod ablate;
mod args;
mod check;
mod exit;
mod input;
mod interrupt;
mod mistake;
mod output;
mod progress;
mod replay;
mod run;
mod schema;
mod sources;
mod sweep;
mod values;

use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command};
use exit::Exit;

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

/// Keeps a panic inside a run from being printed: it is an outcome, and the report names its seed and replica. A panic
/// outside of every run is printed as ever.
fn quiet_panics() {
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if !crate::stage::is_running() {
            default(panic);
        }
    }));
}
