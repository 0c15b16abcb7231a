//! Evictions that no row called for break the invariant 5 or 10, whatever the policies of the header say.

use reconverge::history::{BuildFailure, ReadResult};
use reconverge::names::{Invariant, Policies, Rebuild, Work};
use reconverge::oracle::Breach;

use crate::lane_connector::rotated;
use crate::lane_invariants::broken;
use crate::scripted_cluster::{CRM, Change, OBJECT, ORDERS, ScriptedCluster};

/// The default, and the policy that closes first.
fn policies() -> [Policies; 2] {
    [Policies::default(), Policies { rebuild: Rebuild::CloseThenBuild, ..Policies::default() }]
}

/// `orders` moves on a, and b has read it.
fn moved(policies: Policies) -> (ScriptedCluster, Work) {
    let mut cluster = ScriptedCluster::booted();
    cluster.header.policies = policies;
    cluster.write("a", "moved", ORDERS, Change::Put);
    let work = cluster.follow("moved", "b", 0);
    cluster.read("b", work, ORDERS);
    (cluster, work)
}

#[test]
fn what_evicts_and_then_builds_leaves_a_gap() {
    for policies in policies() {
        let (mut cluster, work) = moved(policies);
        let instance = cluster.held("b", ORDERS).expect("given");
        cluster.evict("b", work, ORDERS);
        let gap = [(Invariant::NoGap, Breach::ClosedFirst { instance, work })];
        cluster.begin_open("b", work, ORDERS);
        assert_eq!(broken(&cluster), gap);
        let new = cluster.open("b", work, ORDERS);
        cluster.install("b", work, new);
        assert_eq!(broken(&cluster), gap);
        let (mut cluster, work) = moved(policies);
        cluster.evict("b", work, ORDERS);
        cluster.fail_open("b", work, ORDERS, BuildFailure::Unreachable);
        assert_eq!(broken(&cluster), gap, "also if the build fails");
    }
}

#[test]
fn what_evicts_and_builds_no_more_has_lost_it() {
    for policies in policies() {
        let (mut cluster, work) = moved(policies);
        let instance = cluster.held("b", ORDERS).expect("given");
        cluster.evict("b", work, ORDERS);
        assert_eq!(broken(&cluster), [(Invariant::NothingLost, Breach::EvictedActive { instance, work })]);
        let copy = cluster.follow("moved", "b", 1);
        cluster.converge("b", copy, ORDERS);
        assert_eq!(broken(&cluster).len(), 1, "though another one builds it");
    }
}

#[test]
fn an_object_is_built_without_a_call() {
    let mut cluster = ScriptedCluster::metadata();
    let instance = cluster.held("b", OBJECT).expect("given");
    let work = cluster.reload("b", "again");
    cluster.read("b", work, OBJECT);
    cluster.evict("b", work, OBJECT);
    assert_eq!(broken(&cluster), [(Invariant::NothingLost, Breach::EvictedActive { instance, work })]);
    let new = cluster.open("b", work, OBJECT);
    cluster.install("b", work, new);
    assert_eq!(broken(&cluster), [(Invariant::NoGap, Breach::ClosedFirst { instance, work })]);
}

#[test]
fn an_install_does_not_hide_the_evict_before_it() {
    let mut cluster = ScriptedCluster::booted();
    let instance = cluster.held("b", ORDERS).expect("given");
    let work = cluster.reload("b", "again");
    cluster.enqueue("b", work, ORDERS);
    cluster.begin_read("b", work, ORDERS);
    cluster.finish_read_as_of("b", work, ORDERS, cluster.sequence(), ReadResult::Unreadable);
    cluster.evict("b", work, ORDERS);
    let new = cluster.open("b", work, ORDERS);
    cluster.install("b", work, new);
    let lost = (Invariant::NothingLost, Breach::EvictedUnread { instance, work });
    assert!(broken(&cluster).contains(&lost), "{:?}", broken(&cluster));
}

#[test]
fn a_refused_rotation_does_not_close_the_old_connector() {
    let story = |evicts_first: bool| {
        let (mut cluster, work) = rotated();
        let instance = cluster.held("b", CRM).expect("live");
        if evicts_first {
            cluster.evict("b", work, CRM);
        }
        cluster.fail_attempt("b", work, BuildFailure::Refused);
        if !evicts_first {
            cluster.evict("b", work, CRM);
        }
        (broken(&cluster), instance, work)
    };
    let (broken, instance, work) = story(false);
    assert_eq!(broken, [(Invariant::NothingLost, Breach::EvictedActive { instance, work })]);
    let (broken, instance, work) = story(true);
    assert_eq!(broken, [(Invariant::NoGap, Breach::ClosedFirst { instance, work })]);
}
