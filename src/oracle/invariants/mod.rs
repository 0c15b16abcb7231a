//! Invariants: what must hold at every event, one in each file. A broken invariant does not end the run.
//!
//! `evicts` finds the evictions that break the invariants 5 and 10; `record` adds a broken invariant to the findings.

mod address_only;
mod code_untouched;
mod converge_writes_nothing;
mod door_answers_rows;
mod evicts;
mod monotonic;
mod no_churn;
mod no_echo;
mod no_gap;
mod no_leak;
mod no_phantom;
mod no_resurrection;
mod nothing_lost;
mod record;
mod refused_silent;

use super::finding::Findings;
use super::index::Index;

/// Checks all invariants, in the order of their numbers.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    no_resurrection::check(index, findings);
    no_phantom::check(index, findings);
    monotonic::check(index, findings);
    no_churn::check(index, findings);
    no_gap::check(index, findings);
    code_untouched::check(index, findings);
    address_only::check(index, findings);
    refused_silent::check(index, findings);
    no_echo::check(index, findings);
    nothing_lost::check(index, findings);
    no_leak::check(index, findings);
    converge_writes_nothing::check(index, findings);
    door_answers_rows::check(index, findings);
}
