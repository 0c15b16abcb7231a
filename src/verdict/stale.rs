//! Stale entries, compared with what `[expect]` says about each.
//!
//! | `[expect]` | the entry must |
//! |---|---|
//! | names it with a cause | be stale for that cause, whether or not the cause is allowed |
//! | names it without a cause | have converged |
//! | does not name it | have converged or, with `stale = "allowed"`, be stale for an allowed cause |
//!
//! An allowed cause is no excuse if the entry breaks theorem T1 or T2.

use super::comparison::Comparison;
use super::finding::Failure;
use super::names;
use crate::model::{EntryExpect, StaleMode};
use crate::oracle::Stale;

/// Compares every stale entry, and every entry that should be stale.
pub fn compare(comparison: &mut Comparison<'_>) {
    for stale in &comparison.findings.stale {
        match failure_of(comparison, stale) {
            Some(failure) => comparison.failures.push(failure),
            None => comparison.notes.push(stale.clone()),
        }
    }
    for entry in &comparison.scenario.expect.entries {
        let Some(expected) = entry.stale else { continue };
        if !comparison.findings.stale.iter().any(|stale| is_about(comparison, entry, stale)) {
            let (replica, address) = (entry.replica.clone(), entry.address.clone());
            comparison.failures.push(Failure::NotStale { replica, address, expected });
        }
    }
}

/// The failure that a stale entry is; `None` if the scenario accepts it.
fn failure_of(comparison: &Comparison<'_>, stale: &Stale) -> Option<Failure> {
    let expect = &comparison.scenario.expect;
    let named = expect.entries.iter().find(|entry| is_about(comparison, entry, stale));
    match named.map(|entry| entry.stale) {
        Some(Some(expected)) if stale.cause == Some(expected) => None,
        Some(Some(expected)) => Some(Failure::OtherCause { stale: stale.clone(), expected }),
        None if expect.stale == StaleMode::Allowed && stale.allowed => {
            if comparison.findings.assumptions {
                return Some(Failure::Theorem(stale.clone()));
            }
            comparison.findings.breaks_backstop(stale).then(|| Failure::Backstop(stale.clone()))
        }
        None | Some(None) => Some(Failure::Stale(stale.clone())),
    }
}

fn is_about(comparison: &Comparison<'_>, entry: &EntryExpect, stale: &Stale) -> bool {
    names::replica(comparison.history, &entry.replica) == Some(stale.replica)
        && names::address(comparison.history, &entry.address) == Some(stale.address)
}
