//! One run, from its seed to its end.
//!
//! The whole run is one poll of one madsim task. It polls the ready tasks until none is left, takes the first entry
//! off the agenda, moves madsim's clock to it, fires it, and begins again. Invariant: a run ends, by its driver or by
//! its limits, and leaves nothing in memory but what it returns.

use std::{cell::RefCell, rc::Rc, sync::Arc};

use madsim::{Config, runtime::Runtime};

use super::{
    core::{Core, Entry},
    handle::World,
};
use crate::{
    end::{Bound, End, Finished, Limits},
    heartbeat::Heartbeat,
    key::{Key, NodeId},
    micros::Micros,
    trace::Trace,
};

/// Whether this thread is inside a run.
pub fn is_running() -> bool {
    madsim::runtime::Handle::try_current().is_ok()
}

/// Makes the world of a seed, lets `setup` fill it, and runs it to its end.
///
/// `setup` must spawn at least one task of [`NodeId::WORLD`], the driver, which calls [`World::finish`]. Events that
/// `trace` holds are discarded; its memory is used again. If a `heartbeat` is given, the world records there for
/// which node it works.
///
/// A panic of code in the world does not unwind to the caller. It is an [`End`].
pub fn run<E: 'static>(
    seed: u64,
    limits: &Limits,
    heartbeat: Option<Arc<Heartbeat>>,
    mut trace: Trace<E>,
    setup: impl FnOnce(&World<E>),
) -> Finished<E> {
    trace.clear();
    if let Some(heartbeat) = &heartbeat {
        heartbeat.begin(seed);
    }
    let runtime = Runtime::with_seed_and_config(seed, Config::default());
    runtime.block_on(async move {
        let world = World { core: Core::new(seed, heartbeat), trace: Rc::new(RefCell::new(trace)) };
        // A panic of the set-up ends the run like any other.
        world.core.guard(NodeId::WORLD, Key::default(), || setup(&world));
        let mut driver = Driver::new(&world.core, limits);
        let end = driver.drive();
        let trace = world.trace.take();
        world.core.close();
        // A drop may have panicked at the close. If the run had failed before, the first failure is its end.
        let panic_at_close = world.core.take_end();
        let end = if end == End::Done { panic_at_close.unwrap_or(end) } else { end };
        Finished { end, trace, at: world.now(), fired: driver.fired, polls: driver.polls }
    })
}

/// Drives one world within its limits.
struct Driver<'a> {
    core: &'a Rc<Core>,
    limits: &'a Limits,
    fired: u64,
    polls: u64,
    polls_at_instant: u64,
}

impl<'a> Driver<'a> {
    fn new(core: &'a Rc<Core>, limits: &'a Limits) -> Self {
        Self { core, limits, fired: 0, polls: 0, polls_at_instant: 0 }
    }

    fn drive(&mut self) -> End {
        loop {
            self.poll_ready();
            if let Some(end) = self.core.take_end() {
                return end;
            }
            // Those who waited for quiet run before the next entry, at this instant.
            if self.core.end_waits_if_quiet() {
                continue;
            }
            let Some((due, key, entry)) = self.core.next_entry() else {
                // No task is ready, nothing will happen, and the driver waits.
                return End::Stuck { nodes: self.core.tasks.borrow().nodes() };
            };
            if let Some(bound) = self.over_limit(due) {
                return End::Endless { node: NodeId(key.node), key, bound };
            }
            self.fire(due, key, entry);
        }
    }

    fn poll_ready(&mut self) {
        while !self.core.has_ended()
            && let Some((node, key)) = self.core.poll_next()
        {
            self.polls += 1;
            self.polls_at_instant += 1;
            if self.polls_at_instant > self.limits.polls_per_instant {
                self.core.end(End::Endless { node, key, bound: Bound::Polls });
            }
        }
    }

    /// The limit that firing an entry at this instant would exceed, if any.
    fn over_limit(&self, due: Micros) -> Option<Bound> {
        if self.fired >= self.limits.fired {
            return Some(Bound::Fired);
        }
        (due > self.limits.time).then_some(Bound::Time)
    }

    fn fire(&mut self, due: Micros, key: Key, entry: Entry) {
        self.fired += 1;
        // The bound on polls is for each instant, to find code that wakes itself for ever without letting time pass.
        if self.core.advance(due) {
            self.polls_at_instant = 0;
        }
        let node = NodeId(key.node);
        self.core.record_heartbeat(node);
        self.core.guard(node, key, || match entry {
            Entry::Wake(waker) => waker.wake(),
            Entry::Fire(target, token) => target.fire(self.core, token),
            Entry::Run(act) => act(),
        });
    }
}
