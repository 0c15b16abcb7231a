//! A world of a few nodes whose events are a word and a number.

use std::{
    future::poll_fn,
    pin::pin,
    task::{Context, Poll},
};

use reconverge_sim::{
    CallTiming, CrashPoint, EntryKind, Finished, Key, Limits, Micros, NodeId, Trace, World, run,
};

pub type Event = (&'static str, u64);
pub type Stage = World<Event>;

pub const A: NodeId = NodeId(0);
pub const B: NodeId = NodeId(1);

/// Boots A and B and plays what `setup` puts on the stage.
pub fn play(seed: u64, setup: impl FnOnce(&Stage)) -> Finished<Event> {
    play_within(&Limits::default(), seed, setup)
}

pub fn play_within(limits: &Limits, seed: u64, setup: impl FnOnce(&Stage)) -> Finished<Event> {
    run(seed, limits, None, Trace::new(), |world: &Stage| {
        world.boot(A);
        world.boot(B);
        let hook = world.clone();
        world.on_crash(move |node| hook.record(("crashed", node.0.into())));
        setup(world);
    })
}

/// Spawns the driver, which ends the run when its script is over.
pub fn direct(world: &Stage, script: impl Future<Output = ()> + 'static) {
    let stage = world.clone();
    world.spawn(NodeId::WORLD, key(0, NodeId::WORLD, 0), async move {
        script.await;
        stage.finish();
    });
}

/// Lets a driver end the run at the first quiet moment.
pub fn end_when_quiet(world: &Stage) {
    direct(world, world.quiet());
}

/// Schedules a step of the driver.
pub fn at(world: &Stage, micros: u64, step: impl FnOnce(&Stage) + 'static) {
    let stage = world.clone();
    let due = Micros(micros);
    let key = key(0, NodeId::WORLD, micros);
    world.schedule(EntryKind::Step, due, key, move || step(&stage)).expect("one step at an instant");
}

pub fn key(class: u8, node: NodeId, subject: u64) -> Key {
    Key { class, node: node.0, subject, ..Key::default() }
}

pub fn timing(request: u64, answer: u64) -> CallTiming {
    CallTiming { request_delay: Micros(request), answer_delay: Some(Micros(answer)), crash: CrashPoint::None }
}

/// A task of a node that makes one call and records its act and its answer.
pub fn caller(world: &Stage, node: NodeId, nth: u64, timing: CallTiming) {
    let stage = world.clone();
    world.spawn(node, key(1, node, nth), async move {
        let act = stage.clone();
        stage.call(node, key(2, node, nth), timing, move || act.record(("acted", nth))).await;
        stage.record(("answered", nth));
    });
}

/// The events of a run with their instants.
pub fn events_of(finished: &Finished<Event>) -> Vec<(u64, &'static str, u64)> {
    finished.trace.events().iter().map(|stamped| (stamped.at.0, stamped.event.0, stamped.event.1)).collect()
}

/// Waits for either, and prefers the first when both are there.
pub async fn either(first: impl Future<Output = ()>, second: impl Future<Output = ()>) -> &'static str {
    let mut first = pin!(first);
    let mut second = pin!(second);
    poll_fn(move |cx: &mut Context<'_>| {
        if first.as_mut().poll(cx).is_ready() {
            return Poll::Ready("first");
        }
        second.as_mut().poll(cx).map(|()| "second")
    })
    .await
}
