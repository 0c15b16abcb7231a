//! Rehydration: what a replica does at boot and at a reload for each address in the rows or in the registry.
//!
//! By default nothing is installed from the listing, which may be old by the time it is followed: one
//! convergence is enqueued for each address, and obeys the same order as those of signals.

use std::rc::Rc;
use std::time::Duration;

use super::lane::Lane;
use super::ports::{Host, Role, Runtime, Unreadable};
use super::queue::{Ended, enqueue};
use super::retry::{doubled, read_pauses};
use crate::names::{Correlation, Rehydrate, Work};

/// How long a booting replica waits before it lists again: doubled from the first to the last.
const LIST_RETRY: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// Reloads a lane; done when it has converged. A listing that fails is logged, and not tried again unless the
/// policy says so.
pub async fn reload<H: Host, L: Lane<H>>(lane: Rc<L>, work: Work) {
    if lane.core().is_down() {
        return;
    }
    let pauses = read_pauses(lane.core().policies.read_error);
    match list(&lane, work, pauses).await {
        Ok(ends) => finish(ends).await,
        Err(Unreadable) => {
            tracing::warn!(node = %lane.core().node(), "{}: reload failed, the rows are unreadable", L::LANE);
        }
    }
}

/// Rehydrates a booting lane; done when what it calls for has begun. A listing is tried until it succeeds.
///
/// It does not wait for the ends: one upstream that hangs must not keep a replica from serving.
pub async fn boot<H: Host, L: Lane<H>>(lane: &Rc<L>, work: Work) {
    let pauses = doubled(LIST_RETRY.0).map(|pause| pause.min(LIST_RETRY.1));
    // These pauses never end, so that there is no failure.
    drop(list(lane, work, pauses).await);
}

/// Lists until that succeeds or there is no further pause, and begins what the listing calls for.
async fn list<H: Host, L: Lane<H>>(
    lane: &Rc<L>,
    work: Work,
    mut pauses: impl Iterator<Item = Duration>,
) -> Result<Vec<Ended>, Unreadable> {
    let mut correlation = Correlation::of(work);
    loop {
        let begun = list_once(lane, correlation).await;
        let Some(pause) = pauses.next().filter(|_| begun.is_err()) else { return begun };
        let node = lane.core().node();
        tracing::warn!(%node, "{}: the rows could not be listed, trying again", L::LANE);
        let task = lane.core().task(Role::ListRetry, correlation, None);
        lane.core().host.runtime().sleep(task, pause).await;
        correlation.attempt = correlation.attempt.saturating_add(1);
    }
}

async fn list_once<H: Host, L: Lane<H>>(
    lane: &Rc<L>,
    correlation: Correlation,
) -> Result<Vec<Ended>, Unreadable> {
    if lane.core().policies.rehydrate == Rehydrate::FromListing {
        return lane.install_listing(correlation).await;
    }
    let addresses = lane.addresses(correlation).await?;
    Ok(addresses.iter().map(|address| enqueue(lane, correlation.work, address)).collect())
}

/// Waits for the ends of what was begun.
async fn finish(ends: Vec<Ended>) {
    for end in ends {
        // Cancelled only by a shutdown or by the queue, and then there is nothing to wait for.
        let _ = end.await;
    }
}
