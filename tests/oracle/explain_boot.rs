//! Chances and their absence around boots, attaches, detaches and reloads.

use reconverge::history::{EventKind, Loss, Port};
use reconverge::names::{Cause, Correlation, Lane, Sequence, Work};
use reconverge::oracle::Chance;

use crate::forge::{Change, Forge, ORDERS};

#[test]
fn missed_at_boot_when_the_listing_came_before_the_commit() {
    let mut forge = Forge::new();
    forge.given(ORDERS);
    forge.boot("a");
    let work = forge.begin("b");
    forge.list("b", work);
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.subscribe("b");
    forge.serve("b");
    assert_eq!(forge.charges(), [Cause::MissedAtBoot]);
    assert!(!forge.the_stale().allowed);
}

#[test]
fn a_signal_before_the_subscription_is_no_chance_where_the_listing_shows_its_commit() {
    let mut forge = Forge::new();
    forge.given(ORDERS);
    forge.boot("a");
    let work = forge.begin("b");
    forge.write("a", "moved", ORDERS, Change::Put);
    forge.subscribe("b");
    forge.list_only("b", work, true);
    forge.fail_read("b", work, ORDERS);
    forge.serve("b");
    let stale = forge.the_stale();
    assert_eq!(forge.charges(), [Cause::ReadError]);
    assert!(stale.allowed && stale.chances[0].chance == Chance::Work(work));
}

#[test]
fn a_late_boot_has_its_listing_alone() {
    let mut forge = Forge::new();
    forge.given(ORDERS);
    forge.boot("a");
    forge.write("a", "moved", ORDERS, Change::Put);
    let request = forge.request("moved");
    forge.lose("moved", "b", 0, Loss::Down);
    let work = forge.begin("b");
    forge.subscribe("b");
    forge.list_only("b", work, true);
    forge.serve("b");
    assert_eq!(forge.charges(), [Cause::Swallowed], "the listing shows `moved` and enqueues nothing");
    assert_eq!(forge.the_stale().commit, Some(request));
    forge.converge("b", work, ORDERS);
    assert!(forge.judge().is_clean());
}

#[test]
fn a_restart_forgets_the_chances_of_the_life_before() {
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    let swallowed = forge.follow("moved", "b", 0);
    forge.enqueue("b", swallowed, ORDERS);
    forge.crash("b");
    let boot = forge.begin("b");
    forge.subscribe("b");
    forge.list_only("b", boot, true);
    forge.fail_read("b", boot, ORDERS);
    forge.serve("b");
    assert_eq!(forge.charges(), [Cause::ReadError]);
}

#[test]
fn detached_by_a_seam_left_out_whatever_the_publisher_did() {
    let published: [fn(&mut Forge); 3] = [
        |forge| forge.publish("a", "gone", ORDERS, true),
        |forge| forge.publish("a", "gone", ORDERS, false),
        |_| {},
    ];
    for publish in published {
        let mut forge = Forge::new();
        forge.header.replicas[1].attaches.clear();
        forge.given(ORDERS);
        forge.boot("a");
        forge.boot("b");
        forge.commit("a", "gone", ORDERS, Change::Delete);
        publish(&mut forge);
        forge.finish("a", "gone", ORDERS);
        assert_eq!(forge.charges(), [Cause::Detached]);
        assert_eq!(forge.the_stale().chances[0].event, None);
    }
}

#[test]
fn detached_by_a_detach() {
    let mut forge = Forge::two();
    let event = forge.record("b", EventKind::Unsubscribed { lane: Lane::Datasource });
    forge.write("a", "gone", ORDERS, Change::Delete);
    assert_eq!(forge.charges(), [Cause::Detached]);
    assert_eq!(forge.the_stale().chances[0].event, Some(event));
}

#[test]
fn detached_while_the_copy_was_on_its_way_or_in_the_inbox() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.record("b", EventKind::Unsubscribed { lane: Lane::Datasource });
    forge.lose("gone", "b", 0, Loss::Unsubscribed);
    assert_eq!(forge.charges(), [Cause::Detached]);
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.arrive("gone", "b", 0, reconverge::history::Damage::None);
    forge.record("b", EventKind::Unsubscribed { lane: Lane::Datasource });
    assert_eq!(forge.charges(), [Cause::Detached]);
}

#[test]
fn a_detached_writer_must_publish_all_the_same() {
    let mut forge = Forge::two();
    forge.record("a", EventKind::Unsubscribed { lane: Lane::Datasource });
    forge.commit("a", "gone", ORDERS, Change::Delete);
    forge.finish("a", "gone", ORDERS);
    assert_eq!(forge.charges(), [Cause::NotPublished]);
}

#[test]
fn an_attach_that_is_undone_calls_for_nothing() {
    let mut forge = Forge::two();
    forge.record("b", EventKind::Unsubscribed { lane: Lane::Datasource });
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.subscribe("b");
    assert_eq!(forge.charges(), [Cause::Detached, Cause::Swallowed]);
    forge.record("b", EventKind::Unsubscribed { lane: Lane::Datasource });
    assert_eq!(forge.charges(), [Cause::Detached]);
}

#[test]
fn a_late_attach_calls_for_a_reload() {
    let mut forge = Forge::new();
    forge.header.replicas[1].attaches.clear();
    forge.given(ORDERS);
    forge.boot("a");
    forge.boot("b");
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.subscribe("b");
    assert_eq!(forge.charges(), [Cause::Detached, Cause::Swallowed]);
    assert_eq!(forge.the_stale().chances[1].chance, Chance::LateAttach);
    let attach = Work::Attach(forge.request("attach"));
    forge.list_only("b", attach, true);
    forge.fail_read("b", attach, ORDERS);
    assert_eq!(forge.charges(), [Cause::Detached, Cause::ReadError]);
    assert!(forge.the_stale().allowed);
}

#[test]
fn a_reload_that_lists_nothing_or_enqueues_nothing_is_swallowed() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.drop("gone", "b");
    let work = forge.reload("b", "again");
    assert_eq!(forge.charges(), [Cause::LostDelivery, Cause::Swallowed]);
    forge.list_only("b", work, true);
    assert_eq!(forge.charges(), [Cause::LostDelivery, Cause::Swallowed]);
    forge.converge("b", work, ORDERS);
    assert!(forge.judge().stale.is_empty());
}

#[test]
fn a_reload_whose_listing_fails_or_comes_too_late_is_a_read_error() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.drop("gone", "b");
    let work = forge.reload("b", "again");
    forge.list_only("b", work, false);
    assert_eq!(forge.charges(), [Cause::LostDelivery, Cause::ReadError]);
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.drop("gone", "b");
    let work = forge.reload("b", "again");
    forge.list_only("b", work, true);
    let (correlation, port) = (Correlation::of(work), Port::List);
    forge.record("b", EventKind::AnswersLate { correlation, lane: Lane::Datasource, port, address: None });
    assert_eq!(forge.charges(), [Cause::LostDelivery, Cause::ReadError]);
    forge.enqueue("b", work, "stock");
    assert_eq!(forge.charges(), [Cause::LostDelivery, Cause::Swallowed], "it did come in time");
}

#[test]
fn a_reload_before_the_commit_is_no_chance() {
    let mut forge = Forge::two();
    let work = forge.reload("b", "early");
    forge.list("b", work);
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.drop("gone", "b");
    assert_eq!(forge.charges(), [Cause::LostDelivery]);
}

#[test]
fn an_attempt_to_list_that_acts_after_the_one_that_counted_is_no_chance() {
    let mut forge = Forge::two();
    let boot = forge.begin("c");
    forge.subscribe("c");
    let (first, second) = (Correlation::of(boot), Correlation { work: boot, attempt: 1 });
    forge.record("c", EventKind::ListBegan { correlation: first, lane: Lane::Datasource });
    forge.wait(30_000);
    forge.record("c", EventKind::ListBegan { correlation: second, lane: Lane::Datasource });
    forge.record(
        "c",
        EventKind::Listed { correlation: second, lane: Lane::Datasource, as_of: Sequence(1), ok: true },
    );
    forge.converge("c", boot, ORDERS);
    forge.serve("c");
    forge.write("a", "new", "stock", Change::Put);
    forge.deliver("new", "b", "stock");
    forge.drop("new", "c");
    forge.record(
        "c",
        EventKind::Listed { correlation: first, lane: Lane::Datasource, as_of: Sequence(2), ok: true },
    );
    assert_eq!(forge.charges(), [Cause::LostDelivery]);
}

#[test]
fn a_listing_calls_for_what_is_held_until_its_answer_comes() {
    let mut forge = Forge::two();
    forge.write("a", "older", ORDERS, Change::Put);
    let slow = forge.follow("older", "b", 0);
    forge.read("b", slow, ORDERS);
    forge.commit("b", "gone", ORDERS, Change::Delete);
    forge.publish("b", "gone", ORDERS, true);
    forge.deliver("gone", "a", ORDERS);
    let reload = forge.reload("b", "again");
    forge.list_only("b", reload, true);
    forge.finish("b", "gone", ORDERS);
    forge.enqueue("b", reload, "stock");
    let old = forge.open("b", slow, ORDERS);
    forge.install("b", slow, old);
    assert_eq!(forge.charges(), [Cause::Overtaken], "nothing was held any more when the answer came");
}
