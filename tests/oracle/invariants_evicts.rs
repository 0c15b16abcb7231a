//! Evicts that no row called for break the invariant 5 or 10, whatever the policies of the header say.

use reconverge::history::{BuildFailure, Seen};
use reconverge::names::{Invariant, Policies, Rebuild, Work};
use reconverge::oracle::Breach;

use crate::forge::{CRM, Change, Forge, OBJECT, ORDERS};
use crate::lane_connector::rotated;
use crate::lane_invariants::broken;

/// Under the default and under the policy that closes first.
fn policies() -> [Policies; 2] {
    [Policies::default(), Policies { rebuild: Rebuild::CloseThenBuild, ..Policies::default() }]
}

/// `orders` moves on a, and b has read it.
fn moved(policies: Policies) -> (Forge, Work) {
    let mut forge = Forge::two();
    forge.header.policies = policies;
    forge.write("a", "moved", ORDERS, Change::Put);
    let work = forge.follow("moved", "b", 0);
    forge.read("b", work, ORDERS);
    (forge, work)
}

#[test]
fn what_evicts_and_then_builds_leaves_a_gap() {
    for policies in policies() {
        let (mut forge, work) = moved(policies);
        let instance = forge.held("b", ORDERS).expect("given");
        forge.evict("b", work, ORDERS);
        let gap = [(Invariant::NoGap, Breach::ClosedFirst { instance, work })];
        forge.begin_open("b", work, ORDERS);
        assert_eq!(broken(&forge), gap);
        let new = forge.open("b", work, ORDERS);
        forge.install("b", work, new);
        assert_eq!(broken(&forge), gap);
        let (mut forge, work) = moved(policies);
        forge.evict("b", work, ORDERS);
        forge.fail_open("b", work, ORDERS, BuildFailure::Unreachable);
        assert_eq!(broken(&forge), gap, "also if the build fails");
    }
}

#[test]
fn what_evicts_and_builds_no_more_has_lost_it() {
    for policies in policies() {
        let (mut forge, work) = moved(policies);
        let instance = forge.held("b", ORDERS).expect("given");
        forge.evict("b", work, ORDERS);
        assert_eq!(broken(&forge), [(Invariant::NothingLost, Breach::EvictedActive { instance, work })]);
        let copy = forge.follow("moved", "b", 1);
        forge.converge("b", copy, ORDERS);
        assert_eq!(broken(&forge).len(), 1, "though another one builds it");
    }
}

#[test]
fn an_object_is_built_without_a_call() {
    let mut forge = Forge::metadata();
    let instance = forge.held("b", OBJECT).expect("given");
    let work = forge.reload("b", "again");
    forge.read("b", work, OBJECT);
    forge.evict("b", work, OBJECT);
    assert_eq!(broken(&forge), [(Invariant::NothingLost, Breach::EvictedActive { instance, work })]);
    let new = forge.open("b", work, OBJECT);
    forge.install("b", work, new);
    assert_eq!(broken(&forge), [(Invariant::NoGap, Breach::ClosedFirst { instance, work })]);
}

#[test]
fn an_install_does_not_hide_the_evict_before_it() {
    let mut forge = Forge::two();
    let instance = forge.held("b", ORDERS).expect("given");
    let work = forge.reload("b", "again");
    forge.enqueue("b", work, ORDERS);
    forge.begin_read("b", work, ORDERS);
    forge.see_as_of("b", work, ORDERS, forge.sequence(), Seen::Unreadable);
    forge.evict("b", work, ORDERS);
    let new = forge.open("b", work, ORDERS);
    forge.install("b", work, new);
    let lost = (Invariant::NothingLost, Breach::EvictedUnread { instance, work });
    assert!(broken(&forge).contains(&lost), "{:?}", broken(&forge));
}

#[test]
fn a_refused_rotation_does_not_close_the_old_connector() {
    let story = |evicts_first: bool| {
        let (mut forge, work) = rotated();
        let instance = forge.held("b", CRM).expect("live");
        if evicts_first {
            forge.evict("b", work, CRM);
        }
        forge.refuse("b", work, BuildFailure::Refused);
        if !evicts_first {
            forge.evict("b", work, CRM);
        }
        (broken(&forge), instance, work)
    };
    let (broken, instance, work) = story(false);
    assert_eq!(broken, [(Invariant::NothingLost, Breach::EvictedActive { instance, work })]);
    let (broken, instance, work) = story(true);
    assert_eq!(broken, [(Invariant::NoGap, Breach::ClosedFirst { instance, work })]);
}
