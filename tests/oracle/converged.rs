//! Which replicas are judged, and what has converged.

use reconverge::history::{BuildFailure, EventKind, Outcome};
use reconverge::names::{Invariant, Work};

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};

#[test]
fn a_followed_delete_converges() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.deliver("gone", "b", ORDERS);
    let findings = cluster.judge();
    assert!(findings.is_clean(), "{findings:#?}");
    assert!(findings.assumptions && !findings.breaks_theorem());
    assert_eq!(findings.judged, [cluster.replica("a"), cluster.replica("b")]);
}

#[test]
fn puts_labels_and_deactivations_converge() {
    let mut cluster = ScriptedCluster::booted();
    let changes = [Change::Put, Change::Label, Change::Deactivate, Change::Put, Change::Delete, Change::Put];
    for (step, change) in ["1", "2", "3", "4", "5", "6"].into_iter().zip(changes) {
        cluster.write("a", step, ORDERS, change);
        cluster.deliver(step, "b", ORDERS);
    }
    let findings = cluster.judge();
    assert!(findings.is_clean(), "{findings:#?}");
}

#[test]
fn a_missed_label_is_not_stale() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "label", ORDERS, Change::Label);
    cluster.drop_delivery("label", "b");
    assert!(cluster.judge().is_clean());
}

#[test]
fn down_booting_and_paused_replicas_are_not_judged() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.record("b", EventKind::Paused);
    let findings = cluster.judge();
    assert_eq!((findings.judged, findings.stale.len()), (vec![cluster.replica("a")], 0));
    cluster.record("b", EventKind::Resumed);
    assert_eq!(cluster.judge().stale.len(), 1, "once it goes on it is judged");
    cluster.crash("b");
    assert_eq!(cluster.judge().judged, [cluster.replica("a")]);
    let work = cluster.begin("b");
    cluster.subscribe("b");
    assert_eq!(cluster.judge().judged, [cluster.replica("a")]);
    cluster.list("b", work);
    cluster.serve("b");
    assert_eq!(cluster.judge().judged.len(), 2);
}

#[test]
fn no_replica_is_judged_in_a_run_that_did_not_end_quiet() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.outcome = Outcome::Deadlock { replicas: Vec::new(), at: reconverge::names::Instant(1) };
    let findings = cluster.judge();
    assert!(findings.judged.is_empty() && findings.stale.is_empty());
}

#[test]
fn while_its_build_fails_the_kept_old_instance_is_right() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    let work = cluster.follow("moved", "b", 0);
    cluster.read("b", work, ORDERS);
    cluster.fail_open("b", work, ORDERS, BuildFailure::Refused);
    let entry = (cluster.address(ORDERS), cluster.replica("b"));
    cluster.builds.insert(entry, false);
    assert!(cluster.judge().stale.is_empty());
    cluster.builds.insert(entry, true);
    assert_eq!(cluster.judge().stale.len(), 1, "the same, once a build would succeed");
}

#[test]
fn an_inactive_row_excuses_no_instance_even_while_builds_fail() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "off", ORDERS, Change::Deactivate);
    cluster.drop_delivery("off", "b");
    cluster.builds.insert((cluster.address(ORDERS), cluster.replica("b")), false);
    assert_eq!(cluster.judge().stale.len(), 1);
}

#[test]
fn code_must_hold_its_own_instance() {
    let mut cluster = ScriptedCluster::new();
    let stock = cluster.address("stock");
    cluster.header.replicas[1].code.push(stock);
    let work = cluster.begin("b");
    let instance = cluster.open("b", work, "stock");
    cluster.install("b", work, instance);
    cluster.subscribe("b");
    cluster.list_only("b", work, true);
    cluster.serve("b");
    assert!(cluster.judge().is_clean(), "{:#?}", cluster.judge());
    cluster.evict("b", Work::Boot(work.request()), "stock");
    let findings = cluster.judge();
    let broken = findings.broken.iter().filter(|broken| broken.invariant == Invariant::CodeUntouched);
    assert!(broken.count() >= 2, "evicted, and missing at the end: {findings:#?}");
}
