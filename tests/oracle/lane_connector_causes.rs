//! Lane 4: each cause that leaves a connector stale.

use reconverge::history::{BuildFailure, ConnectorState, Damage, EventKind, Kept, Loss, Reception, Seen};
use reconverge::names::{Cause, Lane, Policies, Rehydrate, RequestId, Sequence, Work};
use reconverge::oracle::Chance;

use crate::forge::{CRM, Change, Forge, KEY, OTHER_KEY, RECONCILE};
use crate::lane_connector::refused;

/// `KEY` is written anew on a; its signal is on the bus.
fn published() -> Forge {
    let mut forge = Forge::connected();
    forge.write_key("a", "rotated", KEY, Change::Put);
    forge
}

/// The same, and b has followed it as far as the inbox.
fn followed() -> (Forge, Work) {
    let mut forge = published();
    let work = forge.follow("rotated", "b", 0);
    (forge, work)
}

/// A cause, and what happens to the signal on its way to b.
type Story = (Cause, fn(&mut Forge));

#[track_caller]
fn only(forge: &Forge, cause: Cause) {
    let stale = forge.the_stale();
    assert_eq!((stale.replica, stale.address), (forge.replica("b"), forge.address(CRM)));
    assert_eq!((forge.charges(), stale.allowed), (vec![cause], cause.allowed_by_contract()));
}

#[test]
fn what_happens_at_the_writer() {
    let committed = || {
        let mut forge = Forge::connected();
        forge.commit("a", "rotated", KEY, Change::Put);
        forge
    };
    let mut forge = committed();
    let request = forge.request("rotated");
    forge.record("a", EventKind::AnswerLost { request });
    let causes: Vec<_> = forge.judge().stale.iter().map(|stale| stale.cause).collect();
    assert_eq!(causes, [Some(Cause::CommitUnknown); 2]);
    let mut forge = committed();
    forge.crash("a");
    only(&forge, Cause::DiedBeforePublish);
    for (published, cause) in [(true, Cause::PublishFailed), (false, Cause::NotPublished)] {
        let mut forge = committed();
        if published {
            forge.publish("a", "rotated", KEY, false);
        }
        let work = Work::Write(forge.request("rotated"));
        forge.reconcile("a", work);
        forge.acknowledge("a", "rotated");
        only(&forge, cause);
    }
}

#[test]
fn what_happens_on_the_bus_and_at_the_receiver() {
    let stories: [Story; 7] = [
        (Cause::LostDelivery, |forge| forge.drop("rotated", "b")),
        (Cause::Overflow, |forge| forge.lose("rotated", "b", 0, Loss::Overflow)),
        (Cause::Malformed, |forge| forge.arrive("rotated", "b", 0, Damage::Corrupt)),
        (Cause::MisAddressed, |forge| {
            forge.arrive("rotated", "b", 0, Damage::Misaddressed);
            forge.receive("rotated", "b", 0, Reception::Malformed);
        }),
        (Cause::Filtered, |forge| {
            forge.arrive("rotated", "b", 0, Damage::None);
            forge.receive("rotated", "b", 0, Reception::Own);
        }),
        (Cause::SameNodeId, |forge| {
            forge.header.replicas[1].node_id = "a".to_owned();
            forge.arrive("rotated", "b", 0, Damage::None);
            forge.receive("rotated", "b", 0, Reception::Own);
        }),
        (Cause::Swallowed, |forge| {
            forge.follow("rotated", "b", 0);
        }),
    ];
    for (cause, story) in stories {
        let mut forge = published();
        story(&mut forge);
        only(&forge, cause);
    }
}

#[test]
fn a_signal_that_names_another_reference_is_followed_all_the_same() {
    let mut forge = published();
    forge.arrive("rotated", "b", 0, Damage::Misaddressed);
    forge.receive("rotated", "b", 0, Reception::Followed);
    let work = forge.signal("rotated", 0);
    forge.fail_read("b", work, RECONCILE);
    only(&forge, Cause::ReadError);
}

#[test]
fn detached_and_missed_at_boot() {
    let mut forge = Forge::connected();
    forge.record("b", EventKind::Unsubscribed { lane: Lane::Credential });
    forge.write_key("a", "rotated", KEY, Change::Put);
    only(&forge, Cause::Detached);
    forge.subscribe("b");
    assert_eq!(forge.charges(), [Cause::Detached, Cause::Swallowed], "no reload after the attach");
    let mut forge = Forge::connected();
    forge.crash("b");
    let boot = forge.begin("b");
    forge.list("b", boot);
    forge.write_key("a", "rotated", KEY, Change::Put);
    forge.subscribe("b");
    forge.serve("b");
    only(&forge, Cause::MissedAtBoot);
}

#[test]
fn read_error_and_stale_read() {
    let (mut forge, work) = followed();
    forge.fail_read("b", work, RECONCILE);
    only(&forge, Cause::ReadError);
    let (mut forge, work) = followed();
    forge.enqueue("b", work, RECONCILE);
    forge.begin_read("b", work, RECONCILE);
    forge.see_as_of("b", work, RECONCILE, Sequence(1), Seen::Present);
    forge.keep("b", work, RECONCILE, Kept::Unchanged);
    only(&forge, Cause::StaleRead);
}

#[test]
fn a_coalesced_chance_is_charged_what_its_follow_up_met() {
    let (mut forge, work) = followed();
    forge.enqueue("b", work, RECONCILE);
    let copy = forge.follow("rotated", "b", 1);
    forge.enqueue("b", copy, RECONCILE);
    forge.keep("b", copy, RECONCILE, Kept::Coalesced { into: work });
    assert_eq!(forge.charges(), [Cause::Swallowed, Cause::Swallowed]);
    forge.begin_read("b", work, RECONCILE);
    forge.see("b", work, RECONCILE);
    forge.refuse("b", work, BuildFailure::Refused);
    assert_eq!(forge.charges(), [Cause::Upstream, Cause::Upstream]);
}

#[test]
fn build_failed_by_slowness() {
    let vain = |ms: u64| {
        let (mut forge, work) = followed();
        forge.read("b", work, RECONCILE);
        forge.begin_open("b", work, CRM);
        forge.wait(ms);
        forge.keep("b", work, CRM, Kept::Degraded);
        forge.settle("b", ConnectorState::Degraded);
        forge
    };
    only(&vain(100), Cause::Ignored);
    assert!(vain(100).judge().assumptions);
    let mut late = vain(30_000);
    assert!(!late.judge().assumptions, "a build that is late breaks a premise");
    assert_eq!(late.charges(), [Cause::BuildFailed, Cause::Swallowed]);
    late.arm("b");
    assert_eq!(late.judge().stale, []);
}

#[test]
fn ignored_where_a_new_version_is_not_attempted_or_discarded() {
    let (mut forge, work) = followed();
    forge.read("b", work, RECONCILE);
    only(&forge, Cause::Ignored);
    forge.keep("b", work, RECONCILE, Kept::Unchanged);
    only(&forge, Cause::Ignored);
    let (mut forge, work) = followed();
    forge.read("b", work, RECONCILE);
    let late = forge.open("b", work, CRM);
    forge.close("b", late);
    forge.keep("b", work, CRM, Kept::Discarded);
    only(&forge, Cause::Ignored);
}

#[test]
fn overtaken_by_an_older_reconcile() {
    let mut forge = Forge::connected();
    forge.write_key("a", "first", KEY, Change::Put);
    let first = forge.follow("first", "b", 0);
    forge.read("b", first, RECONCILE);
    let old = forge.open("b", first, CRM);
    forge.write_key("a", "second", KEY, Change::Put);
    forge.deliver_key("second", "b");
    assert_eq!(forge.judge().stale, []);
    let event = forge.install("b", first, old);
    only(&forge, Cause::Overtaken);
    assert_eq!(forge.the_stale().chances[0].event, Some(event));
}

#[test]
fn a_reconcile_that_leaves_a_held_one_alone_is_charged_what_held_it() {
    let mut forge = refused(BuildFailure::Refused);
    let refusal = forge.the_stale().chances[0].event;
    forge.write_key("a", "other", OTHER_KEY, Change::Put);
    forge.deliver_key("other", "b");
    let stale = forge.the_stale();
    assert_eq!(forge.charges(), [Cause::Upstream, Cause::Upstream]);
    assert!(stale.allowed && stale.chances.iter().all(|charge| charge.event == refusal));
    forge.write_key("a", "lost", OTHER_KEY, Change::Put);
    forge.drop("lost", "b");
    assert!(forge.charges().contains(&Cause::LostDelivery), "any signal of the lane concerns it");
}

#[test]
fn a_reconcile_that_leaves_another_version_alone_is_not_excused_by_the_last_attempt() {
    let mut forge = refused(BuildFailure::Refused);
    forge.write_key("a", "newer", KEY, Change::Put);
    let work = forge.follow("newer", "b", 0);
    forge.read("b", work, RECONCILE);
    forge.keep("b", work, RECONCILE, Kept::Unchanged);
    only(&forge, Cause::Ignored);
}

#[test]
fn a_listing_calls_for_a_reconcile_though_it_names_nothing() {
    let mut forge = Forge::declared();
    forge.given(KEY);
    forge.boot("a");
    let boot = forge.begin("b");
    forge.subscribe("b");
    forge.list_only("b", boot, true);
    forge.read("b", boot, RECONCILE);
    forge.refuse("b", boot, BuildFailure::Refused);
    forge.serve("b");
    forge.write_key("a", "gone", KEY, Change::Delete);
    forge.drop("gone", "b");
    only(&forge, Cause::LostDelivery);
    let reload = forge.reload("b", "again");
    forge.list_only("b", reload, true);
    assert_eq!(forge.charges(), [Cause::LostDelivery, Cause::Swallowed]);
}

#[test]
fn its_own_signal_is_no_chance_of_the_writer() {
    let mut forge = Forge::connected();
    forge.commit("b", "mine", KEY, Change::Put);
    forge.publish("b", "mine", KEY, true);
    forge.deliver_key("mine", "a");
    let own = Work::Write(forge.request("mine"));
    forge.fail_read("b", own, RECONCILE);
    let echo = forge.follow("mine", "b", 0);
    forge.fail_read("b", echo, RECONCILE);
    only(&forge, Cause::ReadError);
}

#[test]
fn retries_boots_and_reloads_are_chances() {
    let mut forge = refused(BuildFailure::Unreachable);
    let retry = Work::Retry(RequestId(77));
    forge.read("b", retry, RECONCILE);
    forge.refuse("b", retry, BuildFailure::Refused);
    assert_eq!(forge.charges(), [Cause::Upstream, Cause::Upstream]);
    assert_eq!(forge.the_stale().chances[1].chance, Chance::Work(retry));
    let reload = forge.reload("b", "again");
    forge.list_only("b", reload, true);
    assert_eq!(forge.charges(), [Cause::Upstream, Cause::Upstream, Cause::Swallowed]);
    forge.fail_read("b", reload, RECONCILE);
    assert_eq!(forge.charges(), [Cause::Upstream, Cause::Upstream, Cause::ReadError]);
    let mut forge = Forge::declared();
    forge.given(KEY);
    let boot = forge.begin("b");
    forge.subscribe("b");
    forge.list_only("b", boot, true);
    forge.read("b", boot, RECONCILE);
    forge.refuse("b", boot, BuildFailure::Refused);
    forge.serve("b");
    only(&forge, Cause::Upstream);
}

#[test]
fn what_a_listing_held_is_what_its_connectors_were_made_from() {
    let mut forge = published();
    forge.header.policies = Policies { rehydrate: Rehydrate::FromListing, ..Policies::default() };
    forge.drop("rotated", "b");
    let reload = forge.reload("b", "again");
    forge.list_only("b", reload, true);
    assert_eq!(forge.charges(), [Cause::LostDelivery, Cause::Swallowed]);
    forge.refuse("b", reload, BuildFailure::Refused);
    assert_eq!(forge.charges(), [Cause::LostDelivery, Cause::Upstream]);
    let again = forge.reload("b", "once more");
    forge.list_only("b", again, true);
    let instance = forge.open("b", again, CRM);
    forge.install("b", again, instance);
    forge.settle("b", ConnectorState::Live);
    assert!(forge.judge().is_clean(), "{:#?}", forge.judge());
}
