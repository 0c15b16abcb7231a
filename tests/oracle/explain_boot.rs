//! Chances around boots, attaches, detaches and reloads, and where there is none.

use reconverge::history::{EventKind, Loss, Port};
use reconverge::names::{Cause, Correlation, Lane, Sequence, Work};
use reconverge::oracle::Chance;

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};

#[test]
fn missed_at_boot_when_the_listing_came_before_the_commit() {
    let mut cluster = ScriptedCluster::new();
    cluster.given(ORDERS);
    cluster.boot("a");
    let work = cluster.begin("b");
    cluster.list("b", work);
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.subscribe("b");
    cluster.serve("b");
    assert_eq!(cluster.charges(), [Cause::MissedAtBoot]);
    assert!(!cluster.only_stale().allowed);
}

#[test]
fn a_signal_before_the_subscription_is_no_chance_where_the_listing_shows_its_commit() {
    let mut cluster = ScriptedCluster::new();
    cluster.given(ORDERS);
    cluster.boot("a");
    let work = cluster.begin("b");
    cluster.write("a", "moved", ORDERS, Change::Put);
    cluster.subscribe("b");
    cluster.list_only("b", work, true);
    cluster.fail_read("b", work, ORDERS);
    cluster.serve("b");
    let stale = cluster.only_stale();
    assert_eq!(cluster.charges(), [Cause::ReadError]);
    assert!(stale.allowed && stale.chances[0].chance == Chance::Work(work));
}

#[test]
fn a_late_boot_has_its_listing_alone() {
    let mut cluster = ScriptedCluster::new();
    cluster.given(ORDERS);
    cluster.boot("a");
    cluster.write("a", "moved", ORDERS, Change::Put);
    let request = cluster.request("moved");
    cluster.lose_copy("moved", "b", 0, Loss::Down);
    let work = cluster.begin("b");
    cluster.subscribe("b");
    cluster.list_only("b", work, true);
    cluster.serve("b");
    assert_eq!(cluster.charges(), [Cause::Swallowed], "the listing shows `moved` and enqueues nothing");
    assert_eq!(cluster.only_stale().commit, Some(request));
    cluster.converge("b", work, ORDERS);
    assert!(cluster.judge().is_clean());
}

#[test]
fn a_restart_forgets_the_chances_of_the_life_before() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    let swallowed = cluster.follow("moved", "b", 0);
    cluster.enqueue("b", swallowed, ORDERS);
    cluster.crash("b");
    let boot = cluster.begin("b");
    cluster.subscribe("b");
    cluster.list_only("b", boot, true);
    cluster.fail_read("b", boot, ORDERS);
    cluster.serve("b");
    assert_eq!(cluster.charges(), [Cause::ReadError]);
}

#[test]
fn detached_by_a_seam_left_out_whatever_the_publisher_did() {
    let published: [fn(&mut ScriptedCluster); 3] = [
        |cluster| cluster.publish("a", "gone", ORDERS, true),
        |cluster| cluster.publish("a", "gone", ORDERS, false),
        |_| {},
    ];
    for publish in published {
        let mut cluster = ScriptedCluster::new();
        cluster.header.replicas[1].attaches.clear();
        cluster.given(ORDERS);
        cluster.boot("a");
        cluster.boot("b");
        cluster.commit("a", "gone", ORDERS, Change::Delete);
        publish(&mut cluster);
        cluster.finish("a", "gone", ORDERS);
        assert_eq!(cluster.charges(), [Cause::Detached]);
        assert_eq!(cluster.only_stale().chances[0].event, None);
    }
}

#[test]
fn detached_by_a_detach() {
    let mut cluster = ScriptedCluster::booted();
    let event = cluster.record("b", EventKind::Unsubscribed { lane: Lane::Datasource });
    cluster.write("a", "gone", ORDERS, Change::Delete);
    assert_eq!(cluster.charges(), [Cause::Detached]);
    assert_eq!(cluster.only_stale().chances[0].event, Some(event));
}

#[test]
fn detached_while_the_copy_was_on_its_way_or_in_the_inbox() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.record("b", EventKind::Unsubscribed { lane: Lane::Datasource });
    cluster.lose_copy("gone", "b", 0, Loss::Unsubscribed);
    assert_eq!(cluster.charges(), [Cause::Detached]);
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.arrive("gone", "b", 0, reconverge::history::Damage::None);
    cluster.record("b", EventKind::Unsubscribed { lane: Lane::Datasource });
    assert_eq!(cluster.charges(), [Cause::Detached]);
}

#[test]
fn a_detached_writer_must_publish_all_the_same() {
    let mut cluster = ScriptedCluster::booted();
    cluster.record("a", EventKind::Unsubscribed { lane: Lane::Datasource });
    cluster.commit("a", "gone", ORDERS, Change::Delete);
    cluster.finish("a", "gone", ORDERS);
    assert_eq!(cluster.charges(), [Cause::NotPublished]);
}

#[test]
fn an_attach_that_is_undone_calls_for_nothing() {
    let mut cluster = ScriptedCluster::booted();
    cluster.record("b", EventKind::Unsubscribed { lane: Lane::Datasource });
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.subscribe("b");
    assert_eq!(cluster.charges(), [Cause::Detached, Cause::Swallowed]);
    cluster.record("b", EventKind::Unsubscribed { lane: Lane::Datasource });
    assert_eq!(cluster.charges(), [Cause::Detached]);
}

#[test]
fn a_late_attach_calls_for_a_reload() {
    let mut cluster = ScriptedCluster::new();
    cluster.header.replicas[1].attaches.clear();
    cluster.given(ORDERS);
    cluster.boot("a");
    cluster.boot("b");
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.subscribe("b");
    assert_eq!(cluster.charges(), [Cause::Detached, Cause::Swallowed]);
    assert_eq!(cluster.only_stale().chances[1].chance, Chance::LateAttach);
    let attach = Work::Attach(cluster.request("attach"));
    cluster.list_only("b", attach, true);
    cluster.fail_read("b", attach, ORDERS);
    assert_eq!(cluster.charges(), [Cause::Detached, Cause::ReadError]);
    assert!(cluster.only_stale().allowed);
}

#[test]
fn a_reload_that_lists_nothing_or_enqueues_nothing_is_swallowed() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.drop_delivery("gone", "b");
    let work = cluster.reload("b", "again");
    assert_eq!(cluster.charges(), [Cause::LostDelivery, Cause::Swallowed]);
    cluster.list_only("b", work, true);
    assert_eq!(cluster.charges(), [Cause::LostDelivery, Cause::Swallowed]);
    cluster.converge("b", work, ORDERS);
    assert!(cluster.judge().stale.is_empty());
}

#[test]
fn a_reload_whose_listing_fails_or_comes_too_late_is_a_read_error() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.drop_delivery("gone", "b");
    let work = cluster.reload("b", "again");
    cluster.list_only("b", work, false);
    assert_eq!(cluster.charges(), [Cause::LostDelivery, Cause::ReadError]);
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.drop_delivery("gone", "b");
    let work = cluster.reload("b", "again");
    cluster.list_only("b", work, true);
    let (correlation, port) = (Correlation::of(work), Port::List);
    cluster.record("b", EventKind::AnswersLate { correlation, lane: Lane::Datasource, port, address: None });
    assert_eq!(cluster.charges(), [Cause::LostDelivery, Cause::ReadError]);
    cluster.enqueue("b", work, "stock");
    assert_eq!(cluster.charges(), [Cause::LostDelivery, Cause::Swallowed], "it did come in time");
}

#[test]
fn a_reload_before_the_commit_is_no_chance() {
    let mut cluster = ScriptedCluster::booted();
    let work = cluster.reload("b", "early");
    cluster.list("b", work);
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.drop_delivery("gone", "b");
    assert_eq!(cluster.charges(), [Cause::LostDelivery]);
}

#[test]
fn an_attempt_to_list_that_acts_after_the_one_that_counted_is_no_chance() {
    let mut cluster = ScriptedCluster::booted();
    let boot = cluster.begin("c");
    cluster.subscribe("c");
    let (first, second) = (Correlation::of(boot), Correlation { work: boot, attempt: 1 });
    cluster.record("c", EventKind::ListBegan { correlation: first, lane: Lane::Datasource });
    cluster.wait(30_000);
    cluster.record("c", EventKind::ListBegan { correlation: second, lane: Lane::Datasource });
    cluster.record(
        "c",
        EventKind::Listed { correlation: second, lane: Lane::Datasource, as_of: Sequence(1), ok: true },
    );
    cluster.converge("c", boot, ORDERS);
    cluster.serve("c");
    cluster.write("a", "new", "stock", Change::Put);
    cluster.deliver("new", "b", "stock");
    cluster.drop_delivery("new", "c");
    cluster.record(
        "c",
        EventKind::Listed { correlation: first, lane: Lane::Datasource, as_of: Sequence(2), ok: true },
    );
    assert_eq!(cluster.charges(), [Cause::LostDelivery]);
}

#[test]
fn a_listing_calls_for_what_is_held_until_its_answer_comes() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "older", ORDERS, Change::Put);
    let slow = cluster.follow("older", "b", 0);
    cluster.read("b", slow, ORDERS);
    cluster.commit("b", "gone", ORDERS, Change::Delete);
    cluster.publish("b", "gone", ORDERS, true);
    cluster.deliver("gone", "a", ORDERS);
    let reload = cluster.reload("b", "again");
    cluster.list_only("b", reload, true);
    cluster.finish("b", "gone", ORDERS);
    cluster.enqueue("b", reload, "stock");
    let old = cluster.open("b", slow, ORDERS);
    cluster.install("b", slow, old);
    assert_eq!(cluster.charges(), [Cause::Overtaken], "nothing was held any more when the answer came");
}
