//! What becomes of single messages, and of those that pile up.

use reconverge_sim::{
    End, Key, Micros, NodeId, Stream,
    bus::{Arrival, Bus, BusConfig, BusEvent, Channel, CopyFate, Fate, Loss, Message, Order},
};

use super::stage::{A, B, Stage, at, direct, end_when_quiet, events_of, key, play};

pub const NEWS: Channel = Channel(3);

/// A number; garbage is above a thousand, another address above a hundred.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Number(pub u64);

impl Message for Number {
    fn corrupted(&self, stream: &mut Stream) -> Self {
        Self(1_000 + stream.below(1_000))
    }

    fn misaddressed(&self, _: &mut Stream) -> Self {
        Self(self.0 + 100)
    }
}

/// A bus on which A and B are subscribed, that records losses, and receivers that record what they get:
/// A as "a", B as "b".
pub fn bus(world: &Stage, config: BusConfig) -> Bus<Number> {
    let stage = world.clone();
    let bus = Bus::new(world, config, move |bus_event| match bus_event {
        BusEvent::Dropped { signal, .. } => stage.record(("dropped", signal.subject)),
        BusEvent::Lost { signal, why, .. } => stage.record((word(why), signal.subject)),
        BusEvent::Sent { .. } | BusEvent::Arrived { .. } => {}
    });
    for (node, name) in [(A, "a"), (B, "b")] {
        receiver(world, &bus, node, name);
    }
    bus
}

fn word(why: Loss) -> &'static str {
    match why {
        Loss::Cut => "cut",
        Loss::Down => "down",
        Loss::Overflow => "overflow",
        Loss::Unsubscribed => "unsubscribed",
    }
}

pub fn receiver(world: &Stage, bus: &Bus<Number>, node: NodeId, name: &'static str) {
    assert!(bus.subscribe(node, world.life(node), NEWS));
    let (stage, mut inbox) = (world.clone(), bus.inbox(node, world.life(node), NEWS));
    world.spawn(node, key(1, node, 0), async move {
        loop {
            match inbox.next().await {
                Arrival::Message { message: Number(number), .. } => stage.record((name, number)),
                Arrival::Reconnected => stage.record(("reconnected", node.0.into())),
                Arrival::Overflowed => stage.record(("overflowed", node.0.into())),
            }
        }
    });
}

pub fn signal(number: u64) -> Key {
    key(5, A, number)
}

/// Publishes a number so that only B receives it, after these delays.
pub fn send(bus: &Bus<Number>, number: u64, delays: &[u64]) {
    bus.publish(signal(number), NEWS, &Number(number), |to| {
        let mut fate = Fate::dropped();
        for delay in if to == B { delays } else { &[] } {
            let delay = Micros(*delay);
            fate.push(CopyFate { delay, ..CopyFate::default() }).expect("few copies");
        }
        fate
    });
}

/// What a run of this script records, without what is dropped on purpose for A.
pub fn script(config: BusConfig, script: impl FnOnce(&Stage, &Bus<Number>)) -> Vec<(u64, &'static str, u64)> {
    let finished = play(1, |world| {
        let bus = bus(world, config);
        script(world, &bus);
        at(world, 10_000, Stage::finish);
    });
    assert_eq!(finished.end, End::Done);
    events_of(&finished).into_iter().filter(|(_, word, _)| *word != "dropped").collect()
}

#[test]
fn every_subscriber_receives_the_publisher_too() {
    let events = script(BusConfig::default(), |_, bus| {
        bus.publish(signal(1), NEWS, &Number(1), |_| Fate::delayed(Micros(10)));
    });
    assert_eq!(events, [(10, "a", 1), (10, "b", 1)]);
}

#[test]
fn a_dropped_signal_is_observed_and_never_arrives() {
    let finished = play(1, |world| {
        bus(world, BusConfig::default()).publish(signal(1), NEWS, &Number(1), |_| Fate::dropped());
        end_when_quiet(world);
    });
    assert_eq!(events_of(&finished), [(0, "dropped", 1), (0, "dropped", 1)]);
}

#[test]
fn copies_arrive_each_after_its_own_delay() {
    let events = script(BusConfig::default(), |_, bus| send(bus, 1, &[30, 10, 20, 20]));
    assert_eq!(events, [(10, "b", 1), (20, "b", 1), (20, "b", 1), (30, "b", 1)]);
}

#[test]
fn messages_overtake_one_another_unless_the_bus_is_fifo() {
    let two = |_: &Stage, bus: &Bus<Number>| {
        send(bus, 2, &[30]);
        send(bus, 1, &[10]);
    };
    assert_eq!(script(BusConfig::default(), two), [(10, "b", 1), (30, "b", 2)]);
    let fifo = BusConfig { order: Order::Fifo, ..BusConfig::default() };
    assert_eq!(script(fifo, two), [(30, "b", 2), (31, "b", 1)]);
}

#[test]
fn damage_is_a_function_of_seed_and_signal() {
    let damaged = |seed, corrupt, misaddress| {
        let finished = play(seed, |world| {
            let bus = bus(world, BusConfig::default());
            let fate = Fate::single(CopyFate { delay: Micros(1), corrupt, misaddress });
            bus.publish(signal(7), NEWS, &Number(7), |to| if to == B { fate } else { Fate::dropped() });
            end_when_quiet(world);
        });
        events_of(&finished)[1].2
    };
    assert_eq!(damaged(1, false, true), 107);
    assert!(damaged(1, true, false) >= 1_000);
    assert_eq!(damaged(1, true, false), damaged(1, true, false));
    assert_ne!(damaged(1, true, false), damaged(2, true, false));
    assert!(damaged(1, true, true) >= 1_100);
}

#[test]
fn who_subscribes_late_misses_what_went_before() {
    let events = script(BusConfig::default(), |world, bus| {
        bus.unsubscribe(B, world.life(B), NEWS);
        send(bus, 1, &[100]);
        let late = bus.clone();
        at(world, 50, move |world| {
            receiver(world, &late, B, "late b");
            send(&late, 2, &[100]);
        });
    });
    assert_eq!(events, [(150, "late b", 2)]);
}

#[test]
fn subscribing_twice_is_subscribing_once() {
    let events = script(BusConfig::default(), |world, bus| {
        send(bus, 1, &[10]);
        assert!(bus.subscribe(B, world.life(B), NEWS));
        send(bus, 2, &[10]);
    });
    assert_eq!(events, [(10, "b", 1), (10, "b", 2)]);
}

#[test]
fn what_is_in_flight_to_an_ended_subscription_is_lost() {
    let events = script(BusConfig::default(), |world, bus| {
        send(bus, 1, &[10]);
        bus.unsubscribe(B, world.life(B), NEWS);
        bus.subscribe(B, world.life(B), NEWS);
    });
    assert_eq!(events, [(10, "unsubscribed", 1)]);
}

#[test]
fn what_piles_up_during_a_pause_is_seen_at_resume() {
    let events = script(BusConfig::default(), |world, bus| {
        at(world, 1, |world| world.pause(B));
        send(bus, 2, &[10]);
        send(bus, 1, &[20]);
        at(world, 30, |world| world.resume(B));
    });
    assert_eq!(events, [(30, "b", 2), (30, "b", 1)]);
}

#[test]
fn an_overflow_loses_messages_and_says_so_once_until_that_is_taken() {
    let small = BusConfig { capacity: Some(2), ..BusConfig::default() };
    let events = script(small, |world, bus| {
        at(world, 1, |world| world.pause(B));
        for number in 1..=4 {
            send(bus, number, &[10 * number]);
        }
        at(world, 100, |world| world.resume(B));
        send(bus, 5, &[110]);
        at(world, 120, |world| world.pause(B));
        for number in 6..=8 {
            send(bus, number, &[20 * number]);
        }
        at(world, 200, |world| world.resume(B));
    });
    let expected = [
        (30, "overflow", 3),
        (40, "overflow", 4),
        (100, "b", 1),
        (100, "b", 2),
        (100, "overflowed", 1),
        (110, "b", 5),
        (160, "overflow", 8),
        (200, "b", 6),
        (200, "b", 7),
        (200, "overflowed", 1),
    ];
    assert_eq!(events, expected);
}

#[test]
fn each_copy_is_observed_as_sent_and_as_arrived() {
    let finished = play(1, |world| {
        let stage = world.clone();
        let bus: Bus<Number> = Bus::new(world, BusConfig::default(), move |bus_event| match bus_event {
            BusEvent::Sent { copy, .. } => stage.record(("sent", copy.into())),
            BusEvent::Arrived { copy, .. } => stage.record(("arrived", copy.into())),
            BusEvent::Dropped { .. } | BusEvent::Lost { .. } => stage.record(("not", 0)),
        });
        bus.subscribe(B, world.life(B), NEWS);
        send(&bus, 1, &[20, 10]);
        let stage = world.clone();
        direct(world, async move {
            stage.quiet().await;
            drop(bus);
        });
    });
    assert_eq!(
        events_of(&finished),
        [(0, "sent", 0), (0, "sent", 1), (10, "arrived", 1), (20, "arrived", 0)]
    );
}
