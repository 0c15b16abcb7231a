//! Judging one history: all oracles, one after the other.

use super::finding::Findings;
use super::index::Index;
use super::{assumptions, backstop, consistent, converged, invariants};
use crate::history::{History, Outcome};

/// Judges one history.
///
/// The states at the end are judged only if the run ended quiet. Invariants are checked in any case.
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
