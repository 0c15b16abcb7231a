//! A crash ends a life; what was sent outlives it.

use reconverge_sim::{CallTiming, CrashPoint, End, Life, Micros, NodeId};

use super::stage::{A, B, Stage, at, caller, direct, either, end_when_quiet, events_of, key, play, timing};

fn crashing(crash: CrashPoint) -> Vec<(u64, &'static str, u64)> {
    let finished = play(1, |world| {
        caller(world, A, 1, CallTiming { crash, ..timing(10, 10) });
        end_when_quiet(world);
    });
    assert_eq!(finished.end, End::Done);
    events_of(&finished)
}

#[test]
fn a_call_acts_and_answers() {
    assert_eq!(crashing(CrashPoint::None), [(10, "acted", 1), (20, "answered", 1)]);
}

#[test]
fn a_crash_before_a_call_sends_nothing() {
    assert_eq!(crashing(CrashPoint::Before), [(0, "crashed", 0)]);
}

#[test]
fn a_crash_in_flight_does_not_stop_the_act() {
    assert_eq!(crashing(CrashPoint::InFlight), [(0, "crashed", 0), (10, "acted", 1)]);
}

#[test]
fn a_crash_after_the_act_loses_the_answer() {
    assert_eq!(crashing(CrashPoint::After), [(10, "acted", 1), (10, "crashed", 0)]);
}

#[test]
fn the_rest_of_a_poll_that_crashes_its_node_sends_nothing() {
    let finished = play(1, |world| {
        let stage = world.clone();
        world.spawn(A, key(1, A, 0), async move {
            let acts = [stage.clone(), stage.clone()];
            let [first, second] = acts;
            let crash = CallTiming { crash: CrashPoint::InFlight, ..timing(10, 10) };
            let one = stage.call(A, key(2, A, 1), crash, move || first.record(("acted", 1)));
            let two = stage.call(A, key(2, A, 2), timing(10, 10), move || second.record(("acted", 2)));
            either(one, two).await;
        });
        end_when_quiet(world);
    });
    assert_eq!(events_of(&finished), [(0, "crashed", 0), (10, "acted", 1)]);
}

#[test]
fn an_act_lands_after_its_sender_crashed_and_its_next_life_hears_nothing() {
    let finished = play(1, |world| {
        caller(world, A, 1, timing(10, 10));
        at(world, 5, |world| world.crash(A));
        at(world, 7, |world| {
            assert_eq!(world.boot(A), Life(2));
            caller(world, A, 2, timing(1, 1));
        });
        end_when_quiet(world);
    });
    let expected = [(5, "crashed", 0), (8, "acted", 2), (9, "answered", 2), (10, "acted", 1)];
    assert_eq!(events_of(&finished), expected);
}

#[test]
fn an_answer_on_its_way_is_lost_with_the_life_that_asked() {
    let finished = play(1, |world| {
        caller(world, A, 1, timing(10, 10));
        at(world, 15, |world| {
            world.crash(A);
            world.boot(A);
        });
        end_when_quiet(world);
    });
    assert_eq!(events_of(&finished), [(10, "acted", 1), (15, "crashed", 0)]);
}

#[test]
fn the_wait_for_a_lost_answer_never_ends() {
    let finished = play(1, |world| {
        caller(world, A, 1, CallTiming { answer_delay: None, ..timing(10, 10) });
        end_when_quiet(world);
    });
    assert_eq!(events_of(&finished), [(10, "acted", 1)]);
}

#[test]
fn a_crash_leaves_the_tasks_of_others_alone() {
    let finished = play(1, |world| {
        caller(world, A, 1, timing(10, 10));
        caller(world, B, 2, timing(10, 10));
        at(world, 5, |world| world.crash(B));
        end_when_quiet(world);
    });
    let expected = [(5, "crashed", 1), (10, "acted", 1), (10, "acted", 2), (20, "answered", 1)];
    assert_eq!(events_of(&finished), expected);
}

#[test]
fn a_task_can_crash_its_own_node() {
    let finished = play(1, |world| {
        let stage = world.clone();
        world.spawn(A, key(1, A, 0), async move {
            stage.crash(A);
            stage.record(("still polled", 0));
            stage.sleep(key(3, A, 0), Micros(1)).await;
            stage.record(("never", 0));
        });
        end_when_quiet(world);
    });
    assert_eq!(events_of(&finished), [(0, "still polled", 0), (0, "crashed", 0)]);
}

#[test]
fn the_driver_never_crashes_or_pauses() {
    let finished = play(1, |world| {
        world.crash(NodeId::WORLD);
        world.pause(NodeId::WORLD);
        assert!(world.is_up(NodeId::WORLD) && !world.is_paused(NodeId::WORLD));
        let stage = world.clone();
        direct(world, async move {
            let crash = CallTiming { crash: CrashPoint::After, ..timing(1, 1) };
            stage.call(NodeId::WORLD, key(2, NodeId::WORLD, 1), crash, || ()).await;
            stage.crash(NodeId::WORLD);
            stage.sleep(key(3, NodeId::WORLD, 1), Micros(1)).await;
            stage.record(("done", 0));
        });
    });
    assert_eq!((finished.end.clone(), events_of(&finished)), (End::Done, vec![(3, "done", 0)]));
}

#[test]
fn what_is_spawned_on_a_node_that_is_down_never_runs() {
    let finished = play(1, |world| {
        world.crash(A);
        caller(world, A, 1, timing(1, 1));
        end_when_quiet(world);
    });
    assert_eq!(events_of(&finished), [(0, "crashed", 0)]);
}

#[test]
fn booting_a_node_that_is_up_ends_its_life_first() {
    let finished = play(1, |world| {
        caller(world, A, 1, timing(1, 1));
        assert_eq!(world.boot(A), Life(2));
        end_when_quiet(world);
    });
    assert_eq!(events_of(&finished), [(0, "crashed", 0)]);
}

#[test]
fn a_task_that_boots_its_own_node_anew_ends_with_its_life() {
    let finished = play(1, |world| {
        let stage = world.clone();
        world.spawn(A, key(1, A, 0), async move {
            stage.boot(A);
            stage.sleep(key(3, A, 0), Micros(1)).await;
            stage.record(("never", 0));
        });
        at(world, 10, |world| assert!(world.is_up(A)));
        at(world, 20, Stage::finish);
    });
    assert_eq!((finished.end.clone(), events_of(&finished)), (End::Done, vec![(0, "crashed", 0)]));
}

/// The driver waits on behalf of A, and so outlives it.
#[test]
fn an_answer_is_for_the_life_that_asked_whoever_waits_for_it() {
    for crash_at in [5, 15] {
        let finished = play(1, |world| {
            let stage = world.clone();
            direct(world, async move {
                let call = stage.call(A, key(2, A, 0), timing(10, 10), || ());
                let end = stage.sleep(key(3, A, 0), Micros(100));
                stage.record((either(call, end).await, 0));
            });
            at(world, crash_at, |world| {
                world.crash(A);
                world.boot(A);
            });
        });
        assert_eq!(events_of(&finished), [(crash_at, "crashed", 0), (100, "second", 0)]);
    }
}

#[test]
fn no_answer_is_on_its_way_to_a_life_that_is_over() {
    let finished = play(1, |world| {
        caller(world, A, 1, timing(10, 10));
        at(world, 5, |world| world.crash(A));
        end_when_quiet(world);
    });
    assert_eq!(finished.at, Micros(10));
}
