//! Rehydration: at boot and at a reload, every address in the rows or in the registry is converged.
//!
//! By default nothing is installed from the listing, which may be old by the time that it is used. Instead one
//! convergence is enqueued for each address, with a read of its own, so it keeps the same order as those of signals.
//! The policy `rehydrate = from-listing` installs the listing itself.

use std::rc::Rc;
use std::time::Duration;

use super::jobs::Completion;
use super::lane::ReplicaLane;
use super::ports::{Host, Role, Runtime, Unreadable};
use super::queue::enqueue;
use super::retry::{doubling, read_pauses};
use crate::names::{Correlation, Rehydrate, Work};

/// How long a booting replica waits before it lists again: the first pause, and the longest that doubling leads to.
const LIST_RETRY: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// Reloads a lane. The future ends when the lane has converged. A listing that fails is logged, and tried again only
/// if the policy `read-error` retries.
pub async fn reload<H: Host, L: ReplicaLane<H>>(lane: Rc<L>, work: Work) {
    // A reload in the background may start after the shutdown.
    if lane.core().is_shut_down() {
        return;
    }
    let pauses = read_pauses(lane.core().policies.read_error);
    match rehydrate(&lane, work, pauses).await {
        Ok(completions) => wait_for_all(completions).await,
        Err(Unreadable) => {
            tracing::warn!(node = %lane.core().node(), "{}: reload failed, the rows are unreadable", L::LANE);
        }
    }
}

/// Rehydrates a booting lane, listing until that succeeds. The future ends when every convergence has begun, not when
/// it has ended: an upstream that hangs must not keep a replica from serving.
pub async fn boot<H: Host, L: ReplicaLane<H>>(lane: &Rc<L>, work: Work) {
    let pauses = doubling(LIST_RETRY.0).map(|pause| pause.min(LIST_RETRY.1));
    // The pauses never end, so this cannot fail.
    drop(rehydrate(lane, work, pauses).await);
}

/// Lists until that succeeds or `pauses` ends, and begins the convergence of each listed address.
async fn rehydrate<H: Host, L: ReplicaLane<H>>(
    lane: &Rc<L>,
    work: Work,
    mut pauses: impl Iterator<Item = Duration>,
) -> Result<Vec<Completion>, Unreadable> {
    let mut correlation = Correlation::of(work);
    loop {
        let begun = rehydrate_once(lane, correlation).await;
        let Some(pause) = pauses.next().filter(|_| begun.is_err()) else { return begun };
        let node = lane.core().node();
        tracing::warn!(%node, "{}: the rows could not be listed, trying again", L::LANE);
        let task = lane.core().task(Role::ListRetry, correlation, None);
        lane.core().host.runtime().sleep(task, pause).await;
        // A boot may try more often than the counter can count.
        correlation.attempt = correlation.attempt.saturating_add(1);
    }
}

async fn rehydrate_once<H: Host, L: ReplicaLane<H>>(
    lane: &Rc<L>,
    correlation: Correlation,
) -> Result<Vec<Completion>, Unreadable> {
    match lane.core().policies.rehydrate {
        Rehydrate::FromListing => lane.install_listing(correlation).await,
        Rehydrate::ThroughQueue => {
            let addresses = lane.addresses_to_reload(correlation).await?;
            Ok(addresses.iter().map(|address| enqueue(lane, correlation.work, address)).collect())
        }
    }
}

/// Waits until every convergence has ended.
async fn wait_for_all(completions: Vec<Completion>) {
    for completion in completions {
        // It is cancelled only by a shutdown or by the queue. Then there is nothing to wait for.
        let _ = completion.await;
    }
}
