//! The second run of a seed, on a fresh thread.
//!
//! Hash-map keys and generators that are seeded by the system repeat only in the first run of a thread; so a
//! replica whose behaviour hangs on them, or on anything else that is no function of the seed, shows another
//! digest here.

#![expect(clippy::disallowed_methods, reason = "a fresh thread is what the second run is about")]

use std::sync::Arc;
use std::thread;

use reconverge_sim::Pulse;

use super::digest::digest;
use super::environment::Capture;
use super::member::Member;
use super::plan::Plan;
use super::watch::Hitch;
use super::worker::Worker;
use crate::history::Event;
use crate::verdict::Trial;

/// What became of a second run.
pub enum Recheck {
    /// The same as of the first.
    Same(Trial),
    /// Something else.
    Differs(Unstable),
    /// There is no second run.
    Hitch(Hitch),
}

/// A seed that behaved otherwise when it was run again: the run is no function of it.
#[derive(Clone, Debug)]
pub struct Unstable {
    /// The first event that differs, by its index. That of the end, if only the state there differs.
    pub event: usize,
    /// That event in the first run; `None` if it had ended.
    pub first: Option<Event>,
    /// The second run.
    pub again: Trial,
}

/// Runs a seed again on a fresh thread. The pulse is that of the thread which waits for it, so that its
/// watchdog sees the second run.
pub fn recheck<M: Member>(first: &Trial, plan: &Arc<Plan>, capture: Capture, pulse: &Arc<Pulse>) -> Recheck {
    let seed = first.history.seed;
    let (plan, pulse) = (Arc::clone(plan), Arc::clone(pulse));
    let fresh = thread::spawn(move || {
        let mut worker = Worker::new(pulse).map_err(|error| Hitch::sqlite(&error))?;
        Ok(Trial::of(&plan.scenario, worker.run_with::<M>(&plan, seed, capture)))
    });
    let again = match fresh.join().unwrap_or_else(|_| Err(Hitch::died())) {
        Ok(again) => again,
        Err(hitch) => return Recheck::Hitch(hitch),
    };
    if digest(&first.history) == digest(&again.history) {
        return Recheck::Same(again);
    }
    let (one, other) = (&first.history.events, &again.history.events);
    let event = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    Recheck::Differs(Unstable { event, first: one.get(event).copied(), again })
}
