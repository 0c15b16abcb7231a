//! One run, from its seed to its end.
//!
//! The whole run is one poll of one madsim task: take the first entry of the agenda, move madsim's clock to
//! it, let it happen, poll what that woke until nothing is ready, and take the next. Invariant: a run ends,
//! by its driver or by its limits, and leaves nothing behind but what it returns.

use std::{cell::RefCell, rc::Rc, sync::Arc};

use madsim::{Config, runtime::Runtime};

use super::{
    World,
    core::{Core, Entry},
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
/// `setup` spawns at least one task of [`NodeId::WORLD`], the driver, which calls [`World::finish`]. The
/// trace's events are forgotten; its memory is used again. A panic of the code in the world is an outcome.
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
        world.core.guard(NodeId::WORLD, Key::default(), || setup(&world));
        let mut driver = Driver::new(&world.core, limits);
        let end = driver.drive();
        let trace = world.trace.take();
        world.core.close();
        let end = match world.core.take_end() {
            Some(panic) if end == End::Done => panic,
            _ => end,
        };
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
            if self.core.tell_quiet() {
                continue;
            }
            let Some((due, key, entry)) = self.core.next_entry() else {
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

    fn over_limit(&self, due: Micros) -> Option<Bound> {
        if self.fired >= self.limits.fired {
            return Some(Bound::Fired);
        }
        (due > self.limits.time).then_some(Bound::Time)
    }

    fn fire(&mut self, due: Micros, key: Key, entry: Entry) {
        self.fired += 1;
        if self.core.advance(due) {
            self.polls_at_instant = 0;
        }
        let node = NodeId(key.node);
        self.core.beat(node);
        self.core.guard(node, key, || match entry {
            Entry::Wake(waker) => waker.wake(),
            Entry::Fire(target, token) => target.fire(self.core, token),
            Entry::Run(act) => act(),
        });
    }
}
