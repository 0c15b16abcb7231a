//! Strategies: clusters with workloads, with and without what can go wrong.

use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

use reconverge::names::{Lane, Policies};
use reconverge::scenario::{
    BusSpec, Expect, Mix, ReplicaSpec, Scenario, Span, StaleMode, StoreSpec, UpstreamSpec, Workload,
};

/// So many cases, from a fixed seed.
pub fn cases(cases: u32) -> Config {
    Config {
        cases,
        rng_seed: RngSeed::Fixed(0x7265_636f_6e76),
        failure_persistence: None,
        ..Config::default()
    }
}

/// What may go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Faults {
    /// Only what T1 takes: delays, duplicates, reordering, pauses, late boots, reloads.
    Harmless,
    /// Everything but crashes at port calls, which belong to the call that they hit.
    Keyed,
    /// Everything.
    All,
}

/// A cluster with a workload.
pub fn scenario(faults: Faults) -> impl Strategy<Value = Scenario> {
    (replicas(), bus(faults), calls(faults), workload(faults)).prop_map(
        |(replicas, bus, (store, upstream), mut workload)| {
            workload.on = replicas.iter().map(|replica| replica.name.clone()).collect();
            Scenario {
                title: "drawn".to_owned(),
                lane: Lane::Datasource,
                seeds: 0..1,
                replicas,
                bus,
                store,
                upstream,
                given: Vec::new(),
                steps: Vec::new(),
                workload: Some(workload),
                faults: Vec::new(),
                policies: Policies::default(),
                expect: Expect { stale: StaleMode::Allowed, ..Expect::default() },
            }
        },
    )
}

/// Two to four replicas, of which all but the first may be late.
fn replicas() -> impl Strategy<Value = Vec<ReplicaSpec>> {
    prop::collection::vec(any::<bool>(), 1..4).prop_map(|late| {
        let names = ["a", "b", "c", "d"];
        let late = std::iter::once(false).chain(late);
        let replicas = names.iter().zip(late).map(|(name, late)| ReplicaSpec {
            name: (*name).to_owned(),
            node_id: (*name).to_owned(),
            late,
            attach: true,
            seam: true,
            code: Vec::new(),
            clock_skew_us: 0,
        });
        replicas.collect()
    })
}

/// A span of up to so many milliseconds.
fn span(ms_max: u64) -> impl Strategy<Value = Span> {
    (0..=ms_max * 1_000, 0..=ms_max * 1_000).prop_map(|(one, other)| Span {
        min: Duration::from_micros(one.min(other)),
        max: Duration::from_micros(one.max(other)),
    })
}

/// A chance up to `max`, or none.
fn chance(is_on: bool, max: f64) -> BoxedStrategy<f64> {
    if is_on { prop_oneof![Just(0.0), 0.0..=max].boxed() } else { Just(0.0).boxed() }
}

fn bus(faults: Faults) -> impl Strategy<Value = BusSpec> {
    let on = faults != Faults::Harmless;
    let lossy = (chance(on, 0.5), chance(on, 0.2), chance(on, 0.2), chance(on, 0.3));
    (span(30), span(2), chance(true, 0.5), lossy, any::<bool>()).prop_map(
        move |(delay, latency, duplicate, (drop, corrupt, misaddress, publish_error), fifo)| BusSpec {
            delay,
            latency,
            drop,
            duplicate,
            corrupt,
            misaddress,
            publish_error,
            // One connection makes the deliveries of different names wait for each other.
            fifo: fifo && faults != Faults::Keyed,
            capacity: None,
        },
    )
}

fn calls(faults: Faults) -> impl Strategy<Value = (StoreSpec, UpstreamSpec)> {
    let on = faults != Faults::Harmless;
    let errors = (chance(on, 0.3), chance(on, 0.3), chance(on, 0.2), chance(on, 0.3));
    (span(5), span(8), errors).prop_map(
        |(store, upstream, (read_error, write_error, lose_answer, build_error))| {
            let none = Span { min: Duration::ZERO, max: Duration::ZERO };
            (
                StoreSpec { latency: store, read_error, write_error, lose_answer, lag: none },
                UpstreamSpec { latency: upstream, build_error },
            )
        },
    )
}

fn workload(faults: Faults) -> impl Strategy<Value = Workload> {
    let on = faults != Faults::Harmless;
    let few = |is_on: bool| if is_on { (0..4_u32).boxed() } else { Just(0).boxed() };
    let mishaps = (few(on), few(true), few(on), few(on), few(true));
    let names = prop::sample::subsequence(vec!["orders", "billing", "users", "stock"], 1..=4);
    let at_call = chance(faults == Faults::All, 0.05);
    (1..25_u32, names, 1..300_u64, mix(), mishaps, span(60), at_call).prop_map(
        |(writes, names, over_ms, mix, (crashes, pauses, cuts, zombies, reloads), down, crash_at_call)| {
            Workload {
                writes,
                names: names.into_iter().map(str::to_owned).collect(),
                on: Vec::new(),
                at: Duration::ZERO,
                over: Duration::from_millis(over_ms),
                mix,
                crashes,
                pauses,
                cuts,
                zombies,
                reloads,
                down,
                crash_at_call,
            }
        },
    )
}

fn mix() -> impl Strategy<Value = Mix> {
    (0.1..1.0, 0.0..0.6, 0.0..0.3, 0.0..0.3, 0.0..0.2).prop_map(|(put, delete, label, toggle, migrate)| Mix {
        put,
        delete,
        label,
        toggle,
        migrate,
    })
}
