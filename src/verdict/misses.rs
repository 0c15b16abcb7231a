//! What the scenario is about and did not happen: an armed fault that never fired, or nothing judged.

use super::{Miss, Scales};
use crate::history::What;

/// Weighs what did not happen.
pub fn weigh(scales: &mut Scales<'_>) {
    if scales.findings.judged.is_empty() {
        scales.misses.push(Miss::NothingJudged);
    }
    for fault in 0..scales.history.header.faults.len() {
        let mut events = scales.history.events.iter();
        let fired =
            |what: What| matches!(what, What::Fault { fault: fired } if usize::from(fired.0) == fault);
        if !events.any(|event| fired(event.what)) {
            scales.misses.push(Miss::Fault { fault });
        }
    }
}
