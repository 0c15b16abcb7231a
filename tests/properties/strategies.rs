//! Strategies: clusters with workloads, with and without what can go wrong.

use std::time::Duration;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed};

use reconverge::model::{
    BusSpec, ClusterSpec, ConnectorSpec, Expect, Mix, ReplicaSpec, Scenario, Span, StaleMode, StoreSpec,
    UpstreamGiven, UpstreamSpec, Workload,
};
use reconverge::names::{Address, Policies, Secret, Service, Space};

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
    let accepted = prop::collection::vec(accepted(faults), 3);
    (replicas(), bus(faults), calls(faults), services(), workload(faults), accepted).prop_map(
        |(replicas, bus, (store, upstream), services, mut workload, accepted)| {
            workload.on = replicas.iter().map(|replica| replica.name.clone()).collect();
            workload.names = named(&services, &workload.names);
            Scenario {
                title: "drawn".to_owned(),
                upstreams: upstreams(&services, &workload.names, &accepted),
                connectors: if services.contains(&Service::Credential) { connectors() } else { Vec::new() },
                services,
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

/// Some of the services, one at least.
fn services() -> impl Strategy<Value = Vec<Service>> {
    prop::sample::subsequence(Service::ALL.to_vec(), 1..=Service::ALL.len())
}

/// The rows of each service that go by the drawn names.
fn named(services: &[Service], names: &[Address]) -> Vec<Address> {
    let of = |service: &Service| {
        let service = *service;
        names.iter().map(move |name| match service {
            Service::Metadata => Address::typed(Space::Object, "object", name.as_str()),
            Service::Datasource => name.clone(),
            Service::Credential => Address::new(Space::Credential, &name.as_str().to_uppercase()),
        })
    };
    services.iter().flat_map(of).collect()
}

/// Three connectors, two of which name one reference.
fn connectors() -> Vec<ConnectorSpec> {
    let declared = [("crm", "ORDERS"), ("mail", "BILLING"), ("sms", "ORDERS")];
    let connector = |(name, reference): (&str, &str)| ConnectorSpec {
        name: Address::new(Space::Connector, name),
        provider: "http".to_owned(),
        config: "{}".to_owned(),
        reference: Address::new(Space::Credential, reference),
    };
    declared.into_iter().map(connector).collect()
}

/// The credentials that an upstream accepts, of those that a workload sets; any, mostly.
fn accepted(faults: Faults) -> BoxedStrategy<Option<Vec<Secret>>> {
    if faults == Faults::Harmless {
        return Just(None).boxed();
    }
    let secrets: Vec<_> = (0..4).map(|n| Secret::from(format!("secret {n}").as_str())).collect();
    prop_oneof![Just(None), prop::sample::subsequence(secrets, 0..=3).prop_map(Some)].boxed()
}

/// What the upstreams of the connectors and of the first datasources accept.
fn upstreams(
    services: &[Service],
    names: &[Address],
    accepted: &[Option<Vec<Secret>>],
) -> Vec<UpstreamGiven> {
    let connectors = connectors().into_iter().map(|declared| declared.name);
    let connectors = connectors.filter(|_| services.contains(&Service::Credential));
    let datasources = names.iter().filter(|name| name.space() == Space::Datasource).cloned();
    let of = |addresses: Vec<Address>| {
        let given = addresses.into_iter().zip(accepted);
        given.map(|(address, accepts)| UpstreamGiven { address, reachable: true, accepts: accepts.clone() })
    };
    of(connectors.collect()).chain(of(datasources.collect())).collect()
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
            cluster: ClusterSpec::Bus,
            absent: Vec::new(),
            bare: Vec::new(),
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
    let outages = (few(on), few(true), few(on), few(on), few(true));
    let names = prop::sample::subsequence(vec!["orders", "billing", "users", "stock"], 1..=4);
    let at_call = chance(faults == Faults::All, 0.05);
    let load = (1..25_u32, 0..3_u32);
    (load, names, 1..300_u64, mix(), outages, span(60), at_call).prop_map(
        |(load, names, over_ms, mix, (crashes, pauses, cuts, zombies, reloads), down, crash_at_call)| {
            let (writes, watchers) = load;
            Workload {
                writes,
                names: names.into_iter().map(|name| Address::new(Space::Datasource, name)).collect(),
                watchers,
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
    let reads = (0.0..0.5, 0.0..0.3);
    (0.1..1.0, 0.0..0.6, 0.0..0.3, 0.0..0.3, 0.0..0.2, reads).prop_map(
        |(put, delete, label, toggle, migrate, (read, list))| Mix {
            put,
            delete,
            label,
            toggle,
            migrate,
            read,
            list,
        },
    )
}
