//! The second run of a seed, on a fresh thread.
//!
//! Hash-map keys and generators that are seeded by the system repeat only in the first run of a thread; so a
//! replica whose behaviour hangs on them, or on anything else that is no function of the seed, shows another
//! digest here.

#![expect(clippy::disallowed_methods, reason = "a fresh thread is what the second run is about")]

use std::sync::Arc;
use std::thread;

use crate::stage::Heartbeat;

use super::watchdog::HarnessError;
use crate::history::Event;
use crate::stage::Capture;
use crate::stage::CompiledScenario;
use crate::stage::Runner;
use crate::stage::SystemUnderTest;
use crate::stage::digest;
use crate::verdict::JudgedRun;

/// What became of a second run.
pub enum Recheck {
    /// The same as of the first.
    Same(JudgedRun),
    /// Something else.
    Differs(Unstable),
    /// There is no second run.
    HarnessError(HarnessError),
}

/// A seed that behaved otherwise when it was run again: the run is no function of it.
#[derive(Clone, Debug)]
pub struct Unstable {
    /// The first event that differs, by its index. That of the end, if only the state there differs.
    pub event: usize,
    /// That event in the first run; `None` if it had ended.
    pub first: Option<Event>,
    /// The second run.
    pub again: JudgedRun,
}

/// Runs a seed again on a fresh thread. The heartbeat is that of the thread which waits for it, so that its
/// watchdog sees the second run.
pub fn recheck<M: SystemUnderTest>(
    first: &JudgedRun,
    compiled: &Arc<CompiledScenario>,
    capture: Capture,
    heartbeat: &Arc<Heartbeat>,
) -> Recheck {
    let seed = first.history.seed;
    let (compiled, heartbeat) = (Arc::clone(compiled), Arc::clone(heartbeat));
    let fresh = thread::spawn(move || {
        let mut runner = Runner::new(heartbeat).map_err(|error| HarnessError::sqlite(&error))?;
        Ok(JudgedRun::of(&compiled.scenario, runner.run_with::<M>(&compiled, seed, capture)))
    });
    let again = match fresh.join().unwrap_or_else(|_| Err(HarnessError::died())) {
        Ok(again) => again,
        Err(harness_error) => return Recheck::HarnessError(harness_error),
    };
    if digest(&first.history) == digest(&again.history) {
        return Recheck::Same(again);
    }
    let (one, other) = (&first.history.events, &again.history.events);
    let event = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    Recheck::Differs(Unstable { event, first: one.get(event).copied(), again })
}
