//! Time-outs: how long the family waits for an answer of the store or the upstream before the call counts as failed.

use super::convergence::{Convergence, End};
use super::index::Index;
use crate::history::Kept;

/// The time-out of a transaction, a read, a listing and a build, in microseconds of simulated time.
pub const TIMEOUT: u64 = 30_000_000;

/// Whether the time between two events, by index, is at least the time-out.
pub fn is_over(index: &Index<'_>, from: usize, to: usize) -> bool {
    index.event(to).at.0.saturating_sub(index.event(from).at.0) >= TIMEOUT
}

/// Whether a convergence gave up because its read or its build had run into the time-out.
pub fn stopped(index: &Index<'_>, convergence: &Convergence) -> bool {
    let Some((ended, End::Kept(why))) = convergence.ended else { return false };
    // A convergence gives up for the same reason when the store or the upstream fails the call at once; only the time that
    // has passed since the call tells the two apart.
    let began = match why {
        Kept::Unreadable => convergence.read_began.map(|(began, _)| began),
        Kept::BuildFailed | Kept::Degraded => convergence.open_began,
        Kept::Unchanged
        | Kept::NothingHeld
        | Kept::CodeDefined
        | Kept::ShutDown
        | Kept::Coalesced { .. }
        | Kept::Swallowed
        | Kept::Discarded
        | Kept::Fenced
        | Kept::Held
        | Kept::NoReference => None,
    };
    began.is_some_and(|began| is_over(index, began, ended))
}
