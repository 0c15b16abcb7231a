//! Stale entries: those that `[expect]` names must be stale for the named cause, whether or not it is
//! allowed; of the others none, or with `stale = "allowed"` only such as an allowed cause accounts for.
//!
//! A stale entry that breaks the theorem T1 or T2 is a failure though its cause be allowed.
//!
//! An entry that `[expect]` names without a cause must have converged.

use super::names;
use super::{Comparison, Failure};
use crate::model::{EntryExpect, StaleMode};
use crate::oracle::Stale;

/// Weighs every stale entry, and every entry that should be stale.
pub fn compare(comparison: &mut Comparison<'_>) {
    for stale in &comparison.findings.stale {
        match failure(comparison, stale) {
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

fn failure(comparison: &Comparison<'_>, stale: &Stale) -> Option<Failure> {
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
