//! The second run of a seed, on a fresh thread.
//!
//! The keys of hash maps, and generators that the system seeds, repeat only in the first run of a thread. A replica whose
//! behaviour depends on them, or on anything else that is not a function of the seed, has another digest here.

#![expect(clippy::disallowed_methods, reason = "a fresh thread is what the second run is about")]

use std::sync::Arc;
use std::thread;

use super::harness_error::HarnessError;
use crate::history::Event;
use crate::stage::{Capture, CompiledScenario, Heartbeat, Runner, SystemUnderTest, digest};
use crate::verdict::JudgedRun;

/// Why a second run does not confirm the first.
pub enum RecheckFailure {
    /// It came out differently.
    Unstable(Box<Unstable>),
    /// It has no history.
    HarnessError(HarnessError),
}

/// A seed that behaved differently when it was run again: the run is not a function of the seed.
#[derive(Clone, Debug)]
pub struct Unstable {
    /// The first event that differs, by its index. That of the end, if only the state there differs.
    pub event: usize,
    /// That event in the first run; `None` if the first run had ended by then.
    pub first_run_event: Option<Event>,
    /// The second run.
    pub second_run: JudgedRun,
}

/// Runs a seed again on a fresh thread, and returns the second run if it is the same as the first. The heartbeat is that
/// of the calling worker, which waits meanwhile, so that its watchdog watches the second run.
pub fn recheck<S: SystemUnderTest>(
    first_run: &JudgedRun,
    compiled: &Arc<CompiledScenario>,
    capture: Capture,
    heartbeat: &Arc<Heartbeat>,
) -> Result<JudgedRun, RecheckFailure> {
    let seed = first_run.history.seed;
    let (compiled, heartbeat) = (Arc::clone(compiled), Arc::clone(heartbeat));
    let fresh = thread::spawn(move || {
        // With a runner of its own, because a runner belongs to one thread.
        let mut runner = Runner::new(heartbeat).map_err(|error| HarnessError::store_not_opened(&error))?;
        Ok(JudgedRun::of(&compiled.scenario, runner.run_with::<S>(&compiled, seed, capture)))
    });
    let second_run = fresh.join().unwrap_or(Err(HarnessError::WorkerDied));
    let second_run = second_run.map_err(RecheckFailure::HarnessError)?;
    if digest(&first_run.history) == digest(&second_run.history) {
        return Ok(second_run);
    }
    let (one, other) = (&first_run.history.events, &second_run.history.events);
    let event = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    let first_run_event = one.get(event).copied();
    Err(RecheckFailure::Unstable(Box::new(Unstable { event, first_run_event, second_run })))
}
