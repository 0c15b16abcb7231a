//! The oracles: one property in each file, fed by the history alone.
//!
//! [`judge`] asks the ports' records what was true, compares it with what the replicas show, and charges
//! each stale entry with what spent its chances to heal. It never asks the system under test whether it is
//! right, and where a port saw the same as the family's journal, the port is believed.
//!
//! | file | property |
//! |---|---|
//! | `converged/` | each judged replica holds what a fresh boot would hold |
//! | `explain/` | T3: each staleness is accounted for |
//! | `assumptions` | T1: whether anything was lost or failed at all |
//! | `backstop` | T2: whether a lane of a replica has listed the rows after the last write |
//! | `consistent` | views, journal, rows, reads and the upstream's record agree |
//! | `invariants/` | what must hold at every event, one file each |
//! | `situations/` | what made the run worth having been run; judges nothing |
//!
//! What differs from lane to lane is where an entry belongs (`layout`) and the style in which it is kept: a cache, one
//! resource for each row, or a whole reconcile. A file in `converged/` and in `explain/` is of one style, or of all.
//!
//! **Theorems.** T1 and T2 say that under their assumptions nothing is stale; so the assumptions are checked by
//! themselves, and a stale entry under them breaks the theorem whatever its cause. T3 is the explanation.
//!
//! An instance that a door builds from the record in its hand counts as built from what its write commits.
//! Under `own-write = in-hand-before-commit` the record may differ from that, where a peer's write came
//! between; the histories do not tell.

mod assumptions;
mod backstop;
mod consistent;
mod converged;
mod convergence;
mod entry_layout;
mod explain;
mod finding;
mod index;
mod invariants;
mod last_attempt;
mod life;
mod listings;
mod request_record;
mod shown;
mod situations;
mod truth;

pub use finding::{Breach, Broken, Chance, Charge, Findings, Inconsistent, Stale};
pub use situations::{Situations, situations};

use crate::history::{History, Outcome};
use index::Index;

/// Judges one history.
///
/// States at the end are compared only if the run ended quiet; invariants are checked in any case.
pub fn judge(history: &History) -> Findings {
    let index = Index::of(history);
    let mut findings = Findings { judged: converged::judged(&index), ..Findings::default() };
    invariants::check(&index, &mut findings);
    if history.outcome == Outcome::Quiet {
        converged::check(&index, &mut findings);
        consistent::check(&index, &mut findings);
    }
    findings.assumptions = assumptions::hold(&index);
    findings.backstopped = backstop::lanes(&index, &findings.judged);
    findings
}
