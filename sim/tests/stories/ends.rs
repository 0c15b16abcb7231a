//! However the code in the world behaves, the run ends and says how.

use std::{future::pending, sync::Arc};

use reconverge_sim::{Bound, End, EntryKind, Heartbeat, Key, Limits, Micros, NodeId, Trace, World, run};

use super::stage::{
    A, B, Stage, at, caller, direct, end_when_quiet, events_of, key, play, play_within, timing,
};

/// Panics when it is dropped.
struct Trap(&'static str);

impl Drop for Trap {
    fn drop(&mut self) {
        panic!("{}", self.0);
    }
}

fn panicked(node: NodeId, key: Key, at: u64, message: &str) -> End {
    End::Panicked { node, key, at: Micros(at), message: message.to_owned() }
}

#[test]
fn a_panic_in_a_task_names_node_key_and_instant() {
    let finished = play(1, |world| {
        let stage = world.clone();
        world.spawn(B, key(1, B, 7), async move {
            stage.sleep(key(3, B, 7), Micros(10)).await;
            panic!("no row {}", 7);
        });
        direct(world, pending());
    });
    assert_eq!(finished.end, panicked(B, key(1, B, 7), 10, "no row 7"));
}

#[test]
fn a_panic_in_an_act_is_the_callers() {
    let finished = play(1, |world| {
        let stage = world.clone();
        world.spawn(A, key(1, A, 0), async move {
            stage.call(A, key(2, A, 0), timing(10, 10), || panic!("in the store")).await;
        });
        direct(world, pending());
    });
    assert_eq!(finished.end, panicked(A, key(2, A, 0), 10, "in the store"));
}

#[test]
fn a_panic_in_a_drop_at_a_crash_is_caught() {
    let finished = play(1, |world| {
        world.spawn(A, key(1, A, 0), async {
            let _trap = Trap("dropped");
            pending::<()>().await;
        });
        at(world, 5, |world| world.crash(A));
        direct(world, pending());
    });
    assert_eq!(finished.end, panicked(A, key(1, A, 0), 5, "dropped"));
}

#[test]
fn a_panic_in_a_drop_after_the_end_is_no_success() {
    let finished = play(1, |world| {
        world.spawn(A, key(1, A, 0), async {
            let _trap = Trap("dropped");
            pending::<()>().await;
        });
        end_when_quiet(world);
    });
    assert_eq!(finished.end, panicked(A, key(1, A, 0), 0, "dropped"));
}

#[test]
fn a_panic_in_the_set_up_is_the_drivers() {
    let finished = play(1, |_| panic!("no such file"));
    assert_eq!(finished.end, panicked(NodeId::WORLD, Key::default(), 0, "no such file"));
}

#[test]
fn two_calls_of_one_key_at_one_instant_both_act() {
    let both = |world: &Stage| {
        caller(world, A, 1, timing(10, 10));
        let stage = world.clone();
        world.spawn(A, key(1, A, 2), async move {
            let act = stage.clone();
            stage.call(A, key(2, A, 1), timing(10, 10), move || act.record(("again", 0))).await;
        });
        end_when_quiet(world);
    };
    let finished = play(1, both);
    assert_eq!(finished.end, End::Done);
    assert!(finished.trace.events().iter().any(|stamped| stamped.event == ("again", 0)));
    assert_eq!(finished.trace, play(1, both).trace);
}

#[test]
fn the_next_seed_runs_as_ever_after_a_panic() {
    let quiet = |world: &Stage| {
        caller(world, A, 1, timing(10, 10));
        end_when_quiet(world);
    };
    let before = play(1, quiet);
    play(1, |world| world.spawn(A, key(1, A, 0), async { panic!("once") }));
    assert_eq!(before, play(1, quiet));
}

#[test]
fn a_wait_that_nobody_ends_is_stuck() {
    let finished = play(1, |world| {
        world.spawn(B, key(1, B, 0), pending());
        caller(world, A, 1, timing(1, 1));
        direct(world, pending());
    });
    assert_eq!(finished.end, End::Stuck { nodes: vec![B, NodeId::WORLD] });
    assert_eq!(finished.end.to_string(), "stuck: nothing is left to happen, waiting: node 1, world");
}

#[test]
fn a_sleep_of_another_kind_is_stuck_and_no_hang() {
    let finished = play(1, |world| {
        let stage = world.clone();
        world.spawn(A, key(1, A, 0), async move {
            madsim::time::sleep(std::time::Duration::from_secs(1)).await;
            stage.finish();
        });
    });
    assert_eq!(finished.end, End::Stuck { nodes: vec![A] });
}

#[test]
fn tasks_of_a_paused_node_can_be_what_is_stuck() {
    let finished = play(1, |world| {
        world.pause(A);
        caller(world, A, 1, timing(1, 1));
    });
    assert_eq!(finished.end, End::Stuck { nodes: vec![A] });
}

#[test]
fn a_task_that_wakes_itself_for_ever_is_endless() {
    let finished = play(1, |world| {
        world.spawn(B, key(1, B, 3), async {
            std::future::poll_fn(|cx| {
                cx.waker().wake_by_ref();
                std::task::Poll::<()>::Pending
            })
            .await;
        });
        end_when_quiet(world);
    });
    assert_eq!(finished.end, End::Endless { node: B, key: key(1, B, 3), bound: Bound::Polls });
    assert_eq!(finished.polls, Limits::default().polls_per_instant + 1);
}

fn ticking(limits: Limits) -> End {
    let finished = play_within(&limits, 1, |world| {
        let stage = world.clone();
        world.spawn(A, key(1, A, 0), async move {
            loop {
                stage.sleep(key(3, A, 0), Micros(1_000)).await;
            }
        });
        direct(world, pending());
    });
    finished.end
}

#[test]
fn time_and_entries_are_bounded() {
    let limits = Limits::default();
    let (node, key) = (A, key(3, A, 0));
    let short = ticking(Limits { time: Micros(10_000), ..limits });
    assert_eq!(short, End::Endless { node, key, bound: Bound::Time });
    let polled_at_each = ticking(Limits { time: Micros(10_000), polls_per_instant: 3, ..limits });
    assert_eq!(polled_at_each, short);
    let few = ticking(Limits { fired: 10, ..limits });
    assert_eq!(few, End::Endless { node, key, bound: Bound::Fired });
}

#[test]
fn entries_without_end_at_one_instant_are_bounded() {
    fn again(world: &Stage, nth: u64) {
        let stage = world.clone();
        let step =
            world.schedule(EntryKind::InFlight, Micros(0), key(0, A, nth), move || again(&stage, nth + 1));
        assert!(step.is_ok());
    }
    let limits = Limits { fired: 1_000, ..Limits::default() };
    let finished = play_within(&limits, 1, |world| again(world, 0));
    assert_eq!(finished.end, End::Endless { node: A, key: key(0, A, 1_000), bound: Bound::Fired });
}

#[test]
fn a_heartbeat_has_seed_and_node() {
    let heartbeat = Arc::new(Heartbeat::default());
    let seen = Arc::clone(&heartbeat);
    let finished = run(77, &Limits::default(), Some(heartbeat), Trace::new(), move |world: &World<u64>| {
        world.boot(B);
        let stage = world.clone();
        world.spawn(B, key(1, B, 0), async move {
            let reading = seen.read();
            stage.record(reading.seed + u64::from(reading.node.0));
            stage.finish();
        });
    });
    assert_eq!(finished.trace.events()[0].event, 78);
    assert_eq!(events_of(&play(1, end_when_quiet)), []);
}
