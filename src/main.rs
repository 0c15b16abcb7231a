//! The `reconverge` command.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// A run makes and drops many small things: this allocator takes a twentieth off a sweep (`docs/performance.md`).
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    reconverge::cli::main()
}
