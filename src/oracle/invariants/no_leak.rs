//! 11, no leak: every built instance is closed exactly once unless its life ended in a crash; at quiet, open =
//! registered, counting present lives.
//!
//! Opened and closed is what the upstream's port saw. An instance is closed from when its close was sent, which
//! nothing can take back. At quiet each instance of a judged life is in its registry or closed, never both. A
//! life that was shut down has closed what it had in its hands; what opened for it and was still on its way
//! when it ended has nobody left who could close it. Lives that crashed, and replicas that stand still or boot,
//! are not asked. That the upstream's own record says the same is checked with the other records.

use crate::history::{Event, EventKind, Outcome};
use crate::names::{InstanceId, Invariant, LifeId, ReplicaId};
use crate::oracle::convergence::Convergence;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks every instance that was opened.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    let quiet = index.history.outcome == Outcome::Quiet;
    for convergence in &index.convergences {
        let Some((opened, instance)) = convergence.opened else { continue };
        if let Some(event) = convergence.closed_again {
            let what = Breach::ClosedAgain { instance };
            findings.broke(index, Invariant::NoLeak, (event, convergence.address), what);
        }
        if quiet && let Some((event, what)) = at_end(index, convergence, (opened, instance), &findings.judged)
        {
            findings.broke(index, Invariant::NoLeak, (event, convergence.address), what);
        }
    }
}

/// How an instance that was opened by an event contradicts its registry at the end, and the event that shows it.
fn at_end(
    index: &Index<'_>,
    convergence: &Convergence,
    (opened, instance): (usize, InstanceId),
    judged: &[ReplicaId],
) -> Option<(usize, Breach)> {
    let present = index.lives.get(usize::from(convergence.replica.0))?;
    if present.id == convergence.life && present.is_up() {
        if !judged.contains(&convergence.replica) {
            return None;
        }
        let view = index.history.final_views().find(|view| view.replica == convergence.replica)?;
        let registered = view.entries.iter().any(|entry| entry.instance == Some(instance));
        return match (registered, convergence.closed) {
            (true, Some(closed)) => Some((closed, Breach::HeldClosed { instance })),
            (false, None) => Some((opened, Breach::Leaked { instance })),
            _ => None,
        };
    }
    let in_hand = convergence.ended.is_some_and(|(ended, _)| ended > opened);
    let ended = shutdown(index, convergence.replica, convergence.life)?;
    (in_hand && convergence.closed.is_none()).then_some((ended, Breach::Leaked { instance }))
}

/// When a life was shut down; `None` if it ended in a crash.
fn shutdown(index: &Index<'_>, replica: ReplicaId, life: LifeId) -> Option<usize> {
    let of_life = |event: &Event| event.replica == replica && event.life == life;
    index.history.events.iter().rposition(|event| of_life(event) && event.kind == EventKind::ShutDown)
}
