//! Cut links and crashed receivers.

use reconverge_sim::{
    Life,
    bus::{BusConfig, Notice},
};

use super::{
    bus_faults::{NEWS, receiver, script, send},
    stage::{A, B, at},
};

/// Cuts B from 100 to 200, with one message lost at its publish, one at its arrival, one before and one after.
fn cut(notice: Notice) -> Vec<(u64, &'static str, u64)> {
    script(BusConfig::default(), |world, bus| {
        send(bus, 1, &[50]);
        send(bus, 2, &[150]);
        let (cut, publish, heal) = (bus.clone(), bus.clone(), bus.clone());
        at(world, 100, move |_| {
            cut.cut(B, notice);
            assert!(cut.is_cut(B) && !cut.is_cut(A));
        });
        at(world, 120, move |_| send(&publish, 3, &[100]));
        at(world, 200, move |_| {
            heal.heal(B);
            heal.heal(B);
            send(&heal, 4, &[10]);
        });
    })
}

#[test]
fn a_noticed_cut_loses_messages_and_reconnects_once() {
    let expected = [(50, "b", 1), (120, "cut", 3), (150, "cut", 2), (200, "reconnected", 1), (210, "b", 4)];
    assert_eq!(cut(Notice::Noticed), expected);
}

#[test]
fn an_unnoticed_cut_loses_messages_and_says_nothing() {
    assert_eq!(cut(Notice::Unnoticed), [(50, "b", 1), (120, "cut", 3), (150, "cut", 2), (210, "b", 4)]);
}

#[test]
fn a_crash_loses_the_inbox_and_what_is_in_flight() {
    let events = script(BusConfig::default(), |world, bus| {
        at(world, 1, |world| world.pause(B));
        send(bus, 1, &[10]);
        send(bus, 2, &[100]);
        at(world, 20, |world| world.crash(B));
        let (down, next) = (bus.clone(), bus.clone());
        at(world, 30, move |_| {
            assert!(!down.is_subscribed(B, NEWS));
            send(&down, 3, &[10]);
        });
        at(world, 50, move |world| {
            world.boot(B);
            receiver(world, &next, B, "next b");
            send(&next, 4, &[100]);
        });
    });
    assert_eq!(events, [(20, "crashed", 1), (100, "down", 2), (150, "next b", 4)]);
}

#[test]
fn a_subscription_of_an_earlier_life_has_no_effect() {
    let events = script(BusConfig::default(), |world, bus| {
        world.crash(B);
        assert_eq!(world.boot(B), Life(2));
        assert!(!bus.subscribe(B, Life(1), NEWS));
        assert!(!bus.is_subscribed(B, NEWS));
        receiver(world, bus, B, "next b");
        bus.unsubscribe(B, Life(1), NEWS);
        assert!(bus.inbox(B, Life(1), NEWS).try_next().is_none());
        send(bus, 1, &[10]);
    });
    assert_eq!(events, [(0, "crashed", 1), (10, "next b", 1)]);
}
