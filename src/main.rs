//! The `reconverge` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    reconverge::cli::main()
}
