//! 11, no leak: every built instance is closed exactly once unless its life ended in a crash; at quiet, open =
//! registered, counting present lives.
//!
//! The upstream's port says what was opened and closed. An instance counts as closed from the moment its close was sent,
//! because nothing can take that back. At quiet each instance of a judged life is registered or closed, never both.
//!
//! A life that was shut down must have closed every instance whose opening it had learnt of. An instance whose opening
//! was still under way at the end of the life cannot be closed by anybody. Lives that crashed, and replicas that are
//! paused or boot, are not checked. `consistent` compares this with the upstream's own record.

use crate::history::{Event, EventKind, Outcome};
use crate::names::{InstanceId, Invariant, LifeId, ReplicaId};
use crate::oracle::convergence::Convergence;
use crate::oracle::finding::{Breach, Findings};
use crate::oracle::index::Index;

/// Checks every instance that was opened.
pub fn check(index: &Index<'_>, findings: &mut Findings) {
    let is_quiet = index.history.outcome == Outcome::Quiet;
    for convergence in &index.convergences {
        let Some((opened, instance)) = convergence.opened else { continue };
        if let Some(event) = convergence.close_began_again {
            let breach = Breach::ClosedAgain { instance };
            findings.record_broken(index, Invariant::NoLeak, (event, convergence.address), breach);
        }
        if is_quiet
            && let Some((event, breach)) = at_end(index, convergence, (opened, instance), &findings.judged)
        {
            findings.record_broken(index, Invariant::NoLeak, (event, convergence.address), breach);
        }
    }
}

/// How an instance contradicts the registry at the end, and the event that shows it. `opened` is when it was opened.
fn at_end(
    index: &Index<'_>,
    convergence: &Convergence,
    (opened, instance): (usize, InstanceId),
    judged: &[ReplicaId],
) -> Option<(usize, Breach)> {
    let present = index.life(convergence.replica);
    if present.id == convergence.life && present.is_up() {
        if !judged.contains(&convergence.replica) {
            return None;
        }
        let view = index.history.final_views().find(|view| view.replica == convergence.replica)?;
        let is_registered = view.entries.iter().any(|entry| entry.instance == Some(instance));
        return match (is_registered, convergence.close_began) {
            (true, Some(closed)) => Some((closed, Breach::HeldClosed { instance })),
            (false, None) => Some((opened, Breach::Leaked { instance })),
            (true, None) | (false, Some(_)) => None,
        };
    }
    // Only a convergence that ended after the opening has learnt of it.
    let has_learnt = convergence.ended.is_some_and(|(ended, _)| ended > opened);
    let shut_down = shutdown(index, convergence.replica, convergence.life)?;
    (has_learnt && convergence.close_began.is_none()).then_some((shut_down, Breach::Leaked { instance }))
}

/// When a life was shut down; `None` if it ended in a crash.
fn shutdown(index: &Index<'_>, replica: ReplicaId, life: LifeId) -> Option<usize> {
    let of_life = |event: &Event| event.replica == replica && event.life == life;
    index.history.events.iter().rposition(|event| of_life(event) && event.kind == EventKind::ShutDown)
}
