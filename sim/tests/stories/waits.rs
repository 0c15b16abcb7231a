//! Sleeping, scheduling, and the order of what happens at one instant.

use std::{cell::Cell, rc::Rc};

use reconverge_sim::{DuplicateKey, End, EntryKind, Micros, NodeId};

use super::stage::{A, B, Stage, at, caller, direct, either, end_when_quiet, events_of, key, play, timing};

#[test]
fn a_cancelled_sleep_leaves_nothing_on_the_agenda() {
    let finished = play(1, |world| {
        let stage = world.clone();
        direct(world, async move {
            let call = stage.call(A, key(2, A, 0), timing(10, 10), || ());
            assert_eq!(either(call, stage.sleep(key(3, A, 0), Micros(1_000))).await, "first");
            stage.record(("timers", stage.pending(EntryKind::Timer) as u64));
        });
    });
    assert_eq!(events_of(&finished), [(20, "timers", 0)]);
}

#[test]
fn a_crash_takes_the_timers_of_its_node_off_the_agenda() {
    let finished = play(1, |world| {
        let stage = world.clone();
        world.spawn(A, key(1, A, 0), async move { stage.sleep(key(3, A, 0), Micros(1_000)).await });
        at(world, 5, |world| {
            world.record(("timers", world.pending(EntryKind::Timer) as u64));
            world.crash(A);
            world.record(("timers", world.pending(EntryKind::Timer) as u64));
            world.finish();
        });
    });
    assert_eq!(events_of(&finished), [(5, "timers", 1), (5, "crashed", 0), (5, "timers", 0)]);
}

#[test]
fn a_sleep_of_no_time_is_over_at_once() {
    let finished = play(1, |world| {
        let stage = world.clone();
        direct(world, async move {
            stage.sleep(key(3, A, 0), Micros(0)).await;
            assert_eq!(stage.pending(EntryKind::Timer), 0);
        });
    });
    assert_eq!((finished.end, finished.fired), (End::Done, 0));
}

#[test]
fn madsims_clock_follows_the_agenda() {
    let finished = play(1, |world| {
        let stage = world.clone();
        direct(world, async move {
            stage.sleep(key(3, A, 0), Micros(1_234)).await;
            let elapsed = madsim::time::TimeHandle::current().elapsed();
            assert_eq!(Micros::from(elapsed), stage.now());
        });
    });
    assert_eq!(finished.end, End::Done);
}

#[test]
fn at_one_instant_keys_decide_whatever_was_spawned_first() {
    let order = |nths: [u64; 3]| {
        let finished = play(1, |world| {
            for nth in nths {
                caller(world, A, nth, timing(10, 10));
            }
            end_when_quiet(world);
        });
        events_of(&finished)
    };
    assert_eq!(order([3, 1, 2]), order([1, 2, 3]));
    assert_eq!(order([1, 2, 3])[..3], [(10, "acted", 1), (10, "acted", 2), (10, "acted", 3)]);
}

/// Task 3 wakes 1, while 2 is ready: 1 goes first.
#[test]
fn the_smallest_ready_key_is_polled_also_when_woken_in_this_instant() {
    let finished = play(1, |world| {
        let waker: Rc<Cell<Option<std::task::Waker>>> = Rc::default();
        let (stage, of_one) = (world.clone(), Rc::clone(&waker));
        world.spawn(A, key(1, A, 1), async move {
            let mut is_woken = false;
            std::future::poll_fn(|cx| {
                of_one.set(Some(cx.waker().clone()));
                if std::mem::replace(&mut is_woken, true) {
                    std::task::Poll::Ready(())
                } else {
                    std::task::Poll::Pending
                }
            })
            .await;
            stage.record(("polled", 1));
        });
        let stage = world.clone();
        world.spawn(A, key(0, A, 0), async move {
            for nth in [9, 5] {
                let (task, of_one) = (stage.clone(), Rc::clone(&waker));
                stage.spawn(A, key(1, A, nth), async move {
                    task.record(("polled", nth));
                    if let Some(waker) = of_one.take() {
                        waker.wake();
                    }
                });
            }
        });
        end_when_quiet(world);
    });
    assert_eq!(events_of(&finished), [(0, "polled", 5), (0, "polled", 1), (0, "polled", 9)]);
}

#[test]
fn a_scheduled_entry_happens_once_or_is_cancelled() {
    let finished = play(1, |world| {
        let entries = [1, 2].map(|nth| {
            let stage = world.clone();
            world.schedule(EntryKind::InFlight, Micros(10), key(4, B, nth), move || {
                stage.record(("happened", nth));
            })
        });
        let [Ok(first), Ok(second)] = entries else { panic!("two keys") };
        assert!(world.cancel(first) && !world.cancel(first));
        let same = world.schedule(EntryKind::Step, Micros(10), key(4, B, 2), || ());
        assert_eq!(same, Err(DuplicateKey { due: Micros(10), key: key(4, B, 2) }));
        let stage = world.clone();
        direct(world, async move {
            stage.quiet().await;
            assert!(!stage.cancel(second));
        });
    });
    assert_eq!((finished.end.clone(), events_of(&finished)), (End::Done, vec![(10, "happened", 2)]));
}

#[test]
fn quiet_waits_for_work_and_not_for_timers_or_steps() {
    let finished = play(1, |world| {
        caller(world, A, 1, timing(10, 10));
        let stage = world.clone();
        world.spawn(B, key(1, B, 0), async move { stage.sleep(key(3, B, 0), Micros(500)).await });
        at(world, 700, |world| world.record(("too late", 0)));
        let stage = world.clone();
        direct(world, async move {
            stage.quiet().await;
            stage.record(("quiet", 0));
        });
    });
    assert_eq!(events_of(&finished), [(10, "acted", 1), (20, "answered", 1), (20, "quiet", 0)]);
}

/// The answer of the first call starts a second one at the same instant: that is not yet quiet.
#[test]
fn quiet_comes_after_all_that_is_ready() {
    let finished = play(1, |world| {
        let stage: Stage = world.clone();
        world.spawn(B, key(1, B, 0), async move {
            for nth in 0..2 {
                stage.call(B, key(2, B, nth), timing(10, 10), || ()).await;
            }
            stage.record(("last answer", 0));
        });
        let stage = world.clone();
        direct(world, async move {
            stage.quiet().await;
            stage.record(("quiet", 0));
            stage.call(NodeId::WORLD, key(2, NodeId::WORLD, 0), timing(1, 1), || ()).await;
            stage.quiet().await;
            stage.record(("quiet", 1));
        });
    });
    assert_eq!(events_of(&finished), [(40, "last answer", 0), (40, "quiet", 0), (42, "quiet", 1)]);
}

#[test]
fn what_is_scheduled_for_the_past_happens_now() {
    let finished = play(1, |world| {
        at(world, 100, |world| {
            let stage = world.clone();
            let entry = world.schedule(EntryKind::InFlight, Micros(50), key(4, A, 0), move || {
                stage.record(("happened", 0));
            });
            assert!(entry.is_ok());
        });
        at(world, 200, Stage::finish);
    });
    assert_eq!((events_of(&finished), finished.at), (vec![(100, "happened", 0)], Micros(200)));
}
