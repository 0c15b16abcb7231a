//! The invariants of registries, 1 to 6: each red in one history, and green in a similar one.

use reconverge::history::{EventKind, Kept, ReadResult, RowState};
use reconverge::names::{InstanceId, Invariant, OwnWrite, Policies, Revision, Sequence, Work};
use reconverge::oracle::Breach;

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};

/// How one invariant was broken.
fn breaches(cluster: &ScriptedCluster, invariant: Invariant) -> Vec<Breach> {
    let broken = cluster.judge().broken;
    broken.iter().filter(|broken| broken.invariant == invariant).map(|broken| broken.breach).collect()
}

/// Nothing is broken, except that an instance leaks because the test stops while a convergence holds it.
#[track_caller]
fn holds(cluster: &ScriptedCluster) {
    let mut broken = cluster.judge().broken;
    broken.retain(|broken| broken.invariant != Invariant::NoLeak);
    assert_eq!(broken, []);
}

#[test]
fn no_resurrection_from_an_absent_row() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.deliver("gone", "b", ORDERS);
    holds(&cluster);
    let work = cluster.reload("b", "again");
    cluster.read("b", work, ORDERS);
    let instance = cluster.open("b", work, ORDERS);
    holds(&cluster);
    cluster.install("b", work, instance);
    let breach = Breach::InstalledFromAbsent { instance, work };
    assert_eq!(breaches(&cluster, Invariant::NoResurrection), [breach]);
}

/// b has read `moved` and is building from it when it reads `gone`.
fn overlapping() -> (ScriptedCluster, Work, InstanceId) {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    let moved = cluster.follow("moved", "b", 0);
    cluster.read("b", moved, ORDERS);
    let instance = cluster.open("b", moved, ORDERS);
    cluster.write("a", "gone", ORDERS, Change::Delete);
    (cluster, moved, instance)
}

#[test]
fn no_resurrection_after_a_later_read() {
    let (mut cluster, moved, instance) = overlapping();
    cluster.deliver("gone", "b", ORDERS);
    cluster.install("b", moved, instance);
    let by = cluster.signal("gone", 0);
    let breach = Breach::InstalledOvertaken { instance, work: moved, by };
    assert_eq!(breaches(&cluster, Invariant::NoResurrection), [breach]);
    let (mut cluster, moved, instance) = overlapping();
    cluster.install("b", moved, instance);
    cluster.deliver("gone", "b", ORDERS);
    holds(&cluster);
}

#[test]
fn a_later_read_that_found_nothing_held_has_overtaken_and_a_failed_build_has_not() {
    for (why, broken) in [(Kept::NothingHeld, 1), (Kept::BuildFailed, 0), (Kept::Unreadable, 0)] {
        let mut cluster = ScriptedCluster::new();
        cluster.boot("a");
        cluster.boot("b");
        cluster.write("a", "new", ORDERS, Change::Put);
        let new = cluster.follow("new", "b", 0);
        cluster.read("b", new, ORDERS);
        let instance = cluster.open("b", new, ORDERS);
        cluster.write("a", "gone", ORDERS, Change::Delete);
        let gone = cluster.follow("gone", "b", 0);
        cluster.read("b", gone, ORDERS);
        cluster.keep("b", gone, ORDERS, why);
        cluster.install("b", new, instance);
        assert_eq!(breaches(&cluster, Invariant::NoResurrection).len(), broken, "{why:?}");
    }
}

#[test]
fn no_phantom_from_an_uncommitted_write() {
    let mut cluster = ScriptedCluster::booted();
    cluster.header.policies = Policies { own_write: OwnWrite::InHandBeforeCommit, ..Policies::default() };
    cluster.send_request("a", "moved", ORDERS, Change::Put);
    let work = Work::Write(cluster.request("moved"));
    let instance = cluster.open("a", work, ORDERS);
    cluster.install("a", work, instance);
    let breach = Breach::BuiltUncommitted { instance, work };
    assert_eq!(breaches(&cluster, Invariant::NoPhantom), [breach]);
    cluster.send("a", "moved");
    cluster.commit_as(cluster.replica("a"), "moved", ORDERS, Change::Put);
    holds(&cluster);
}

#[test]
fn no_phantom_without_a_read() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    let work = cluster.follow("moved", "b", 0);
    cluster.enqueue("b", work, ORDERS);
    let instance = cluster.open("b", work, ORDERS);
    let breach = Breach::BuiltUnread { instance, work };
    assert_eq!(breaches(&cluster, Invariant::NoPhantom), [breach]);
    let mut cluster = ScriptedCluster::booted();
    let work = cluster.reload("b", "again");
    cluster.enqueue("b", work, ORDERS);
    cluster.begin_read("b", work, ORDERS);
    cluster.finish_read_as_of("b", work, ORDERS, Sequence(1), ReadResult::Unreadable);
    let instance = cluster.open("b", work, ORDERS);
    assert_eq!(breaches(&cluster, Invariant::NoPhantom), [Breach::BuiltUnread { instance, work }]);
}

#[test]
fn monotonic_within_one_incarnation() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "second", ORDERS, Change::Put);
    cluster.deliver("second", "b", ORDERS);
    holds(&cluster);
    let work = cluster.reload("b", "again");
    cluster.enqueue("b", work, ORDERS);
    cluster.begin_read("b", work, ORDERS);
    cluster.finish_read_as_of("b", work, ORDERS, Sequence(1), ReadResult::Present);
    let old = cluster.open("b", work, ORDERS);
    cluster.install("b", work, old);
    let breach = Breach::WentBack { work, from: Revision(2), to: Revision(1) };
    assert_eq!(breaches(&cluster, Invariant::Monotonic), [breach]);
}

#[test]
fn monotonic_counts_tombstones_and_not_other_rows_or_lives() {
    let mut cluster = ScriptedCluster::booted();
    cluster.header.policies = Policies { own_write: OwnWrite::InHand, ..Policies::default() };
    cluster.commit("b", "mine", ORDERS, Change::Put);
    let mine = Work::Write(cluster.request("mine"));
    let instance = cluster.open("b", mine, ORDERS);
    cluster.commit("a", "gone", ORDERS, Change::Delete);
    cluster.publish("a", "gone", ORDERS, true);
    cluster.deliver("gone", "b", ORDERS);
    holds(&cluster);
    cluster.install("b", mine, instance);
    assert_eq!(breaches(&cluster, Invariant::Monotonic).len(), 1);
    let mut cluster = ScriptedCluster::booted();
    for (step, change) in [("gone", Change::Delete), ("anew", Change::Put)] {
        cluster.write("a", step, ORDERS, change);
        cluster.deliver(step, "b", ORDERS);
    }
    cluster.crash("b");
    cluster.boot("b");
    holds(&cluster);
}

#[test]
fn no_churn() {
    let mut cluster = ScriptedCluster::booted();
    let old = cluster.held("b", ORDERS).expect("given");
    cluster.write("a", "label", ORDERS, Change::Label);
    cluster.deliver("label", "b", ORDERS);
    holds(&cluster);
    let work = cluster.reload("b", "again");
    cluster.read("b", work, ORDERS);
    let new = cluster.open("b", work, ORDERS);
    holds(&cluster);
    cluster.install("b", work, new);
    assert_eq!(breaches(&cluster, Invariant::NoChurn), [Breach::Churned { old, new, work }]);
}

#[test]
fn building_the_same_again_after_an_evict_is_no_churn() {
    let mut cluster = ScriptedCluster::booted();
    let work = cluster.reload("b", "first");
    cluster.enqueue("b", work, ORDERS);
    cluster.begin_read("b", work, ORDERS);
    cluster.finish_read_as_of("b", work, ORDERS, Sequence(0), ReadResult::Absent);
    cluster.evict("b", work, ORDERS);
    let work = cluster.reload("b", "again");
    cluster.converge("b", work, ORDERS);
    assert_eq!(breaches(&cluster, Invariant::NoChurn), []);
}

#[test]
fn no_gap_when_the_old_one_is_closed_first() {
    let mut cluster = ScriptedCluster::booted();
    let old = cluster.held("b", ORDERS).expect("given");
    cluster.write("a", "moved", ORDERS, Change::Put);
    let work = cluster.follow("moved", "b", 0);
    cluster.read("b", work, ORDERS);
    cluster.close("b", old);
    let new = cluster.open("b", work, ORDERS);
    cluster.registry.remove(&(old.replica, old.address));
    cluster.install("b", work, new);
    assert_eq!(breaches(&cluster, Invariant::NoGap), [Breach::ClosedFirst { instance: old, work }]);
}

#[test]
fn no_gap_when_the_build_then_fails() {
    for (why, broken) in [(Kept::BuildFailed, 1), (Kept::ShutDown, 0)] {
        let mut cluster = ScriptedCluster::booted();
        let old = cluster.held("b", ORDERS).expect("given");
        cluster.write("a", "moved", ORDERS, Change::Put);
        let work = cluster.follow("moved", "b", 0);
        cluster.read("b", work, ORDERS);
        cluster.close("b", old);
        cluster.begin_open("b", work, ORDERS);
        cluster.keep("b", work, ORDERS, why);
        assert_eq!(breaches(&cluster, Invariant::NoGap).len(), broken, "{why:?}");
    }
}

#[test]
fn a_shutdown_during_a_rebuild_that_fails_is_no_gap() {
    let story = |is_told: bool| {
        let mut cluster = ScriptedCluster::booted();
        let old = cluster.held("b", ORDERS).expect("given");
        cluster.write("a", "moved", ORDERS, Change::Put);
        let work = cluster.follow("moved", "b", 0);
        cluster.read("b", work, ORDERS);
        cluster.begin_open("b", work, ORDERS);
        if is_told {
            let request = cluster.request("down");
            cluster.record("b", EventKind::ShutDownBegan { request });
        }
        cluster.close("b", old);
        cluster.keep("b", work, ORDERS, Kept::BuildFailed);
        breaches(&cluster, Invariant::NoGap).len()
    };
    assert_eq!((story(false), story(true)), (1, 0));
}

#[test]
fn evicts_swaps_and_the_end_of_a_life_are_no_gap() {
    let mut cluster = ScriptedCluster::booted();
    let old = cluster.held("b", ORDERS).expect("given");
    cluster.write("a", "off", ORDERS, Change::Deactivate);
    let work = cluster.follow("off", "b", 0);
    cluster.read("b", work, ORDERS);
    cluster.close("b", old);
    cluster.registry.remove(&(old.replica, old.address));
    cluster.record("b", EventKind::Evicted { work, instance: old });
    let held = cluster.held("a", ORDERS);
    assert_eq!((held, cluster.row(ORDERS).map(|row| row.state)), (None, Some(RowState::Inactive)));
    cluster.write("a", "on", ORDERS, Change::Put);
    cluster.deliver("on", "b", ORDERS);
    let last = cluster.held("b", ORDERS).expect("built again");
    let request = cluster.request("down");
    cluster.record("b", EventKind::ShutDownBegan { request });
    cluster.close("b", last);
    cluster.record("b", EventKind::ShutDown);
    cluster.registry.remove(&(last.replica, last.address));
    holds(&cluster);
}

/// b's code defines `stock`; b is booted.
fn coded() -> (ScriptedCluster, InstanceId) {
    let mut cluster = ScriptedCluster::new();
    let stock = cluster.address("stock");
    cluster.header.replicas[1].code.push(stock);
    let work = cluster.begin("b");
    let instance = cluster.open("b", work, "stock");
    cluster.install("b", work, instance);
    cluster.subscribe("b");
    cluster.list("b", work);
    cluster.serve("b");
    (cluster, instance)
}

#[test]
fn code_is_not_replaced_evicted_or_closed() {
    let (mut cluster, instance) = coded();
    cluster.boot("a");
    cluster.write("a", "same", "stock", Change::Put);
    let work = cluster.follow("same", "b", 0);
    cluster.read("b", work, "stock");
    cluster.keep("b", work, "stock", Kept::CodeDefined);
    holds(&cluster);
    let new = cluster.open("b", work, "stock");
    cluster.install("b", work, new);
    let found = breaches(&cluster, Invariant::CodeUntouched);
    assert!(found.contains(&Breach::CodeReplaced { work }), "{found:?}");
    assert!(found.contains(&Breach::CodeClosed { instance }), "{found:?}");
    let (mut cluster, _) = coded();
    let work = cluster.reload("b", "again");
    cluster.evict("b", work, "stock");
    assert!(breaches(&cluster, Invariant::CodeUntouched).contains(&Breach::CodeEvicted { work }));
}

#[test]
fn code_is_closed_when_its_replica_shuts_down() {
    let (mut cluster, instance) = coded();
    cluster.close("b", instance);
    assert_eq!(breaches(&cluster, Invariant::CodeUntouched), [Breach::CodeClosed { instance }]);
    let (mut cluster, instance) = coded();
    let request = cluster.request("down");
    cluster.record("b", EventKind::ShutDownBegan { request });
    cluster.close("b", instance);
    cluster.registry.clear();
    cluster.record("b", EventKind::ShutDown);
    holds(&cluster);
}
