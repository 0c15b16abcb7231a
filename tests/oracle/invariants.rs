//! The invariants of registries, 1 to 6: each red, and green in the story next to it.

use reconverge::history::{EventKind, Kept, RowState, Seen};
use reconverge::names::{InstanceId, Invariant, OwnWrite, Policies, Revision, Sequence, Work};
use reconverge::oracle::Breach;

use crate::forge::{Change, Forge, ORDERS};

/// The breaches of one invariant.
fn breaches(forge: &Forge, invariant: Invariant) -> Vec<Breach> {
    let broken = forge.judge().broken;
    broken.iter().filter(|broken| broken.invariant == invariant).map(|broken| broken.what).collect()
}

/// Nothing is broken, but for an instance that a story which stops halfway leaves in the replica's hand.
#[track_caller]
fn holds(forge: &Forge) {
    let mut broken = forge.judge().broken;
    broken.retain(|broken| broken.invariant != Invariant::NoLeak);
    assert_eq!(broken, []);
}

#[test]
fn no_resurrection_from_an_absent_row() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.deliver("gone", "b", ORDERS);
    holds(&forge);
    let work = forge.reload("b", "again");
    forge.read("b", work, ORDERS);
    let instance = forge.open("b", work, ORDERS);
    holds(&forge);
    forge.install("b", work, instance);
    let what = Breach::InstalledFromAbsent { instance, work };
    assert_eq!(breaches(&forge, Invariant::NoResurrection), [what]);
}

/// `moved` is read and being built on b when `gone` is read there.
fn overlapping() -> (Forge, Work, InstanceId) {
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    let moved = forge.follow("moved", "b", 0);
    forge.read("b", moved, ORDERS);
    let instance = forge.open("b", moved, ORDERS);
    forge.write("a", "gone", ORDERS, Change::Delete);
    (forge, moved, instance)
}

#[test]
fn no_resurrection_after_a_later_read() {
    let (mut forge, moved, instance) = overlapping();
    forge.deliver("gone", "b", ORDERS);
    forge.install("b", moved, instance);
    let by = forge.signal("gone", 0);
    let what = Breach::InstalledOvertaken { instance, work: moved, by };
    assert_eq!(breaches(&forge, Invariant::NoResurrection), [what]);
    let (mut forge, moved, instance) = overlapping();
    forge.install("b", moved, instance);
    forge.deliver("gone", "b", ORDERS);
    holds(&forge);
}

#[test]
fn a_later_read_that_found_nothing_held_has_overtaken_and_a_failed_build_has_not() {
    for (why, broken) in [(Kept::NothingHeld, 1), (Kept::BuildFailed, 0), (Kept::Unreadable, 0)] {
        let mut forge = Forge::new();
        forge.boot("a");
        forge.boot("b");
        forge.write("a", "new", ORDERS, Change::Put);
        let new = forge.follow("new", "b", 0);
        forge.read("b", new, ORDERS);
        let instance = forge.open("b", new, ORDERS);
        forge.write("a", "gone", ORDERS, Change::Delete);
        let gone = forge.follow("gone", "b", 0);
        forge.read("b", gone, ORDERS);
        forge.keep("b", gone, ORDERS, why);
        forge.install("b", new, instance);
        assert_eq!(breaches(&forge, Invariant::NoResurrection).len(), broken, "{why:?}");
    }
}

#[test]
fn no_phantom_from_an_uncommitted_write() {
    let mut forge = Forge::two();
    forge.header.policies = Policies { own_write: OwnWrite::InHandBeforeCommit, ..Policies::default() };
    forge.ask("a", "moved", ORDERS, Change::Put);
    let work = Work::Write(forge.request("moved"));
    let instance = forge.open("a", work, ORDERS);
    forge.install("a", work, instance);
    let what = Breach::BuiltUncommitted { instance, work };
    assert_eq!(breaches(&forge, Invariant::NoPhantom), [what]);
    forge.send("a", "moved");
    forge.commit_as(forge.replica("a"), "moved", ORDERS, Change::Put);
    holds(&forge);
}

#[test]
fn no_phantom_without_a_read() {
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    let work = forge.follow("moved", "b", 0);
    forge.enqueue("b", work, ORDERS);
    let instance = forge.open("b", work, ORDERS);
    let what = Breach::BuiltUnread { instance, work };
    assert_eq!(breaches(&forge, Invariant::NoPhantom), [what]);
    let mut forge = Forge::two();
    let work = forge.reload("b", "again");
    forge.enqueue("b", work, ORDERS);
    forge.begin_read("b", work, ORDERS);
    forge.see_as_of("b", work, ORDERS, Sequence(1), Seen::Unreadable);
    let instance = forge.open("b", work, ORDERS);
    assert_eq!(breaches(&forge, Invariant::NoPhantom), [Breach::BuiltUnread { instance, work }]);
}

#[test]
fn monotonic_within_one_incarnation() {
    let mut forge = Forge::two();
    forge.write("a", "second", ORDERS, Change::Put);
    forge.deliver("second", "b", ORDERS);
    holds(&forge);
    let work = forge.reload("b", "again");
    forge.enqueue("b", work, ORDERS);
    forge.begin_read("b", work, ORDERS);
    forge.see_as_of("b", work, ORDERS, Sequence(1), Seen::Present);
    let old = forge.open("b", work, ORDERS);
    forge.install("b", work, old);
    let what = Breach::WentBack { work, from: Revision(2), to: Revision(1) };
    assert_eq!(breaches(&forge, Invariant::Monotonic), [what]);
}

#[test]
fn monotonic_counts_tombstones_and_not_other_rows_or_lives() {
    let mut forge = Forge::two();
    forge.header.policies = Policies { own_write: OwnWrite::InHand, ..Policies::default() };
    forge.commit("b", "mine", ORDERS, Change::Put);
    let mine = Work::Write(forge.request("mine"));
    let instance = forge.open("b", mine, ORDERS);
    forge.commit("a", "gone", ORDERS, Change::Delete);
    forge.publish("a", "gone", ORDERS, true);
    forge.deliver("gone", "b", ORDERS);
    holds(&forge);
    forge.install("b", mine, instance);
    assert_eq!(breaches(&forge, Invariant::Monotonic).len(), 1);
    let mut forge = Forge::two();
    for (step, change) in [("gone", Change::Delete), ("anew", Change::Put)] {
        forge.write("a", step, ORDERS, change);
        forge.deliver(step, "b", ORDERS);
    }
    forge.crash("b");
    forge.boot("b");
    holds(&forge);
}

#[test]
fn no_churn() {
    let mut forge = Forge::two();
    let old = forge.held("b", ORDERS).expect("given");
    forge.write("a", "label", ORDERS, Change::Label);
    forge.deliver("label", "b", ORDERS);
    holds(&forge);
    let work = forge.reload("b", "again");
    forge.read("b", work, ORDERS);
    let new = forge.open("b", work, ORDERS);
    holds(&forge);
    forge.install("b", work, new);
    assert_eq!(breaches(&forge, Invariant::NoChurn), [Breach::Churned { old, new, work }]);
}

#[test]
fn building_the_same_again_after_an_evict_is_no_churn() {
    let mut forge = Forge::two();
    let work = forge.reload("b", "first");
    forge.enqueue("b", work, ORDERS);
    forge.begin_read("b", work, ORDERS);
    forge.see_as_of("b", work, ORDERS, Sequence(0), Seen::Absent);
    forge.evict("b", work, ORDERS);
    let work = forge.reload("b", "again");
    forge.converge("b", work, ORDERS);
    assert_eq!(breaches(&forge, Invariant::NoChurn), []);
}

#[test]
fn no_gap_when_the_old_one_is_closed_first() {
    let mut forge = Forge::two();
    let old = forge.held("b", ORDERS).expect("given");
    forge.write("a", "moved", ORDERS, Change::Put);
    let work = forge.follow("moved", "b", 0);
    forge.read("b", work, ORDERS);
    forge.close("b", old);
    let new = forge.open("b", work, ORDERS);
    forge.registry.remove(&(old.replica, old.address));
    forge.install("b", work, new);
    assert_eq!(breaches(&forge, Invariant::NoGap), [Breach::ClosedFirst { instance: old, work }]);
}

#[test]
fn no_gap_when_the_build_then_fails() {
    for (why, broken) in [(Kept::BuildFailed, 1), (Kept::ShutDown, 0)] {
        let mut forge = Forge::two();
        let old = forge.held("b", ORDERS).expect("given");
        forge.write("a", "moved", ORDERS, Change::Put);
        let work = forge.follow("moved", "b", 0);
        forge.read("b", work, ORDERS);
        forge.close("b", old);
        forge.begin_open("b", work, ORDERS);
        forge.keep("b", work, ORDERS, why);
        assert_eq!(breaches(&forge, Invariant::NoGap).len(), broken, "{why:?}");
    }
}

#[test]
fn a_shutdown_during_a_rebuild_that_fails_is_no_gap() {
    let story = |is_told: bool| {
        let mut forge = Forge::two();
        let old = forge.held("b", ORDERS).expect("given");
        forge.write("a", "moved", ORDERS, Change::Put);
        let work = forge.follow("moved", "b", 0);
        forge.read("b", work, ORDERS);
        forge.begin_open("b", work, ORDERS);
        if is_told {
            let request = forge.request("down");
            forge.record("b", EventKind::ShutDownBegan { request });
        }
        forge.close("b", old);
        forge.keep("b", work, ORDERS, Kept::BuildFailed);
        breaches(&forge, Invariant::NoGap).len()
    };
    assert_eq!((story(false), story(true)), (1, 0));
}

#[test]
fn evicts_swaps_and_the_end_of_a_life_are_no_gap() {
    let mut forge = Forge::two();
    let old = forge.held("b", ORDERS).expect("given");
    forge.write("a", "off", ORDERS, Change::Deactivate);
    let work = forge.follow("off", "b", 0);
    forge.read("b", work, ORDERS);
    forge.close("b", old);
    forge.registry.remove(&(old.replica, old.address));
    forge.record("b", EventKind::Evicted { work, instance: old });
    let held = forge.held("a", ORDERS);
    assert_eq!((held, forge.row(ORDERS).map(|row| row.state)), (None, Some(RowState::Inactive)));
    forge.write("a", "on", ORDERS, Change::Put);
    forge.deliver("on", "b", ORDERS);
    let last = forge.held("b", ORDERS).expect("built again");
    let request = forge.request("down");
    forge.record("b", EventKind::ShutDownBegan { request });
    forge.close("b", last);
    forge.record("b", EventKind::ShutDown);
    forge.registry.remove(&(last.replica, last.address));
    holds(&forge);
}

/// b's code defines `stock`; b is booted.
fn coded() -> (Forge, InstanceId) {
    let mut forge = Forge::new();
    let stock = forge.address("stock");
    forge.header.replicas[1].code.push(stock);
    let work = forge.begin("b");
    let instance = forge.open("b", work, "stock");
    forge.install("b", work, instance);
    forge.subscribe("b");
    forge.list("b", work);
    forge.serve("b");
    (forge, instance)
}

#[test]
fn code_is_not_replaced_evicted_or_closed() {
    let (mut forge, instance) = coded();
    forge.boot("a");
    forge.write("a", "same", "stock", Change::Put);
    let work = forge.follow("same", "b", 0);
    forge.read("b", work, "stock");
    forge.keep("b", work, "stock", Kept::CodeDefined);
    holds(&forge);
    let new = forge.open("b", work, "stock");
    forge.install("b", work, new);
    let whats = breaches(&forge, Invariant::CodeUntouched);
    assert!(whats.contains(&Breach::CodeReplaced { work }), "{whats:?}");
    assert!(whats.contains(&Breach::CodeClosed { instance }), "{whats:?}");
    let (mut forge, _) = coded();
    let work = forge.reload("b", "again");
    forge.evict("b", work, "stock");
    assert!(breaches(&forge, Invariant::CodeUntouched).contains(&Breach::CodeEvicted { work }));
}

#[test]
fn code_is_closed_when_its_replica_shuts_down() {
    let (mut forge, instance) = coded();
    forge.close("b", instance);
    assert_eq!(breaches(&forge, Invariant::CodeUntouched), [Breach::CodeClosed { instance }]);
    let (mut forge, instance) = coded();
    let request = forge.request("down");
    forge.record("b", EventKind::ShutDownBegan { request });
    forge.close("b", instance);
    forge.registry.clear();
    forge.record("b", EventKind::ShutDown);
    holds(&forge);
}
