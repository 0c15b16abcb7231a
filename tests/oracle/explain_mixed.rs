//! Several chances of one entry: which count, which is reported; copies; own writes; other orders.

use reconverge::history::{BuildFailure, Damage, EventKind, Loss, NodeNameId, Reception, RowState, Seen};
use reconverge::names::{Cause, OwnWrite, Policies, Publish, Sequence, Work};
use reconverge::oracle::Chance;

use crate::forge::{Change, Forge, ORDERS};

#[test]
fn three_chances_spent_by_three_causes() {
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    forge.drop("moved", "b");
    forge.write("a", "label", ORDERS, Change::Label);
    let label = forge.follow("label", "b", 0);
    forge.read("b", label, ORDERS);
    forge.fail_open("b", label, ORDERS, BuildFailure::Unreachable);
    let reload = forge.reload("b", "again");
    forge.list_only("b", reload, true);
    forge.fail_read("b", reload, ORDERS);
    let stale = forge.the_stale();
    assert_eq!(forge.charges(), [Cause::LostDelivery, Cause::Upstream, Cause::ReadError]);
    let moved = forge.request("moved");
    let chances: Vec<_> = stale.chances.iter().map(|charge| charge.chance).collect();
    assert_eq!(chances, [Chance::Signal(moved), Chance::Work(label), Chance::Work(reload)]);
    assert_eq!((stale.cause, stale.allowed), (Some(Cause::ReadError), true), "the last");
    assert_eq!(stale.commit, Some(moved), "the label kept the signature");
    forge.header.allowed.remove(&Cause::Upstream);
    let stale = forge.the_stale();
    assert_eq!((stale.cause, stale.allowed), (Some(Cause::Upstream), false), "the first that is not allowed");
}

#[test]
fn signals_before_the_last_change_are_no_chances() {
    let mut forge = Forge::two();
    forge.write("a", "first", ORDERS, Change::Put);
    forge.arrive("first", "b", 0, Damage::None);
    forge.receive("first", "b", 0, Reception::Own);
    forge.write("a", "second", ORDERS, Change::Put);
    forge.drop("second", "b");
    assert_eq!(forge.charges(), [Cause::LostDelivery]);
}

#[test]
fn an_older_signal_that_is_followed_after_the_commit_is_one() {
    let mut forge = Forge::two();
    forge.write("a", "first", ORDERS, Change::Put);
    forge.write("a", "second", ORDERS, Change::Put);
    forge.drop("second", "b");
    let first = forge.follow("first", "b", 0);
    forge.fail_read("b", first, ORDERS);
    assert_eq!(forge.charges(), [Cause::LostDelivery, Cause::ReadError]);
}

#[test]
fn a_lost_duplicate_does_not_excuse_the_copy_that_arrived() {
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    forge.lose("moved", "b", 1, Loss::Cut);
    let work = forge.follow("moved", "b", 0);
    forge.enqueue("b", work, ORDERS);
    assert_eq!(forge.charges(), [Cause::Swallowed]);
}

#[test]
fn each_copy_that_arrived_is_a_chance_and_all_lost_ones_are_named() {
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    let first = forge.follow("moved", "b", 0);
    forge.fail_read("b", first, ORDERS);
    forge.arrive("moved", "b", 1, Damage::Corrupt);
    assert_eq!(forge.charges(), [Cause::ReadError, Cause::Malformed]);
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    forge.lose("moved", "b", 0, Loss::Overflow);
    forge.lose("moved", "b", 1, Loss::Cut);
    assert_eq!(forge.charges(), [Cause::Overflow, Cause::LostDelivery]);
}

#[test]
fn published_before_the_commit_the_read_is_stale() {
    let mut forge = Forge::two();
    forge.header.policies = Policies { publish: Publish::BeforeCommit, ..Policies::default() };
    forge.ask("a", "gone", ORDERS, Change::Delete);
    forge.publish("a", "gone", ORDERS, true);
    forge.send("a", "gone");
    forge.deliver("gone", "b", ORDERS);
    forge.commit_as(forge.replica("a"), "gone", ORDERS, Change::Delete);
    forge.finish("a", "gone", ORDERS);
    assert_eq!(forge.charges(), [Cause::StaleRead]);
    let mut late = Forge::new();
    late.given(ORDERS);
    late.boot("a");
    late.ask("a", "gone", ORDERS, Change::Delete);
    late.publish("a", "gone", ORDERS, true);
    late.boot("b");
    late.commit_as(late.replica("a"), "gone", ORDERS, Change::Delete);
    late.finish("a", "gone", ORDERS);
    assert_eq!(late.charges(), [Cause::MissedAtBoot], "the signal was gone before b lived");
}

#[test]
fn the_writer_has_its_own_write_and_not_its_own_signal() {
    let mut forge = Forge::two();
    forge.commit("b", "gone", ORDERS, Change::Delete);
    forge.publish("b", "gone", ORDERS, true);
    forge.answer("b", "gone", 200);
    forge.deliver("gone", "a", ORDERS);
    forge.arrive("gone", "b", 0, Damage::None);
    forge.receive("gone", "b", 0, Reception::Own);
    assert_eq!(forge.charges(), [Cause::Swallowed]);
    let work = Work::Write(forge.request("gone"));
    assert_eq!(forge.the_stale().chances[0].chance, Chance::Work(work));
    forge.fail_read("b", work, ORDERS);
    assert_eq!(forge.charges(), [Cause::ReadError]);
}

#[test]
fn a_write_of_the_life_before_that_lands_late_is_a_peers() {
    let mut forge = Forge::two();
    forge.ask("b", "gone", ORDERS, Change::Delete);
    forge.send("b", "gone");
    forge.crash("b");
    forge.boot("b");
    let writer = forge.replica("b");
    let landed = forge.events.len();
    forge.commit_as(writer, "gone", ORDERS, Change::Delete);
    forge.events[landed].life = reconverge::names::LifeId(1);
    let findings = forge.judge();
    let causes: Vec<_> = findings.stale.iter().map(|stale| stale.cause).collect();
    assert_eq!(causes, [Some(Cause::DiedBeforePublish); 2]);
}

#[test]
fn a_door_that_installs_from_its_hand_overtakes_a_peers_newer_row() {
    let mut forge = Forge::two();
    forge.header.policies = Policies { own_write: OwnWrite::InHand, ..Policies::default() };
    forge.commit("b", "mine", ORDERS, Change::Put);
    let mine = Work::Write(forge.request("mine"));
    let instance = forge.open("b", mine, ORDERS);
    forge.write_in_hand("a", "theirs", ORDERS);
    forge.deliver("theirs", "b", ORDERS);
    assert!(forge.judge().stale.is_empty(), "{:#?}", forge.judge());
    forge.install("b", mine, instance);
    assert_eq!(forge.charges(), [Cause::Overtaken]);
}

#[test]
fn strays_count_when_followed_and_not_when_rejected() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.drop("gone", "b");
    forge.stray("stray", ORDERS);
    forge.arrive("stray", "b", 0, Damage::None);
    forge.receive("stray", "b", 0, Reception::Own);
    assert_eq!(forge.charges(), [Cause::LostDelivery]);
    forge.stray("other", ORDERS);
    let work = forge.follow("other", "b", 0);
    forge.enqueue("b", work, ORDERS);
    assert_eq!(forge.charges(), [Cause::LostDelivery, Cause::Swallowed]);
}

#[test]
fn without_any_chance_the_staleness_is_a_violation() {
    let mut forge = Forge::two();
    forge.begin("c");
    forge.subscribe("c");
    forge.serve("c");
    let request = forge.request("boot c 1");
    let stale = forge.the_stale();
    // Its boot never listed, before it served: no listing that failed, and none that follows a commit.
    assert_eq!(stale.chances.len(), 1, "{stale:#?}");
    assert_eq!(stale.chances[0].chance, Chance::Work(Work::Boot(request)));
    let mut phantom = Forge::two();
    let work = phantom.signal("ghost", 0);
    let instance = phantom.open("b", work, "stock");
    phantom.install("b", work, instance);
    let stale = phantom.the_stale();
    assert_eq!((stale.cause, stale.allowed, stale.commit), (None, false, None));
}

#[test]
fn a_read_that_had_begun_before_the_commit_and_saw_it_still_counts_as_read() {
    let mut forge = Forge::two();
    forge.commit("a", "off", ORDERS, Change::Deactivate);
    forge.publish("a", "off", ORDERS, true);
    forge.finish("a", "off", ORDERS);
    let work = forge.follow("off", "b", 0);
    forge.enqueue("b", work, ORDERS);
    forge.begin_read("b", work, ORDERS);
    forge.see_as_of("b", work, ORDERS, Sequence(2), Seen::Present);
    assert_eq!(forge.charges(), [Cause::Ignored]);
    assert_eq!(forge.the_stale().due.map(|due| due.state), Some(RowState::Inactive));
}

#[test]
fn told_in_one_sentence() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.drop("gone", "b");
    let (stale, history) = (forge.the_stale(), forge.history());
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
    let mut forge = Forge::two();
    forge.header.node_ids = vec!["a".to_owned()];
    forge.record("b", EventKind::NodeIdSet { node: NodeNameId(0) });
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.arrive("gone", "b", 0, Damage::None);
    forge.receive("gone", "b", 0, Reception::Own);
    assert_eq!(forge.charges(), [Cause::SameNodeId]);
    assert!(!forge.judge().assumptions);
    forge.header.node_ids = vec!["c".to_owned()];
    assert_eq!(forge.charges(), [Cause::Filtered]);
}
