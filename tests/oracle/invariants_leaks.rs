//! The invariants 7, 11 and 12, and invariant 2 for connections: each red in one history, and green in a similar one.

use reconverge::history::{EventKind, History, Kept, NodeNameId, Payload};
use reconverge::names::{Invariant, Signature, Work};
use reconverge::oracle::{Breach, BrokenInvariant, judge};

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};

#[track_caller]
fn breaks(cluster: &ScriptedCluster, expected: &[(Invariant, Breach)]) {
    let broken = cluster.judge().broken;
    let broken: Vec<_> = broken.iter().map(|broken| (broken.invariant, broken.breach)).collect();
    assert_eq!(broken, expected);
}

/// `moved` is written on a with this payload, and followed on b.
fn published(text: &str) -> (ScriptedCluster, History) {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    cluster.deliver("moved", "b", ORDERS);
    let mut history = cluster.history();
    history.payloads.push(Payload {
        request: cluster.request("moved"),
        replica: cluster.replica("a"),
        channel: "datasource.mutated",
        partition_key: "datasource:orders".to_owned(),
        text: text.to_owned(),
    });
    (cluster, history)
}

#[test]
fn a_payload_is_an_address_and_nothing_else() {
    let (mut cluster, history) = published(r#"{ "name": "orders", "originNode": "a" }"#);
    assert_eq!(judge(&history).broken, []);
    let request = cluster.request("moved");
    let wrong = [
        (r#"{"originNode":"a","name":"orders","revision":2}"#, Breach::PayloadNotAddress { request }),
        (r#"{"originNode":"a","name":"orders","name":"orders"}"#, Breach::PayloadNotAddress { request }),
        (r#"{"originNode":"a","name":7}"#, Breach::PayloadNotAddress { request }),
        (r#"{"originNode":"a"}"#, Breach::PayloadNotAddress { request }),
        (r#"{"originNode":"a","name":"orders"} hunter2"#, Breach::PayloadNotAddress { request }),
        (r#"{"originNode":"a","name":"stock"}"#, Breach::PayloadOfOther { request }),
        (r#"{"originNode":"b","name":"orders"}"#, Breach::PayloadFromOther { request }),
    ];
    for (text, breach) in wrong {
        let (_, history) = published(text);
        let broken = judge(&history).broken;
        assert!(broken.len() == 1 && broken[0].invariant == Invariant::AddressOnly, "{text}: {broken:?}");
        assert_eq!(broken[0].breach, breach, "{text}");
    }
}

#[test]
fn a_node_id_that_the_publisher_was_attached_under_later_is_its_own() {
    let (mut cluster, mut history) = published(r#"{"originNode":"x","name":"orders"}"#);
    assert_eq!(judge(&history).broken.len(), 1);
    cluster.header.node_ids = vec!["x".to_owned()];
    cluster.record("a", EventKind::NodeIdSet { node: NodeNameId(0) });
    history.header = std::sync::Arc::new(cluster.header.clone());
    history.events = cluster.events;
    assert_eq!(judge(&history).broken, []);
}

#[test]
fn what_is_evicted_or_discarded_after_its_build_is_closed() {
    let mut cluster = ScriptedCluster::booted();
    let instance = cluster.held("b", ORDERS).expect("given");
    cluster.write("a", "gone", ORDERS, Change::Delete);
    let work = cluster.follow("gone", "b", 0);
    cluster.read("b", work, ORDERS);
    cluster.registry.remove(&(instance.replica, instance.address));
    cluster.record("b", EventKind::Evicted { work, instance });
    breaks(&cluster, &[(Invariant::NoLeak, Breach::Leaked { instance })]);
    cluster.close("b", instance);
    breaks(&cluster, &[]);
    cluster.close("b", instance);
    breaks(&cluster, &[(Invariant::NoLeak, Breach::ClosedAgain { instance })]);
}

#[test]
fn what_is_held_is_not_closed() {
    let mut cluster = ScriptedCluster::booted();
    let instance = cluster.held("b", ORDERS).expect("given");
    cluster.close("b", instance);
    breaks(&cluster, &[(Invariant::NoLeak, Breach::HeldClosed { instance })]);
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    let work = cluster.follow("moved", "b", 0);
    cluster.read("b", work, ORDERS);
    let late = cluster.open("b", work, ORDERS);
    cluster.keep("b", work, ORDERS, Kept::Unchanged);
    assert!(cluster.judge().broken.iter().any(|broken| broken.breach == Breach::Leaked { instance: late }));
}

#[test]
fn a_crash_a_pause_and_a_boot_excuse_an_open_instance() {
    let stories: [fn(&mut ScriptedCluster); 3] = [
        |cluster| cluster.crash("b"),
        |cluster| {
            cluster.record("b", EventKind::Paused);
        },
        |cluster| {
            cluster.crash("b");
            cluster.begin("b");
        },
    ];
    for story in stories {
        let mut cluster = ScriptedCluster::booted();
        let work = cluster.reload("b", "again");
        cluster.read("b", work, ORDERS);
        cluster.open("b", work, ORDERS);
        assert_eq!(cluster.judge().broken.len(), 1);
        story(&mut cluster);
        breaks(&cluster, &[]);
    }
}

#[test]
fn a_life_that_is_shut_down_closes_what_its_convergences_have_opened() {
    let mut cluster = ScriptedCluster::booted();
    let instance = cluster.held("b", ORDERS).expect("given");
    let work = cluster.reload("b", "again");
    cluster.read("b", work, ORDERS);
    cluster.open("b", work, ORDERS);
    cluster.record("b", EventKind::ShutDown);
    cluster.crash("b");
    breaks(&cluster, &[(Invariant::NoLeak, Breach::Leaked { instance })]);
    let last = cluster.events.split_off(cluster.events.len() - 2);
    cluster.close("b", instance);
    cluster.events.extend(last);
    breaks(&cluster, &[]);
}

#[test]
fn a_convergence_does_not_write() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    let work = cluster.follow("moved", "b", 0);
    cluster.read("b", work, ORDERS);
    cluster.apply("b", work, ORDERS);
    breaks(&cluster, &[]);
    let request = cluster.request("moved");
    let unasked = (Invariant::ConvergeWritesNothing, Breach::WroteUnasked { request });
    cluster.record("b", EventKind::WriteSent { request });
    breaks(&cluster, &[unasked]);
    cluster.commit_as(cluster.replica("b"), "moved", ORDERS, Change::Label);
    assert_eq!(cluster.judge().broken.iter().filter(|broken| broken.breach == unasked.1).count(), 2);
}

#[test]
fn neither_that_of_a_reload_nor_the_own_one_of_a_write() {
    let mut cluster = ScriptedCluster::booted();
    let Work::Reload(request) = cluster.reload("b", "again") else { unreachable!("a reload") };
    cluster.record("b", EventKind::WriteSent { request });
    breaks(&cluster, &[(Invariant::ConvergeWritesNothing, Breach::WroteUnasked { request })]);
    let mut cluster = ScriptedCluster::booted();
    cluster.commit("a", "moved", ORDERS, Change::Label);
    let request = cluster.request("moved");
    breaks(&cluster, &[]);
    cluster.record("a", EventKind::WriteSent { request });
    breaks(&cluster, &[(Invariant::ConvergeWritesNothing, Breach::WroteUnasked { request })]);
    let mut cluster = ScriptedCluster::booted();
    cluster.send_request("a", "moved", ORDERS, Change::Put);
    cluster.crash("a");
    cluster.boot("a");
    cluster.send("a", "moved");
    let request = cluster.request("moved");
    breaks(&cluster, &[(Invariant::ConvergeWritesNothing, Breach::WroteUnasked { request })]);
}

#[test]
fn no_phantom_of_another_connection() {
    let cluster = ScriptedCluster::booted();
    let mut history = cluster.history();
    let (instance, row) = (cluster.held("b", ORDERS).expect("given"), cluster.row(ORDERS).expect("given"));
    history.connections.push((instance, row.connection));
    assert!(judge(&history).is_clean());
    history.connections[0].1 = Signature(7);
    let BrokenInvariant { invariant, breach, .. } = judge(&history).broken[0];
    assert!(invariant == Invariant::NoPhantom && matches!(breach, Breach::BuiltOther { .. }), "{breach:?}");
}
