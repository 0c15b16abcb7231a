//! Lane 1: when a cached entry has converged, and each cause that leaves it stale.

use reconverge::history::{Damage, EventKind, Loss, ReadResult, Reception};
use reconverge::names::{Cause, InstanceId, Lane, Policies, ReadError, Sequence, Work};
use reconverge::oracle::Chance;

use crate::scripted_cluster::{Change, ITEM, LISTING, OBJECT, OTHER_ITEM, OTHER_OBJECT, ScriptedCluster};

/// A cause, and what happens to the signal on its way to b.
type Story = (Cause, fn(&mut ScriptedCluster));

/// The causes that the chances of b's entry are charged with, in order.
#[track_caller]
fn causes(cluster: &ScriptedCluster, name: &str) -> Vec<Cause> {
    let findings = cluster.judge();
    assert_eq!(findings.inconsistent, []);
    let (replica, address) = (cluster.replica("b"), cluster.address(name));
    let mut of_entry =
        findings.stale.iter().filter(|stale| (stale.replica, stale.address) == (replica, address));
    let stale = of_entry.next().expect("stale");
    assert_eq!(stale.lane, Lane::MetadataCache);
    stale.chances.iter().map(|charge| charge.cause).collect()
}

/// Only b's cached `view/x` is stale, for this cause alone.
#[track_caller]
fn only(cluster: &ScriptedCluster, cause: Cause) {
    assert_eq!((cluster.only_stale().address, causes(cluster, ITEM)), (cluster.address(ITEM), vec![cause]));
    assert_eq!(cluster.only_stale().allowed, cause.allowed_by_contract());
}

/// `view/x` is cached on b, and a has committed another version.
fn committed() -> ScriptedCluster {
    let mut cluster = ScriptedCluster::metadata();
    cluster.fill("b", "look", ITEM);
    cluster.commit("a", "new", OBJECT, Change::Put);
    cluster
}

/// b caches the result of a read that saw the rows as of a commit.
fn fill_as_of(
    cluster: &mut ScriptedCluster,
    step: &str,
    as_of: Sequence,
    result: ReadResult,
) -> (Work, InstanceId) {
    let work = cluster.request_read("b", step, ITEM);
    cluster.begin_read("b", work, ITEM);
    cluster.finish_read_as_of("b", work, ITEM, as_of, result);
    (work, cluster.cache("b", work, ITEM))
}

#[test]
fn what_is_dropped_or_filled_anew_is_right() {
    let mut cluster = ScriptedCluster::cached();
    let work = cluster.follow("new", "b", 0);
    cluster.invalidate("b", work, ITEM);
    assert!(cluster.judge().is_clean(), "{:#?}", cluster.judge());
    cluster.fill("b", "again", ITEM);
    cluster.fill("b", "all", LISTING);
    assert!(cluster.judge().is_clean() && cluster.judge().assumptions, "{:#?}", cluster.judge());
}

#[test]
fn a_label_makes_another_item_and_two_absences_are_one() {
    let mut cluster = ScriptedCluster::metadata();
    cluster.fill("b", "look", ITEM);
    cluster.write_metadata("a", "label", OBJECT, Change::Label);
    cluster.drop_delivery("label", "b");
    only(&cluster, Cause::LostDelivery);
    let mut cluster = ScriptedCluster::metadata();
    cluster.fill("b", "none", OTHER_ITEM);
    assert!(cluster.judge().is_clean());
    for (step, change, stale) in [("new", Change::Put, 1), ("gone", Change::Delete, 0)] {
        cluster.write_metadata("a", step, OTHER_OBJECT, change);
        cluster.deliver_object(step, "b", OTHER_OBJECT);
        cluster.drop_delivery(step, "b");
        assert_eq!(cluster.judge().stale.len(), stale, "{step}");
    }
}

#[test]
fn a_listing_is_stale_while_any_row_of_its_type_differs() {
    let mut cluster = ScriptedCluster::metadata();
    cluster.fill("b", "all", LISTING);
    for (step, change, stale) in
        [("new", Change::Put, 1), ("gone", Change::Delete, 0), ("anew", Change::Put, 1)]
    {
        cluster.write_metadata("a", step, OTHER_OBJECT, change);
        cluster.deliver_object(step, "b", OTHER_OBJECT);
        cluster.drop_delivery(step, "b");
        assert_eq!(cluster.judge().stale.len(), stale, "{step}");
    }
    assert_eq!(causes(&cluster, LISTING), [Cause::LostDelivery]);
    let (stale, history) = (cluster.only_stale(), cluster.history());
    let described = stale.described(&history).to_string();
    let since = stale.since;
    let due = format!(
        "b is stale on `listing:view` since {since}: the bus lost the delivery of `anew` (lost-delivery)"
    );
    assert_eq!(described, due);
    cluster.publish_stray("stray", ITEM);
    cluster.follow("stray", "b", 0);
    assert_eq!(
        causes(&cluster, LISTING),
        [Cause::LostDelivery, Cause::Ignored],
        "any of its type concerns it"
    );
}

#[test]
fn a_lane_that_a_replica_lacks_is_not_judged_there() {
    let mut cluster = ScriptedCluster::cached();
    assert_eq!(cluster.judge().stale.len(), 1);
    cluster.header.replicas[1].lanes = vec![Lane::Metadata];
    assert_eq!(cluster.judge().stale, []);
}

#[test]
fn commit_unknown_died_before_publish_and_not_published() {
    let mut cluster = committed();
    let request = cluster.request("new");
    cluster.record("a", EventKind::AnswerLost { request });
    assert_eq!(causes(&cluster, ITEM), [Cause::CommitUnknown]);
    let mut cluster = committed();
    cluster.crash("a");
    assert_eq!(causes(&cluster, ITEM), [Cause::DiedBeforePublish]);
    let mut cluster = committed();
    cluster.publish("a", "new", OBJECT, true);
    cluster.finish("a", "new", OBJECT);
    cluster.deliver_object("new", "b", OBJECT);
    only(&cluster, Cause::NotPublished);
}

#[test]
fn publish_failed_on_this_lane_alone() {
    let mut cluster = committed();
    cluster.publish("a", "new", ITEM, false);
    cluster.publish("a", "new", OBJECT, true);
    cluster.finish("a", "new", OBJECT);
    cluster.deliver_object("new", "b", OBJECT);
    only(&cluster, Cause::PublishFailed);
    let mut cluster = committed();
    cluster.publish("a", "new", OBJECT, false);
    cluster.finish("a", "new", OBJECT);
    assert_eq!(causes(&cluster, ITEM), [Cause::NotPublished], "that of the other lane is no excuse");
}

#[test]
fn what_happens_on_the_bus_of_this_lane() {
    let stories: [Story; 6] = [
        (Cause::LostDelivery, |cluster| cluster.drop_delivery("new", "b")),
        (Cause::Overflow, |cluster| cluster.lose_copy("new", "b", 0, Loss::Overflow)),
        (Cause::Malformed, |cluster| cluster.arrive("new", "b", 0, Damage::Corrupt)),
        (Cause::MisAddressed, |cluster| {
            cluster.arrive("new", "b", 0, Damage::Misaddressed);
            cluster.receive("new", "b", 0, Reception::Followed);
            let work = cluster.signal("new", 0);
            cluster.invalidate("b", work, OTHER_ITEM);
        }),
        (Cause::Filtered, |cluster| {
            cluster.arrive("new", "b", 0, Damage::None);
            cluster.receive("new", "b", 0, Reception::Own);
        }),
        (Cause::SameNodeId, |cluster| {
            cluster.header.replicas[1].node_id = "a".to_owned();
            cluster.arrive("new", "b", 0, Damage::None);
            cluster.receive("new", "b", 0, Reception::Own);
        }),
    ];
    for (cause, story) in stories {
        let mut cluster = ScriptedCluster::cached();
        story(&mut cluster);
        only(&cluster, cause);
    }
    let mut cluster = ScriptedCluster::cached();
    cluster.lane = Lane::Metadata;
    cluster.drop_delivery("new", "b");
    only(&cluster, Cause::Filtered);
}

#[test]
fn detached_and_the_clearing_after_a_late_attach() {
    let story = |lane| {
        let mut cluster = ScriptedCluster::metadata();
        cluster.fill("b", "look", ITEM);
        cluster.record("b", EventKind::Unsubscribed { lane });
        cluster.write_metadata("a", "new", OBJECT, Change::Put);
        cluster.deliver_object("new", "b", OBJECT);
        cluster
    };
    only(&story(Lane::Metadata), Cause::Filtered);
    let mut cluster = story(Lane::MetadataCache);
    only(&cluster, Cause::Detached);
    cluster.record("b", EventKind::Subscribed { lane: Lane::MetadataCache });
    assert_eq!(causes(&cluster, ITEM), [Cause::Detached, Cause::Swallowed]);
    assert_eq!(cluster.only_stale().chances[1].chance, Chance::LateAttach);
    let work = Work::Attach(cluster.request("attach"));
    let cleared = cluster.record("b", EventKind::Cleared { work });
    assert_eq!(causes(&cluster, ITEM), [Cause::Detached, Cause::Ignored], "cleared, and yet it stays");
    cluster.events.truncate(cleared);
    cluster.clear("b", work);
    assert_eq!(cluster.judge().stale, []);
}

#[test]
fn missed_at_boot_unless_the_boot_cleared_the_cache_after_the_commit() {
    let mut cluster = ScriptedCluster::metadata();
    cluster.crash("b");
    let boot = cluster.begin("b");
    cluster.list("b", boot);
    cluster.fill("b", "look", ITEM);
    cluster.write_metadata("a", "new", OBJECT, Change::Put);
    cluster.subscribe("b");
    cluster.serve("b");
    cluster.deliver_object("new", "b", OBJECT);
    only(&cluster, Cause::MissedAtBoot);
    let mut cluster = ScriptedCluster::metadata();
    cluster.crash("b");
    let boot = cluster.begin("b");
    cluster.write_metadata("a", "new", OBJECT, Change::Put);
    cluster.subscribe("b");
    cluster.list("b", boot);
    cluster.serve("b");
    fill_as_of(&mut cluster, "look", Sequence(1), ReadResult::Present);
    assert_eq!(causes(&cluster, ITEM), [Cause::StaleRead, Cause::StaleRead], "of the boot, and of the fill");
}

#[test]
fn swallowed_by_a_reload_that_clears_nothing() {
    let mut cluster = ScriptedCluster::cached();
    cluster.drop_delivery("new", "b");
    let work = cluster.reload("b", "again");
    assert_eq!(causes(&cluster, ITEM), [Cause::LostDelivery, Cause::Swallowed]);
    cluster.clear("b", work);
    assert_eq!(cluster.judge().stale, []);
}

#[test]
fn stale_read_where_the_fill_began_after_the_drop() {
    let mut cluster = ScriptedCluster::cached();
    let work = cluster.follow("new", "b", 0);
    cluster.invalidate("b", work, ITEM);
    let (fill, _) = fill_as_of(&mut cluster, "again", Sequence(1), ReadResult::Present);
    assert_eq!(causes(&cluster, ITEM), [Cause::StaleRead, Cause::StaleRead]);
    let chances: Vec<_> = cluster.only_stale().chances.iter().map(|charge| charge.chance).collect();
    assert_eq!(chances, [Chance::Work(work), Chance::Work(fill)]);
    assert!(!cluster.only_stale().allowed);
}

#[test]
fn read_error_where_it_is_taken_for_absence() {
    let mut cluster = ScriptedCluster::cached();
    cluster.header.policies = Policies { read_error: ReadError::TreatAsGone, ..Policies::default() };
    let work = cluster.follow("new", "b", 0);
    cluster.invalidate("b", work, ITEM);
    fill_as_of(&mut cluster, "again", Sequence(2), ReadResult::Unreadable);
    assert_eq!(causes(&cluster, ITEM), [Cause::ReadError, Cause::ReadError]);
}

#[test]
fn ignored_where_the_entry_stays() {
    let mut cluster = ScriptedCluster::cached();
    let work = cluster.follow("new", "b", 0);
    only(&cluster, Cause::Ignored);
    let address = cluster.address(ITEM);
    cluster.record("b", EventKind::Invalidated { work, address });
    only(&cluster, Cause::Ignored);
    let described = cluster.only_stale().described(&cluster.history()).to_string();
    assert!(
        described.ends_with("the signal of `new` was followed, and yet the entry stayed (ignored)"),
        "{described}"
    );
}

#[test]
fn overtaken_by_a_fill_that_had_begun_before_the_drop() {
    let mut cluster = ScriptedCluster::metadata();
    let slow = cluster.request_read("b", "look", ITEM);
    cluster.begin_read("b", slow, ITEM);
    cluster.finish_read("b", slow, ITEM);
    cluster.write_metadata("a", "new", OBJECT, Change::Put);
    cluster.deliver_object("new", "b", OBJECT);
    let work = cluster.follow("new", "b", 0);
    cluster.invalidate("b", work, ITEM);
    assert_eq!(cluster.judge().stale, []);
    let event = cluster.events.len();
    cluster.cache("b", slow, ITEM);
    only(&cluster, Cause::Overtaken);
    assert_eq!(cluster.only_stale().chances[0].event, Some(event));
}

#[test]
fn the_writer_has_its_own_write_and_its_reloads() {
    let mut cluster = ScriptedCluster::metadata();
    let slow = cluster.request_read("b", "look", ITEM);
    cluster.begin_read("b", slow, ITEM);
    cluster.finish_read("b", slow, ITEM);
    cluster.write_metadata("b", "mine", OBJECT, Change::Put);
    cluster.deliver_object("mine", "a", OBJECT);
    let reload = cluster.reload("b", "again");
    cluster.clear("b", reload);
    cluster.cache("b", slow, ITEM);
    let mine = Work::Write(cluster.request("mine"));
    assert_eq!(causes(&cluster, ITEM), [Cause::Overtaken, Cause::Overtaken]);
    let chances: Vec<_> = cluster.only_stale().chances.iter().map(|charge| charge.chance).collect();
    assert_eq!(chances, [Chance::Work(mine), Chance::Work(reload)]);
    let echo = cluster.follow("mine", "b", 0);
    let address = cluster.address(ITEM);
    cluster.record("b", EventKind::Invalidated { work: echo, address });
    assert_eq!(causes(&cluster, ITEM).len(), 2, "its own signal is none");
}
