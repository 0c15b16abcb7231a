//! The same seed is the same run, wherever and whenever it runs; and what is removed leaves the rest alone.

use std::{cell::RefCell, rc::Rc};

use reconverge_sim::{
    CallRates, CrashPoint, DeliveryRates, Finished, Latency, Limits, Micros, NodeId, Trace, World,
    bus::{Arrival, Bus, BusConfig},
    run,
};

use super::{
    bus_faults::{NEWS, Number, signal},
    stage::{Event, Stage, at, end_when_quiet, events_of, key, play},
};

const NODES: u16 = 3;
const DELAY: Latency = Latency { lo: Micros(1), hi: Micros(2_000) };
const DELIVERIES: DeliveryRates =
    DeliveryRates { drop: 0.1, duplicate: 0.1, corrupt: 0.05, misaddress: 0.05, delay: DELAY };
const CALLS: CallRates =
    CallRates { request_delay: DELAY, answer_delay: DELAY, error: 0.0, lost_answer: 0.05 };

/// A node that is up subscribes and records all it receives.
fn replica(world: &Stage, bus: &Bus<Number>, node: NodeId) {
    let life = world.life(node);
    bus.subscribe(node, life, NEWS);
    let (stage, mut inbox) = (world.clone(), bus.inbox(node, life, NEWS));
    world.spawn(node, key(1, node, life.0.into()), async move {
        loop {
            if let Arrival::Message { message: Number(number), .. } = inbox.next().await {
                stage.record(("received", u64::from(node.0) * 10_000 + number));
            }
        }
    });
}

/// A node publishes a number after a call.
fn write(world: &Stage, bus: &Bus<Number>, node: NodeId, nth: u64) {
    let (stage, bus) = (world.clone(), bus.clone());
    world.spawn(node, key(2, node, nth), async move {
        let call = key(3, node, nth);
        let timing = CALLS.fate(stage.seed(), call).timing(CrashPoint::None);
        let act = stage.clone();
        stage.call(node, call, timing, move || act.record(("acted", nth))).await;
        let seed = stage.seed();
        bus.publish(signal(nth), NEWS, &Number(nth), |to| DELIVERIES.fate(seed, signal(nth), to));
    });
}

/// A storm of writes with a crash and a pause, without the write `left_out`.
fn storm(world: &Stage, left_out: Option<u64>) {
    let bus: Bus<Number> = Bus::new(world, BusConfig::default(), |_| ());
    world.boot(NodeId(2));
    (0..NODES).for_each(|node| replica(world, &bus, NodeId(node)));
    for nth in (0..40).filter(|nth| Some(*nth) != left_out) {
        let bus = bus.clone();
        at(world, 105 + nth * 70, move |world| write(world, &bus, NodeId((nth % 3) as u16), nth));
    }
    at(world, 1_000, |world| world.pause(NodeId(1)));
    at(world, 1_500, |world| world.resume(NodeId(1)));
    at(world, 2_000, |world| world.crash(NodeId(2)));
    at(world, 2_001, move |world| {
        world.boot(NodeId(2));
        replica(world, &bus, NodeId(2));
    });
    at(world, 4_000, end_when_quiet);
}

fn stormy(seed: u64) -> Finished<Event> {
    play(seed, |world| storm(world, None))
}

#[test]
fn a_second_run_of_a_seed_is_the_same() {
    let (first, second) = (stormy(7), stormy(7));
    assert!(first.trace.events().len() > 100);
    assert_eq!(first.trace.first_difference(&second.trace), None);
    assert_eq!(first, second);
    assert_ne!(first.trace.digest(), stormy(8).trace.digest());
}

#[test]
#[expect(clippy::disallowed_methods, reason = "that another thread changes nothing is what is tested")]
fn a_run_on_another_thread_is_the_same() {
    let there = std::thread::spawn(|| stormy(7)).join().expect("the run returns");
    assert_eq!(stormy(7), there);
}

#[test]
fn a_run_after_a_thousand_others_is_the_same() {
    let first = stormy(7);
    let mut trace = Trace::new();
    for seed in 1_000..2_000 {
        trace = run(seed, &Limits::default(), None, trace, |world: &World<Event>| storm(world, None)).trace;
    }
    assert_eq!(first, stormy(7));
}

#[test]
fn a_digest_is_the_same_in_every_build() {
    assert_eq!(stormy(7).trace.digest().to_string(), "cf7bad74672098a0");
}

/// Numbers below a thousand tell which write they come from; garbage does not.
#[test]
fn what_is_removed_leaves_all_else_as_it_was() {
    let all = events_of(&stormy(7));
    for left_out in [0, 17, 39] {
        let without = events_of(&play(7, |world| storm(world, Some(left_out))));
        let others = |(_, word, n): &(u64, &str, u64)| *word == "crashed" || n % 100 != left_out;
        let legible = |(_, _, n): &(u64, &str, u64)| n % 10_000 < 1_000;
        let expected = all.iter().filter(|event| legible(event) && others(event));
        assert!(expected.eq(without.iter().filter(|event| legible(event))), "without {left_out}");
        assert!(without.len() < all.len());
    }
}

#[test]
fn madsims_random_numbers_follow_the_seed() {
    let drawn = |seed| {
        let numbers: Rc<RefCell<Vec<u64>>> = Rc::default();
        let kept = Rc::clone(&numbers);
        play(seed, move |world| {
            kept.borrow_mut().push(madsim::rand::random());
            end_when_quiet(world);
        });
        numbers.take()
    };
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));
}
