//! Several chances of one entry: which count, and which is reported; copies; own writes; unusual orders of events.

use reconverge::history::{
    BuildFailure, Damage, EventKind, Loss, NodeNameId, ReadResult, Reception, RowState,
};
use reconverge::names::{Cause, OwnWrite, Policies, Publish, Sequence, Work};
use reconverge::oracle::Chance;

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};

#[test]
fn three_chances_spent_by_three_causes() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    cluster.drop_delivery("moved", "b");
    cluster.write("a", "label", ORDERS, Change::Label);
    let label = cluster.follow("label", "b", 0);
    cluster.read("b", label, ORDERS);
    cluster.fail_open("b", label, ORDERS, BuildFailure::Unreachable);
    let reload = cluster.reload("b", "again");
    cluster.list_only("b", reload, true);
    cluster.fail_read("b", reload, ORDERS);
    let stale = cluster.only_stale();
    assert_eq!(cluster.charges(), [Cause::LostDelivery, Cause::Upstream, Cause::ReadError]);
    let moved = cluster.request("moved");
    let chances: Vec<_> = stale.chances.iter().map(|charge| charge.chance).collect();
    assert_eq!(chances, [Chance::Signal(moved), Chance::Work(label), Chance::Work(reload)]);
    assert_eq!((stale.cause, stale.allowed), (Some(Cause::ReadError), true), "the last");
    assert_eq!(stale.commit, Some(moved), "the label kept the signature");
    cluster.header.allowed.remove(&Cause::Upstream);
    let stale = cluster.only_stale();
    assert_eq!((stale.cause, stale.allowed), (Some(Cause::Upstream), false), "the first that is not allowed");
}

#[test]
fn signals_before_the_last_change_are_no_chances() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "first", ORDERS, Change::Put);
    cluster.arrive("first", "b", 0, Damage::None);
    cluster.receive("first", "b", 0, Reception::Own);
    cluster.write("a", "second", ORDERS, Change::Put);
    cluster.drop_delivery("second", "b");
    assert_eq!(cluster.charges(), [Cause::LostDelivery]);
}

#[test]
fn an_older_signal_that_is_followed_after_the_commit_is_one() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "first", ORDERS, Change::Put);
    cluster.write("a", "second", ORDERS, Change::Put);
    cluster.drop_delivery("second", "b");
    let first = cluster.follow("first", "b", 0);
    cluster.fail_read("b", first, ORDERS);
    assert_eq!(cluster.charges(), [Cause::LostDelivery, Cause::ReadError]);
}

#[test]
fn a_lost_duplicate_does_not_excuse_the_copy_that_arrived() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    cluster.lose_copy("moved", "b", 1, Loss::Cut);
    let work = cluster.follow("moved", "b", 0);
    cluster.enqueue("b", work, ORDERS);
    assert_eq!(cluster.charges(), [Cause::Swallowed]);
}

#[test]
fn each_copy_that_arrived_is_a_chance_and_all_lost_ones_are_named() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    let first = cluster.follow("moved", "b", 0);
    cluster.fail_read("b", first, ORDERS);
    cluster.arrive("moved", "b", 1, Damage::Corrupt);
    assert_eq!(cluster.charges(), [Cause::ReadError, Cause::Malformed]);
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    cluster.lose_copy("moved", "b", 0, Loss::Overflow);
    cluster.lose_copy("moved", "b", 1, Loss::Cut);
    assert_eq!(cluster.charges(), [Cause::Overflow, Cause::LostDelivery]);
}

#[test]
fn published_before_the_commit_the_read_is_stale() {
    let mut cluster = ScriptedCluster::booted();
    cluster.header.policies = Policies { publish: Publish::BeforeCommit, ..Policies::default() };
    cluster.send_request("a", "gone", ORDERS, Change::Delete);
    cluster.publish("a", "gone", ORDERS, true);
    cluster.send("a", "gone");
    cluster.deliver("gone", "b", ORDERS);
    cluster.commit_as(cluster.replica("a"), "gone", ORDERS, Change::Delete);
    cluster.finish("a", "gone", ORDERS);
    assert_eq!(cluster.charges(), [Cause::StaleRead]);
    let mut late = ScriptedCluster::new();
    late.given(ORDERS);
    late.boot("a");
    late.send_request("a", "gone", ORDERS, Change::Delete);
    late.publish("a", "gone", ORDERS, true);
    late.boot("b");
    late.commit_as(late.replica("a"), "gone", ORDERS, Change::Delete);
    late.finish("a", "gone", ORDERS);
    assert_eq!(late.charges(), [Cause::MissedAtBoot], "the signal was gone before b lived");
}

#[test]
fn the_writer_has_its_own_write_and_not_its_own_signal() {
    let mut cluster = ScriptedCluster::booted();
    cluster.commit("b", "gone", ORDERS, Change::Delete);
    cluster.publish("b", "gone", ORDERS, true);
    cluster.answer("b", "gone", 200);
    cluster.deliver("gone", "a", ORDERS);
    cluster.arrive("gone", "b", 0, Damage::None);
    cluster.receive("gone", "b", 0, Reception::Own);
    assert_eq!(cluster.charges(), [Cause::Swallowed]);
    let work = Work::Write(cluster.request("gone"));
    assert_eq!(cluster.only_stale().chances[0].chance, Chance::Work(work));
    cluster.fail_read("b", work, ORDERS);
    assert_eq!(cluster.charges(), [Cause::ReadError]);
}

#[test]
fn a_write_of_the_life_before_that_lands_late_is_a_peers() {
    let mut cluster = ScriptedCluster::booted();
    cluster.send_request("b", "gone", ORDERS, Change::Delete);
    cluster.send("b", "gone");
    cluster.crash("b");
    cluster.boot("b");
    let writer = cluster.replica("b");
    let landed = cluster.events.len();
    cluster.commit_as(writer, "gone", ORDERS, Change::Delete);
    cluster.events[landed].life = reconverge::names::LifeId(1);
    let findings = cluster.judge();
    let causes: Vec<_> = findings.stale.iter().map(|stale| stale.cause).collect();
    assert_eq!(causes, [Some(Cause::DiedBeforePublish); 2]);
}

#[test]
fn a_door_that_installs_its_own_record_overtakes_a_peers_newer_row() {
    let mut cluster = ScriptedCluster::booted();
    cluster.header.policies = Policies { own_write: OwnWrite::InHand, ..Policies::default() };
    cluster.commit("b", "mine", ORDERS, Change::Put);
    let mine = Work::Write(cluster.request("mine"));
    let instance = cluster.open("b", mine, ORDERS);
    cluster.write_in_hand("a", "theirs", ORDERS);
    cluster.deliver("theirs", "b", ORDERS);
    assert!(cluster.judge().stale.is_empty(), "{:#?}", cluster.judge());
    cluster.install("b", mine, instance);
    assert_eq!(cluster.charges(), [Cause::Overtaken]);
}

#[test]
fn stray_signals_count_when_followed_and_not_when_rejected() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.drop_delivery("gone", "b");
    cluster.publish_stray("stray", ORDERS);
    cluster.arrive("stray", "b", 0, Damage::None);
    cluster.receive("stray", "b", 0, Reception::Own);
    assert_eq!(cluster.charges(), [Cause::LostDelivery]);
    cluster.publish_stray("other", ORDERS);
    let work = cluster.follow("other", "b", 0);
    cluster.enqueue("b", work, ORDERS);
    assert_eq!(cluster.charges(), [Cause::LostDelivery, Cause::Swallowed]);
}

#[test]
fn without_any_chance_the_staleness_is_a_violation() {
    let mut cluster = ScriptedCluster::booted();
    cluster.begin("c");
    cluster.subscribe("c");
    cluster.serve("c");
    let request = cluster.request("boot c 1");
    let stale = cluster.only_stale();
    // Its boot never listed, before it served: no listing that failed, and none that follows a commit.
    assert_eq!(stale.chances.len(), 1, "{stale:#?}");
    assert_eq!(stale.chances[0].chance, Chance::Work(Work::Boot(request)));
    let mut phantom = ScriptedCluster::booted();
    let work = phantom.signal("ghost", 0);
    let instance = phantom.open("b", work, "stock");
    phantom.install("b", work, instance);
    let stale = phantom.only_stale();
    assert_eq!((stale.cause, stale.allowed, stale.commit), (None, false, None));
}

#[test]
fn a_read_that_had_begun_before_the_commit_and_saw_it_still_counts_as_read() {
    let mut cluster = ScriptedCluster::booted();
    cluster.commit("a", "off", ORDERS, Change::Deactivate);
    cluster.publish("a", "off", ORDERS, true);
    cluster.finish("a", "off", ORDERS);
    let work = cluster.follow("off", "b", 0);
    cluster.enqueue("b", work, ORDERS);
    cluster.begin_read("b", work, ORDERS);
    cluster.finish_read_as_of("b", work, ORDERS, Sequence(2), ReadResult::Present);
    assert_eq!(cluster.charges(), [Cause::Ignored]);
    assert_eq!(cluster.only_stale().due.map(|due| due.state), Some(RowState::Inactive));
}

#[test]
fn described_in_one_sentence() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.drop_delivery("gone", "b");
    let (stale, history) = (cluster.only_stale(), cluster.history());
    let described = stale.described(&history).to_string();
    assert_eq!(
        described,
        format!(
            "b is stale on `orders` since {}: the bus lost the delivery of `gone` (lost-delivery)",
            stale.since
        )
    );
}

#[test]
fn same_node_id_by_an_attach_under_that_of_a_peer() {
    let mut cluster = ScriptedCluster::booted();
    cluster.header.node_ids = vec!["a".to_owned()];
    cluster.record("b", EventKind::NodeIdSet { node: NodeNameId(0) });
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.arrive("gone", "b", 0, Damage::None);
    cluster.receive("gone", "b", 0, Reception::Own);
    assert_eq!(cluster.charges(), [Cause::SameNodeId]);
    assert!(!cluster.judge().assumptions);
    cluster.header.node_ids = vec!["c".to_owned()];
    assert_eq!(cluster.charges(), [Cause::Filtered]);
}
