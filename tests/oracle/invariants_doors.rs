//! The invariants of doors and signals, 8 to 10: each red in one history, and green in a similar one.

use reconverge::history::{Damage, EventKind, ReadResult, Reception};
use reconverge::names::{Invariant, Sequence};
use reconverge::oracle::Breach;

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};

/// How these three invariants were broken.
fn breaches(cluster: &ScriptedCluster) -> Vec<(Invariant, Breach)> {
    let broken = cluster.judge().broken;
    let ours = broken.iter().filter(|broken| (8..=10).contains(&broken.invariant.number()));
    ours.map(|broken| (broken.invariant, broken.breach)).collect()
}

/// a has sent the transaction of `new` to the store.
fn sent() -> ScriptedCluster {
    let mut cluster = ScriptedCluster::booted();
    cluster.send_request("a", "new", ORDERS, Change::Put);
    cluster.send("a", "new");
    cluster
}

#[test]
fn a_refused_write_publishes_nothing() {
    let mut cluster = sent();
    let request = cluster.request("new");
    cluster.record("a", EventKind::Refused { request, status: 409 });
    cluster.answer("a", "new", 409);
    assert_eq!(breaches(&cluster), []);
    cluster.publish("a", "new", ORDERS, true);
    assert_eq!(breaches(&cluster), [(Invariant::RefusedSilent, Breach::RefusedPublished { request })]);
}

#[test]
fn what_the_door_refuses_or_the_store_fails_publishes_nothing_either() {
    let mut cluster = ScriptedCluster::booted();
    cluster.send_request("a", "new", ORDERS, Change::Put);
    let request = cluster.request("new");
    cluster.publish("a", "new", ORDERS, true);
    assert_eq!(breaches(&cluster), [], "not answered yet");
    cluster.answer("a", "new", 400);
    assert_eq!(breaches(&cluster), [(Invariant::RefusedSilent, Breach::RefusedPublished { request })]);
    let mut cluster = sent();
    cluster.record("a", EventKind::WriteFailed { request });
    cluster.publish("a", "new", ORDERS, true);
    cluster.answer("a", "new", 503);
    assert_eq!(breaches(&cluster), [(Invariant::RefusedSilent, Breach::RefusedPublished { request })]);
}

#[test]
fn a_failed_publish_fails_no_write() {
    for (status, ms, broken) in [(503, 0, 1), (500, 100, 1), (503, 30_000, 0), (200, 0, 0)] {
        let mut cluster = sent();
        let request = cluster.request("new");
        cluster.commit_as(cluster.replica("a"), "new", ORDERS, Change::Label);
        cluster.publish("a", "new", ORDERS, false);
        cluster.wait(ms);
        cluster.answer("a", "new", status);
        let breach = (Invariant::RefusedSilent, Breach::PublishFailedWrite { request, status });
        assert_eq!(breaches(&cluster), vec![breach; broken], "{status} after {ms} ms");
    }
}

#[test]
fn a_replica_does_not_follow_its_own_signal() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    cluster.deliver("moved", "b", ORDERS);
    cluster.arrive("moved", "a", 0, Damage::None);
    cluster.receive("moved", "a", 0, Reception::Own);
    assert_eq!(breaches(&cluster), []);
    let work = cluster.follow("moved", "a", 1);
    cluster.converge("a", work, ORDERS);
    let request = cluster.request("moved");
    assert_eq!(breaches(&cluster), [(Invariant::NoEcho, Breach::FollowedOwn { request, copy: 1 })]);
}

#[test]
fn a_write_has_one_signal_and_a_failed_publish_is_none() {
    let mut cluster = ScriptedCluster::booted();
    cluster.commit("a", "moved", ORDERS, Change::Put);
    cluster.publish("a", "moved", ORDERS, false);
    cluster.publish("a", "moved", ORDERS, true);
    cluster.finish("a", "moved", ORDERS);
    cluster.deliver("moved", "b", ORDERS);
    assert_eq!(breaches(&cluster), []);
    cluster.publish("a", "moved", ORDERS, true);
    let request = cluster.request("moved");
    assert_eq!(breaches(&cluster), [(Invariant::NoEcho, Breach::PublishedAgain { request })]);
}

#[test]
fn an_acknowledged_write_is_committed() {
    let mut cluster = sent();
    cluster.answer("a", "new", 201);
    let request = cluster.request("new");
    let breach = Breach::AcknowledgedLost { request, status: 201 };
    assert_eq!(breaches(&cluster), [(Invariant::NothingLost, breach)]);
    let mut cluster = sent();
    cluster.answer("a", "new", 503);
    assert_eq!(breaches(&cluster), [], "what was not acknowledged may be lost");
}

#[test]
fn an_unreadable_or_active_row_does_not_evict() {
    for (result, acts) in
        [(ReadResult::Unreadable, true), (ReadResult::Present, true), (ReadResult::Present, false)]
    {
        let mut cluster = ScriptedCluster::booted();
        let instance = cluster.held("b", ORDERS).expect("given");
        let work = cluster.reload("b", "again");
        cluster.enqueue("b", work, ORDERS);
        cluster.begin_read("b", work, ORDERS);
        if acts {
            cluster.finish_read_as_of("b", work, ORDERS, Sequence(1), result);
        }
        cluster.evict("b", work, ORDERS);
        let breach = match (result, acts) {
            (ReadResult::Present, true) => Breach::EvictedActive { instance, work },
            _ => Breach::EvictedUnread { instance, work },
        };
        assert_eq!(breaches(&cluster), [(Invariant::NothingLost, breach)]);
    }
}
