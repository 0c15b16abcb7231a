//! Lane 4: each cause that leaves a connector stale.

use reconverge::history::{
    BuildFailure, ConnectorState, Damage, EventKind, Kept, Loss, ReadResult, Reception,
};
use reconverge::names::{Cause, Lane, Policies, Rehydrate, RequestId, Sequence, Work};
use reconverge::oracle::Chance;

use crate::lane_connector::refused;
use crate::scripted_cluster::{CRM, Change, KEY, OTHER_KEY, RECONCILE, ScriptedCluster};

/// `KEY` is updated on a; its signal is on the bus.
fn published() -> ScriptedCluster {
    let mut cluster = ScriptedCluster::connected();
    cluster.write_key("a", "rotated", KEY, Change::Put);
    cluster
}

/// The same, and b has followed it as far as the inbox.
fn followed() -> (ScriptedCluster, Work) {
    let mut cluster = published();
    let work = cluster.follow("rotated", "b", 0);
    (cluster, work)
}

/// A cause, and what happens to the signal on its way to b.
type Story = (Cause, fn(&mut ScriptedCluster));

#[track_caller]
fn only(cluster: &ScriptedCluster, cause: Cause) {
    let stale = cluster.only_stale();
    assert_eq!((stale.replica, stale.address), (cluster.replica("b"), cluster.address(CRM)));
    assert_eq!((cluster.charges(), stale.allowed), (vec![cause], cause.allowed_by_contract()));
}

#[test]
fn what_happens_at_the_writer() {
    let committed = || {
        let mut cluster = ScriptedCluster::connected();
        cluster.commit("a", "rotated", KEY, Change::Put);
        cluster
    };
    let mut cluster = committed();
    let request = cluster.request("rotated");
    cluster.record("a", EventKind::AnswerLost { request });
    let causes: Vec<_> = cluster.judge().stale.iter().map(|stale| stale.cause).collect();
    assert_eq!(causes, [Some(Cause::CommitUnknown); 2]);
    let mut cluster = committed();
    cluster.crash("a");
    only(&cluster, Cause::DiedBeforePublish);
    for (published, cause) in [(true, Cause::PublishFailed), (false, Cause::NotPublished)] {
        let mut cluster = committed();
        if published {
            cluster.publish("a", "rotated", KEY, false);
        }
        let work = Work::Write(cluster.request("rotated"));
        cluster.reconcile("a", work);
        cluster.acknowledge("a", "rotated");
        only(&cluster, cause);
    }
}

#[test]
fn what_happens_on_the_bus_and_at_the_receiver() {
    let stories: [Story; 7] = [
        (Cause::LostDelivery, |cluster| cluster.drop_delivery("rotated", "b")),
        (Cause::Overflow, |cluster| cluster.lose_copy("rotated", "b", 0, Loss::Overflow)),
        (Cause::Malformed, |cluster| cluster.arrive("rotated", "b", 0, Damage::Corrupt)),
        (Cause::MisAddressed, |cluster| {
            cluster.arrive("rotated", "b", 0, Damage::Misaddressed);
            cluster.receive("rotated", "b", 0, Reception::Malformed);
        }),
        (Cause::Filtered, |cluster| {
            cluster.arrive("rotated", "b", 0, Damage::None);
            cluster.receive("rotated", "b", 0, Reception::Own);
        }),
        (Cause::SameNodeId, |cluster| {
            cluster.header.replicas[1].node_id = "a".to_owned();
            cluster.arrive("rotated", "b", 0, Damage::None);
            cluster.receive("rotated", "b", 0, Reception::Own);
        }),
        (Cause::Swallowed, |cluster| {
            cluster.follow("rotated", "b", 0);
        }),
    ];
    for (cause, story) in stories {
        let mut cluster = published();
        story(&mut cluster);
        only(&cluster, cause);
    }
}

#[test]
fn a_signal_that_names_another_reference_is_followed_all_the_same() {
    let mut cluster = published();
    cluster.arrive("rotated", "b", 0, Damage::Misaddressed);
    cluster.receive("rotated", "b", 0, Reception::Followed);
    let work = cluster.signal("rotated", 0);
    cluster.fail_read("b", work, RECONCILE);
    only(&cluster, Cause::ReadError);
}

#[test]
fn detached_and_missed_at_boot() {
    let mut cluster = ScriptedCluster::connected();
    cluster.record("b", EventKind::Unsubscribed { lane: Lane::Credential });
    cluster.write_key("a", "rotated", KEY, Change::Put);
    only(&cluster, Cause::Detached);
    cluster.subscribe("b");
    assert_eq!(cluster.charges(), [Cause::Detached, Cause::Swallowed], "no reload after the attach");
    let mut cluster = ScriptedCluster::connected();
    cluster.crash("b");
    let boot = cluster.begin("b");
    cluster.list("b", boot);
    cluster.write_key("a", "rotated", KEY, Change::Put);
    cluster.subscribe("b");
    cluster.serve("b");
    only(&cluster, Cause::MissedAtBoot);
}

#[test]
fn read_error_and_stale_read() {
    let (mut cluster, work) = followed();
    cluster.fail_read("b", work, RECONCILE);
    only(&cluster, Cause::ReadError);
    let (mut cluster, work) = followed();
    cluster.enqueue("b", work, RECONCILE);
    cluster.begin_read("b", work, RECONCILE);
    cluster.finish_read_as_of("b", work, RECONCILE, Sequence(1), ReadResult::Present);
    cluster.keep("b", work, RECONCILE, Kept::Unchanged);
    only(&cluster, Cause::StaleRead);
}

#[test]
fn a_coalesced_chance_is_charged_what_its_follow_up_met() {
    let (mut cluster, work) = followed();
    cluster.enqueue("b", work, RECONCILE);
    let copy = cluster.follow("rotated", "b", 1);
    cluster.enqueue("b", copy, RECONCILE);
    cluster.keep("b", copy, RECONCILE, Kept::Coalesced { into: work });
    assert_eq!(cluster.charges(), [Cause::Swallowed, Cause::Swallowed]);
    cluster.begin_read("b", work, RECONCILE);
    cluster.finish_read("b", work, RECONCILE);
    cluster.fail_attempt("b", work, BuildFailure::Refused);
    assert_eq!(cluster.charges(), [Cause::Upstream, Cause::Upstream]);
}

#[test]
fn build_failed_by_slowness() {
    let vain = |ms: u64| {
        let (mut cluster, work) = followed();
        cluster.read("b", work, RECONCILE);
        cluster.begin_open("b", work, CRM);
        cluster.wait(ms);
        cluster.keep("b", work, CRM, Kept::Degraded);
        cluster.set_state("b", ConnectorState::Degraded);
        cluster
    };
    only(&vain(100), Cause::Ignored);
    assert!(vain(100).judge().assumptions);
    let mut late = vain(30_000);
    assert!(!late.judge().assumptions, "a build that is late breaks an assumption");
    assert_eq!(late.charges(), [Cause::BuildFailed, Cause::Swallowed]);
    late.arm("b");
    assert_eq!(late.judge().stale, []);
}

#[test]
fn ignored_where_a_new_version_is_not_attempted_or_discarded() {
    let (mut cluster, work) = followed();
    cluster.read("b", work, RECONCILE);
    only(&cluster, Cause::Ignored);
    cluster.keep("b", work, RECONCILE, Kept::Unchanged);
    only(&cluster, Cause::Ignored);
    let (mut cluster, work) = followed();
    cluster.read("b", work, RECONCILE);
    let late = cluster.open("b", work, CRM);
    cluster.close("b", late);
    cluster.keep("b", work, CRM, Kept::Discarded);
    only(&cluster, Cause::Ignored);
}

#[test]
fn overtaken_by_an_older_reconcile() {
    let mut cluster = ScriptedCluster::connected();
    cluster.write_key("a", "first", KEY, Change::Put);
    let first = cluster.follow("first", "b", 0);
    cluster.read("b", first, RECONCILE);
    let old = cluster.open("b", first, CRM);
    cluster.write_key("a", "second", KEY, Change::Put);
    cluster.deliver_key("second", "b");
    assert_eq!(cluster.judge().stale, []);
    let event = cluster.install("b", first, old);
    only(&cluster, Cause::Overtaken);
    assert_eq!(cluster.only_stale().chances[0].event, Some(event));
}

#[test]
fn a_reconcile_that_leaves_a_held_one_alone_is_charged_what_held_it() {
    let mut cluster = refused(BuildFailure::Refused);
    let refusal = cluster.only_stale().chances[0].event;
    cluster.write_key("a", "other", OTHER_KEY, Change::Put);
    cluster.deliver_key("other", "b");
    let stale = cluster.only_stale();
    assert_eq!(cluster.charges(), [Cause::Upstream, Cause::Upstream]);
    assert!(stale.allowed && stale.chances.iter().all(|charge| charge.event == refusal));
    cluster.write_key("a", "lost", OTHER_KEY, Change::Put);
    cluster.drop_delivery("lost", "b");
    assert!(cluster.charges().contains(&Cause::LostDelivery), "any signal of the lane concerns it");
}

#[test]
fn a_reconcile_that_leaves_another_version_alone_is_not_excused_by_the_last_attempt() {
    let mut cluster = refused(BuildFailure::Refused);
    cluster.write_key("a", "newer", KEY, Change::Put);
    let work = cluster.follow("newer", "b", 0);
    cluster.read("b", work, RECONCILE);
    cluster.keep("b", work, RECONCILE, Kept::Unchanged);
    only(&cluster, Cause::Ignored);
}

#[test]
fn a_listing_calls_for_a_reconcile_though_it_names_nothing() {
    let mut cluster = ScriptedCluster::declared();
    cluster.given(KEY);
    cluster.boot("a");
    let boot = cluster.begin("b");
    cluster.subscribe("b");
    cluster.list_only("b", boot, true);
    cluster.read("b", boot, RECONCILE);
    cluster.fail_attempt("b", boot, BuildFailure::Refused);
    cluster.serve("b");
    cluster.write_key("a", "gone", KEY, Change::Delete);
    cluster.drop_delivery("gone", "b");
    only(&cluster, Cause::LostDelivery);
    let reload = cluster.reload("b", "again");
    cluster.list_only("b", reload, true);
    assert_eq!(cluster.charges(), [Cause::LostDelivery, Cause::Swallowed]);
}

#[test]
fn its_own_signal_is_no_chance_of_the_writer() {
    let mut cluster = ScriptedCluster::connected();
    cluster.commit("b", "mine", KEY, Change::Put);
    cluster.publish("b", "mine", KEY, true);
    cluster.deliver_key("mine", "a");
    let own = Work::Write(cluster.request("mine"));
    cluster.fail_read("b", own, RECONCILE);
    let echo = cluster.follow("mine", "b", 0);
    cluster.fail_read("b", echo, RECONCILE);
    only(&cluster, Cause::ReadError);
}

#[test]
fn retries_boots_and_reloads_are_chances() {
    let mut cluster = refused(BuildFailure::Unreachable);
    let retry = Work::Retry(RequestId(77));
    cluster.read("b", retry, RECONCILE);
    cluster.fail_attempt("b", retry, BuildFailure::Refused);
    assert_eq!(cluster.charges(), [Cause::Upstream, Cause::Upstream]);
    assert_eq!(cluster.only_stale().chances[1].chance, Chance::Work(retry));
    let reload = cluster.reload("b", "again");
    cluster.list_only("b", reload, true);
    assert_eq!(cluster.charges(), [Cause::Upstream, Cause::Upstream, Cause::Swallowed]);
    cluster.fail_read("b", reload, RECONCILE);
    assert_eq!(cluster.charges(), [Cause::Upstream, Cause::Upstream, Cause::ReadError]);
    let mut cluster = ScriptedCluster::declared();
    cluster.given(KEY);
    let boot = cluster.begin("b");
    cluster.subscribe("b");
    cluster.list_only("b", boot, true);
    cluster.read("b", boot, RECONCILE);
    cluster.fail_attempt("b", boot, BuildFailure::Refused);
    cluster.serve("b");
    only(&cluster, Cause::Upstream);
}

#[test]
fn what_a_listing_held_is_what_its_connectors_were_made_from() {
    let mut cluster = published();
    cluster.header.policies = Policies { rehydrate: Rehydrate::FromListing, ..Policies::default() };
    cluster.drop_delivery("rotated", "b");
    let reload = cluster.reload("b", "again");
    cluster.list_only("b", reload, true);
    assert_eq!(cluster.charges(), [Cause::LostDelivery, Cause::Swallowed]);
    cluster.fail_attempt("b", reload, BuildFailure::Refused);
    assert_eq!(cluster.charges(), [Cause::LostDelivery, Cause::Upstream]);
    let again = cluster.reload("b", "once more");
    cluster.list_only("b", again, true);
    let instance = cluster.open("b", again, CRM);
    cluster.install("b", again, instance);
    cluster.set_state("b", ConnectorState::Live);
    assert!(cluster.judge().is_clean(), "{:#?}", cluster.judge());
}
