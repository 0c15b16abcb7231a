//! Stale entries: those that `[expect]` names must be stale for the named cause, whether or not it is
//! allowed; of the others none, or with `stale = "allowed"` only such as an allowed cause accounts for.
//!
//! A stale entry that breaks the theorem T1 or T2 is a failure though its cause be allowed.
//!
//! An entry that `[expect]` names without a cause must have converged.

use super::names;
use super::{Failure, Scales};
use crate::oracle::Stale;
use crate::scenario::{EntryExpect, StaleMode};

/// Weighs every stale entry, and every entry that should be stale.
pub fn weigh(scales: &mut Scales<'_>) {
    for stale in &scales.findings.stale {
        match failure(scales, stale) {
            Some(failure) => scales.failures.push(failure),
            None => scales.notes.push(stale.clone()),
        }
    }
    for entry in &scales.scenario.expect.entries {
        let Some(expected) = entry.stale else { continue };
        if !scales.findings.stale.iter().any(|stale| is_about(scales, entry, stale)) {
            let (replica, address) = (entry.replica.clone(), entry.address.clone());
            scales.failures.push(Failure::NotStale { replica, address, expected });
        }
    }
}

fn failure(scales: &Scales<'_>, stale: &Stale) -> Option<Failure> {
    let expect = &scales.scenario.expect;
    let named = expect.entries.iter().find(|entry| is_about(scales, entry, stale));
    match named.map(|entry| entry.stale) {
        Some(Some(expected)) if stale.cause == Some(expected) => None,
        Some(Some(expected)) => Some(Failure::OtherCause { stale: stale.clone(), expected }),
        None if expect.stale == StaleMode::Allowed && stale.allowed => {
            if scales.findings.premises {
                return Some(Failure::Theorem(stale.clone()));
            }
            scales.findings.breaks_backstop(stale).then(|| Failure::Backstop(stale.clone()))
        }
        None | Some(None) => Some(Failure::Stale(stale.clone())),
    }
}

fn is_about(scales: &Scales<'_>, entry: &EntryExpect, stale: &Stale) -> bool {
    names::replica(scales.history, &entry.replica) == Some(stale.replica)
        && names::address(scales.history, &entry.address) == Some(stale.address)
}
