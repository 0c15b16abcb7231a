//! Rehydration: one convergence for each address in the rows or in the registry, at boot and at a reload.
//!
//! Nothing is installed from the listing, which may be old by the time it is followed: the convergences obey
//! the same order as those of signals.

use std::rc::Rc;
use std::time::Duration;

use super::lane::Lane;
use super::ports::{Host, Role, Runtime, Task, Unreadable};
use super::queue::{Ended, enqueue};
use crate::names::{Correlation, Work};

/// How long a booting replica waits before it lists again: doubled from the first to the last.
const LIST_RETRY: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// Reloads a lane; done when it has converged. A listing that fails is logged, and not tried again.
pub async fn reload<H: Host, L: Lane<H>>(lane: Rc<L>, work: Work) {
    match list(&lane, Correlation::of(work)).await {
        Ok(convergences) => finish(convergences).await,
        Err(Unreadable) => {
            tracing::warn!(node = %lane.core().node(), "{}: reload failed, the rows are unreadable", L::LANE);
        }
    }
}

/// Rehydrates a booting lane; done when its convergences are enqueued. A listing is tried until it succeeds.
///
/// It does not wait for the convergences: one upstream that hangs must not keep a replica from serving.
pub async fn boot<H: Host, L: Lane<H>>(lane: &Rc<L>, work: Work) {
    let mut correlation = Correlation::of(work);
    let mut pause = LIST_RETRY.0;
    loop {
        if list(lane, correlation).await.is_ok() {
            return;
        }
        let node = lane.core().node();
        tracing::warn!(%node, "{}: the rows could not be listed, trying again", L::LANE);
        let task = Task { role: Role::ListRetry, correlation, address: None };
        lane.core().host.runtime().sleep(task, pause).await;
        pause = LIST_RETRY.1.min(pause * 2);
        correlation.attempt = correlation.attempt.saturating_add(1);
    }
}

/// Lists the addresses and enqueues one convergence for each.
async fn list<H: Host, L: Lane<H>>(lane: &Rc<L>, correlation: Correlation) -> Result<Vec<Ended>, Unreadable> {
    let addresses = lane.addresses(correlation).await?;
    Ok(addresses.iter().map(|address| enqueue(lane, correlation.work, address)).collect())
}

async fn finish(convergences: Vec<Ended>) {
    for convergence in convergences {
        // Cancelled only by a shutdown, and then nothing is left to converge.
        let _ = convergence.await;
    }
}
