//! What the last attempt at a connector calls for: the state `held`, or a retry that is still pending.
//!
//! | the last attempt of the present life | calls for |
//! |---|---|
//! | was refused | `held`, and no timer |
//! | did not reach its upstream, failed, or was not answered in time | `degraded`, and an armed timer |
//! | anything else | nothing |
//!
//! The upstream's port says how an attempt ended; the runtime's port says that a timer was armed, and until when. A
//! timer that was armed before the attempt ended does not count. A timer is pending if it is not yet due at the end of
//! the run. An attempt whose result was discarded, or that a shutdown interrupted, calls for nothing; then the attempt
//! before it counts.

use super::convergence::{Convergence, End};
use super::index::Index;
use super::timeout;
use crate::history::{BuildFailure, ConnectorState, EventKind, Kept};
use crate::names::{AddressId, Instant, ReplicaId, Work};

/// The last attempt at a connector in the present life, and the timer that was armed since. Positions are indices of
/// events.
#[derive(Clone, Copy)]
pub struct LastAttempt<'i> {
    pub attempt: &'i Convergence,
    /// When it ended.
    pub ended: usize,
    /// The state that the connector must show; `None` if the attempt succeeded, or the reference has no row.
    pub required_state: Option<ConnectorState>,
    /// The last timer that was armed since.
    pub armed: Option<ArmedTimer>,
    /// Whether that timer is still pending.
    pub is_pending: bool,
}

/// A retry timer that was armed.
#[derive(Clone, Copy)]
pub struct ArmedTimer {
    /// The event by which it was armed.
    pub event: usize,
    /// The work that the retry will be done as.
    pub work: Work,
    pub due: Instant,
}

impl<'i> LastAttempt<'i> {
    /// The last attempt at a connector; `None` if there was none.
    pub fn of(index: &'i Index<'_>, replica: ReplicaId, address: AddressId) -> Option<Self> {
        let life = index.life(replica).id;
        let attempts =
            index.convergences_of(replica, address).take_while(|convergence| convergence.life == life);
        let ended = attempts.filter_map(|convergence| Some((convergence, ended(convergence)?)));
        let (attempt, ended) = ended.max_by_key(|(_, ended)| *ended)?;
        let armed = armed(index, (replica, address)).next().filter(|armed| armed.event > ended);
        let is_pending = armed.is_some_and(|armed| armed.due >= index.history.ended);
        Some(Self { attempt, ended, required_state: required_state(index, attempt), armed, is_pending })
    }

    /// Whether a connector that shows this state has what the attempt calls for.
    pub fn is_fulfilled(&self, state: Option<ConnectorState>) -> bool {
        match self.required_state {
            Some(ConnectorState::Degraded) => self.waits_for_retry(state),
            // A connector that is held must have no timer.
            Some(required) => state == Some(required) && self.armed.is_none(),
            None => true,
        }
    }

    /// Whether a connector that shows this state waits for the retry that the attempt calls for.
    pub fn waits_for_retry(&self, state: Option<ConnectorState>) -> bool {
        let degraded = Some(ConnectorState::Degraded);
        self.required_state == degraded && state == degraded && self.is_pending
    }
}

/// The timers that the present life of a replica armed for a connector, the last one first.
pub fn armed<'i>(
    index: &'i Index<'_>,
    (replica, connector): (ReplicaId, AddressId),
) -> impl Iterator<Item = ArmedTimer> + use<'i> {
    let life = index.life(replica).id;
    index.retries.iter().rev().filter_map(move |at| {
        let event = index.event(*at);
        let EventKind::RetryArmed { work, address, due } = event.kind else { return None };
        let is_its = (event.replica, event.life, address) == (replica, life, connector);
        is_its.then_some(ArmedTimer { event: *at, work, due })
    })
}

/// When an attempt ended with a result that counts. If the journal records no end, a failure at the upstream's port is
/// the end.
fn ended(convergence: &Convergence) -> Option<usize> {
    match convergence.ended {
        Some((_, End::Kept(Kept::Discarded | Kept::ShutDown))) => None,
        Some((ended, _)) => Some(ended),
        None => convergence.open_failed.map(|(failed, _)| failed),
    }
}

fn required_state(index: &Index<'_>, attempt: &Convergence) -> Option<ConnectorState> {
    if timeout::stopped(index, attempt) {
        return Some(ConnectorState::Degraded);
    }
    // A failure that arrives after the attempt has ended is discarded.
    let is_in_time = |failed: usize| attempt.ended.is_none_or(|(ended, _)| failed < ended);
    attempt.open_failed.filter(|(failed, _)| is_in_time(*failed)).map(|(_, why)| match why {
        BuildFailure::Refused => ConnectorState::Held,
        BuildFailure::Unreachable | BuildFailure::Failed => ConnectorState::Degraded,
    })
}
