//! A paused node is not polled; the world around it goes on.

use reconverge_sim::Micros;

use super::stage::{A, B, Stage, at, caller, either, end_when_quiet, events_of, key, play, timing};

/// A task of A that sleeps and records when it sees that it woke.
fn sleeper(world: &Stage, nth: u64, span: u64) {
    let stage = world.clone();
    world.spawn(A, key(1, A, nth), async move {
        stage.sleep(key(3, A, nth), Micros(span)).await;
        stage.record(("woke", nth));
    });
}

fn end_at(world: &Stage, micros: u64) {
    at(world, micros, Stage::finish);
}

#[test]
fn timers_that_fell_due_are_seen_at_resume_in_the_order_of_their_tasks() {
    let finished = play(1, |world| {
        sleeper(world, 2, 10);
        sleeper(world, 1, 20);
        sleeper(world, 3, 40);
        at(world, 5, |world| world.pause(A));
        at(world, 30, |world| world.resume(A));
        end_at(world, 50);
    });
    assert_eq!(events_of(&finished), [(30, "woke", 1), (30, "woke", 2), (40, "woke", 3)]);
}

#[test]
fn acts_and_answers_go_on_during_a_pause() {
    let finished = play(1, |world| {
        caller(world, A, 1, timing(10, 10));
        caller(world, B, 2, timing(10, 10));
        at(world, 5, |world| world.pause(A));
        at(world, 30, |world| {
            assert!(world.is_paused(A) && world.is_up(A));
            world.resume(A);
        });
        end_at(world, 50);
    });
    let expected = [(10, "acted", 1), (10, "acted", 2), (20, "answered", 2), (30, "answered", 1)];
    assert_eq!(events_of(&finished), expected);
}

/// A call with a time-out that both arrive during a pause, the time-out first.
#[test]
fn at_resume_an_answer_is_seen_before_its_time_out() {
    let finished = play(1, |world| {
        let stage = world.clone();
        world.spawn(A, key(1, A, 0), async move {
            let call = stage.call(A, key(2, A, 0), timing(10, 10), || ());
            let won = either(call, stage.sleep(key(3, A, 0), Micros(15))).await;
            stage.record((won, 0));
        });
        at(world, 5, |world| world.pause(A));
        at(world, 30, |world| world.resume(A));
        end_at(world, 50);
    });
    assert_eq!(events_of(&finished), [(30, "first", 0)]);
}

#[test]
fn without_the_pause_the_time_out_wins() {
    let finished = play(1, |world| {
        let stage = world.clone();
        world.spawn(A, key(1, A, 0), async move {
            let call = stage.call(A, key(2, A, 0), timing(10, 10), || ());
            let won = either(call, stage.sleep(key(3, A, 0), Micros(15))).await;
            stage.record((won, 0));
        });
        end_at(world, 50);
    });
    assert_eq!(events_of(&finished), [(15, "second", 0)]);
}

#[test]
fn a_crash_ends_a_pause_and_what_it_held() {
    let finished = play(1, |world| {
        sleeper(world, 1, 10);
        at(world, 5, |world| world.pause(A));
        at(world, 20, |world| world.crash(A));
        at(world, 25, |world| {
            world.boot(A);
            assert!(!world.is_paused(A));
            sleeper(world, 2, 1);
        });
        end_at(world, 50);
    });
    assert_eq!(events_of(&finished), [(20, "crashed", 0), (26, "woke", 2)]);
}

#[test]
fn what_a_paused_node_would_do_does_not_hinder_quiet() {
    let finished = play(1, |world| {
        world.pause(A);
        caller(world, A, 1, timing(10, 10));
        end_when_quiet(world);
    });
    assert_eq!((events_of(&finished), finished.at), (vec![], Micros(0)));
}
