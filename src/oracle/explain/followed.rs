//! What the entry's cache or queue did about a signal that the receiver followed, and whether a boot stands in for a
//! signal that the replica missed.

use super::case::{StaleCase, Stop};
use super::{cache_drops, convergence, listing};
use crate::names::Style;
use crate::names::{Cause, Work};
use crate::oracle::convergence::Convergence;

/// Whether the cache or the queue did anything at the entry for a piece of work.
pub fn is_acted_on(case: StaleCase<'_, '_>, work: Work) -> bool {
    match case.style {
        Style::Cache => cache_drops::drop_for(case, work).is_some(),
        Style::Resource | Style::Reconcile => enqueued_for(case, work).is_some(),
    }
}

/// Where the chance of a copy was stopped after the receiver had followed it by the event `received`.
pub fn stop_of(case: StaleCase<'_, '_>, work: Work, received: usize) -> Stop {
    match case.style {
        Style::Cache => match cache_drops::drop_for(case, work) {
            Some(dropped) => cache_drops::stop_of(case, dropped),
            None => Stop::by(Cause::Ignored, received),
        },
        Style::Resource | Style::Reconcile => match enqueued_for(case, work) {
            Some(convergence) => convergence::stop_of(case, convergence),
            None => Stop::by(Cause::Swallowed, received),
        },
    }
}

/// Whether the boot of the present life cleared the cache, or listed the rows, after the commit. Then that boot is the
/// chance, and a signal missed before it is none.
pub fn is_covered_by_boot(case: StaleCase<'_, '_>) -> bool {
    match case.style {
        Style::Cache => {
            let mut drops = cache_drops::drops(case);
            drops.any(|(at, work)| matches!(work, Work::Boot(_)) && at > case.commit.event)
        }
        Style::Resource | Style::Reconcile => listing::is_listed_by_boot(case),
    }
}

fn enqueued_for<'i>(case: StaleCase<'i, '_>, work: Work) -> Option<&'i Convergence> {
    case.convergences().find(|convergence| convergence.work == work)
}
