//! Comparing a run with its scenario: one part after the other.

use super::comparison::Comparison;
use super::finding::Verdict;
use super::{answers, breaks, entries, log, misses, outcome, ready, signals, stale};
use crate::history::{History, Outcome};
use crate::model::Scenario;
use crate::oracle::Findings;

/// Compares a run, and what the oracles found in it, with what its scenario expects.
///
/// Of a run that did not end quiet only the outcome and what is broken count: what it had not done yet, it may still have
/// been about to do.
pub fn compare(scenario: &Scenario, history: &History, findings: &Findings) -> Verdict {
    let mut comparison = Comparison::of(scenario, history, findings);
    outcome::compare(&mut comparison);
    breaks::compare(&mut comparison);
    if history.outcome == Outcome::Quiet {
        stale::compare(&mut comparison);
        answers::compare(&mut comparison);
        entries::compare(&mut comparison);
        ready::compare(&mut comparison);
        signals::compare(&mut comparison);
        log::compare(&mut comparison);
        misses::compare(&mut comparison);
    }
    let status = comparison.status();
    let Comparison { failures, misses, notes, .. } = comparison;
    Verdict { status, failures, misses, notes }
}
