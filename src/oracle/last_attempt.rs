//! What the last attempt at a connector calls for: to be held, or a retry that is still to come.
//!
//! | the last attempt of the present life | calls for |
//! |---|---|
//! | was refused | `held`, and no timer |
//! | did not reach its upstream, failed, or was not answered in time | `degraded`, and a timer that is armed |
//! | anything else | neither |
//!
//! How an attempt fared is what the upstream's port saw; that a timer is armed, and for when, is what the runtime's
//! port saw. A timer that was armed before the attempt had ended is void. One is pending if it is not yet due when the
//! run is over. An attempt whose result was discarded, or that met a shutdown, calls for nothing, and what the one
//! before it calls for stands.

use super::assumptions;
use super::convergence::{Convergence, End};
use super::index::Index;
use crate::history::{BuildFailure, ConnectorState, EventKind, Kept};
use crate::names::{AddressId, Instant, ReplicaId, Work};

/// The last attempt at a connector in the present life, and the timer that was armed since. Positions are indices of
/// events.
#[derive(Clone, Copy)]
pub struct LastAttempt<'i> {
    /// The attempt.
    pub attempt: &'i Convergence,
    /// When it ended.
    pub ended: usize,
    /// What the connector is to be at; `None` if it was made, or its reference has no row.
    pub calls_for: Option<ConnectorState>,
    /// The last timer that was armed since.
    pub armed: Option<ArmedTimer>,
    /// Whether that is still to come.
    pub is_pending: bool,
}

/// A timer that was armed.
#[derive(Clone, Copy)]
pub struct ArmedTimer {
    /// By this event.
    pub event: usize,
    /// For this work.
    pub work: Work,
    /// For then.
    pub due: Instant,
}

impl<'i> LastAttempt<'i> {
    /// That of the last attempt at a connector; `None` if there was none.
    pub fn of(index: &'i Index<'_>, replica: ReplicaId, address: AddressId) -> Option<Self> {
        let life = index.lives.get(usize::from(replica.0))?.id;
        let attempts =
            index.convergences_of(replica, address).take_while(|convergence| convergence.life == life);
        let ended = attempts.filter_map(|convergence| Some((convergence, ended(convergence)?)));
        let (attempt, ended) = ended.max_by_key(|(_, ended)| *ended)?;
        let armed = armed(index, (replica, address)).next().filter(|armed| armed.event > ended);
        let is_pending = armed.is_some_and(|armed| armed.due >= index.history.ended);
        Some(Self { attempt, ended, calls_for: calls_for(index, attempt), armed, is_pending })
    }

    /// Whether a connector that shows this state is what is called for.
    pub fn is_met(&self, state: Option<ConnectorState>) -> bool {
        match self.calls_for {
            Some(ConnectorState::Degraded) => self.is_retried(state),
            Some(due) => state == Some(due) && self.armed.is_none(),
            None => true,
        }
    }

    /// Whether a connector that shows this state waits for a retry that is called for.
    pub fn is_retried(&self, state: Option<ConnectorState>) -> bool {
        let degraded = Some(ConnectorState::Degraded);
        self.calls_for == degraded && state == degraded && self.is_pending
    }
}

/// The timers of the present life of a replica for a connector, the last first.
pub fn armed<'i>(
    index: &'i Index<'_>,
    (replica, connector): (ReplicaId, AddressId),
) -> impl Iterator<Item = ArmedTimer> + use<'i> {
    let life = index.lives.get(usize::from(replica.0)).map(|life| life.id);
    let of_life = move |at: &&usize| {
        let event = index.event(**at);
        event.replica == replica && Some(event.life) == life
    };
    index.retries.iter().rev().filter(of_life).filter_map(move |at| match index.event(*at).kind {
        EventKind::RetryArmed { work, address, due } if address == connector => {
            Some(ArmedTimer { event: *at, work, due })
        }
        _ => None,
    })
}

/// When an attempt ended with a result that counts: by the journal or, where that is silent, by the upstream.
fn ended(convergence: &Convergence) -> Option<usize> {
    match convergence.ended {
        Some((_, End::Kept(Kept::Discarded | Kept::ShutDown))) => None,
        Some((ended, _)) => Some(ended),
        None => convergence.open_failed.map(|(failed, _)| failed),
    }
}

fn calls_for(index: &Index<'_>, attempt: &Convergence) -> Option<ConnectorState> {
    if assumptions::is_late(index, attempt) {
        return Some(ConnectorState::Degraded);
    }
    let in_time = |failed: usize| attempt.ended.is_none_or(|(ended, _)| failed < ended);
    attempt.open_failed.filter(|(failed, _)| in_time(*failed)).map(|(_, why)| match why {
        BuildFailure::Refused => ConnectorState::Held,
        BuildFailure::Unreachable | BuildFailure::Failed => ConnectorState::Degraded,
    })
}
