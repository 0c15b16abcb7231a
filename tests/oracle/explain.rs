//! Each cause that can spend the chance of one signal, from the commit to the install.

use reconverge::history::{BuildFailure, Damage, EventKind, Kept, Loss, ReadResult, Reception};
use reconverge::names::{Cause, Policies, Publish, Sequence, Work};

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};

/// `gone` is committed on a, and its signal is not published.
fn committed() -> ScriptedCluster {
    let mut cluster = ScriptedCluster::booted();
    cluster.commit("a", "gone", ORDERS, Change::Delete);
    cluster
}

/// `gone` is written on a, its signal is on the bus.
fn published() -> ScriptedCluster {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster
}

/// `moved` changes the connection, and b has followed its signal as far as the inbox.
fn followed() -> (ScriptedCluster, Work) {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "moved", ORDERS, Change::Put);
    let work = cluster.follow("moved", "b", 0);
    (cluster, work)
}

#[track_caller]
fn only(cluster: &ScriptedCluster, cause: Cause) {
    let stale = cluster.only_stale();
    let causes: Vec<_> = stale.chances.iter().map(|charge| charge.cause).collect();
    assert_eq!(causes, [cause]);
    assert_eq!(stale.cause, Some(cause));
    assert_eq!(stale.allowed, cause.allowed_by_contract());
    assert_eq!(stale.replica, cluster.replica("b"));
}

#[test]
fn commit_unknown_when_the_answer_is_lost() {
    let mut cluster = committed();
    let request = cluster.request("gone");
    cluster.record("a", EventKind::AnswerLost { request });
    cluster.wait(30_000);
    cluster.answer("a", "gone", 503);
    let findings = cluster.judge();
    assert_eq!(findings.stale.len(), 2, "the writer itself is stale as well");
    assert!(findings.stale.iter().all(|stale| stale.cause == Some(Cause::CommitUnknown) && stale.allowed));
}

#[test]
fn commit_unknown_when_the_answer_comes_after_the_time_out() {
    let mut cluster = committed();
    cluster.wait(30_000);
    cluster.answer("a", "gone", 503);
    let stale = cluster.judge().stale;
    assert!(stale.len() == 2 && stale.iter().all(|stale| stale.cause == Some(Cause::CommitUnknown)));
    let mut cluster = committed();
    cluster.answer("a", "gone", 503);
    let causes: Vec<_> = cluster.judge().stale.iter().map(|stale| stale.cause).collect();
    assert_eq!(causes, [Some(Cause::Swallowed), Some(Cause::NotPublished)], "a 503 in time is no excuse");
}

#[test]
fn commit_unknown_when_the_writer_is_paused_until_the_end() {
    let mut cluster = committed();
    cluster.record("a", EventKind::Paused);
    only(&cluster, Cause::CommitUnknown);
    cluster.finish("a", "gone", ORDERS);
    only(&cluster, Cause::NotPublished);
}

#[test]
fn died_before_publish() {
    let mut cluster = committed();
    cluster.crash("a");
    only(&cluster, Cause::DiedBeforePublish);
}

#[test]
fn a_crash_after_the_answer_is_no_excuse_for_not_publishing() {
    let mut cluster = committed();
    cluster.finish("a", "gone", ORDERS);
    cluster.crash("a");
    only(&cluster, Cause::NotPublished);
}

#[test]
fn a_write_that_lands_after_its_sender_crashed() {
    let mut cluster = ScriptedCluster::booted();
    cluster.send_request("a", "gone", ORDERS, Change::Delete);
    cluster.send("a", "gone");
    let writer = cluster.replica("a");
    cluster.record("a", EventKind::Crashed);
    cluster.commit_as(writer, "gone", ORDERS, Change::Delete);
    cluster.registry.retain(|(of, _), _| *of != writer);
    cluster.open.retain(|instance| instance.replica != writer);
    only(&cluster, Cause::DiedBeforePublish);
}

#[test]
fn publish_failed() {
    let mut cluster = committed();
    cluster.publish("a", "gone", ORDERS, false);
    cluster.finish("a", "gone", ORDERS);
    only(&cluster, Cause::PublishFailed);
}

#[test]
fn not_published() {
    let mut cluster = committed();
    cluster.finish("a", "gone", ORDERS);
    only(&cluster, Cause::NotPublished);
}

#[test]
fn not_published_by_policy_though_the_writer_crashes() {
    let mut cluster = committed();
    cluster.header.policies = Policies { publish: Publish::NeverOnDelete, ..Policies::default() };
    cluster.crash("a");
    only(&cluster, Cause::NotPublished);
    cluster.header.policies.publish = Publish::NeverOnCreate;
    only(&cluster, Cause::DiedBeforePublish);
}

#[test]
fn lost_delivery_by_a_drop_and_by_a_cut() {
    let mut cluster = published();
    cluster.drop_delivery("gone", "b");
    only(&cluster, Cause::LostDelivery);
    let mut cluster = published();
    cluster.lose_copy("gone", "b", 0, Loss::Cut);
    only(&cluster, Cause::LostDelivery);
}

#[test]
fn only_a_cut_link_excuses_a_signal_of_which_nothing_more_is_recorded() {
    let mut cluster = published();
    only(&cluster, Cause::Filtered);
    cluster = ScriptedCluster::booted();
    cluster.record("b", EventKind::Cut { noticed: true });
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.record("b", EventKind::Healed);
    only(&cluster, Cause::LostDelivery);
    cluster = ScriptedCluster::booted();
    cluster.record("b", EventKind::Cut { noticed: true });
    cluster.record("b", EventKind::Healed);
    cluster.write("a", "gone", ORDERS, Change::Delete);
    only(&cluster, Cause::Filtered);
    cluster.subscribe("b");
    only(&cluster, Cause::LostDelivery);
}

#[test]
fn overflow() {
    let mut cluster = published();
    cluster.lose_copy("gone", "b", 0, Loss::Overflow);
    only(&cluster, Cause::Overflow);
}

#[test]
fn malformed() {
    let mut cluster = published();
    cluster.arrive("gone", "b", 0, Damage::Corrupt);
    cluster.receive("gone", "b", 0, Reception::Malformed);
    only(&cluster, Cause::Malformed);
}

#[test]
fn mis_addressed() {
    let mut cluster = published();
    cluster.arrive("gone", "b", 0, Damage::Misaddressed);
    cluster.receive("gone", "b", 0, Reception::Followed);
    let work = cluster.signal("gone", 0);
    cluster.converge("b", work, "stock");
    only(&cluster, Cause::MisAddressed);
}

#[test]
fn same_node_id() {
    let mut cluster = published();
    cluster.header.replicas[1].node_id = "a".to_owned();
    cluster.arrive("gone", "b", 0, Damage::None);
    cluster.receive("gone", "b", 0, Reception::Own);
    only(&cluster, Cause::SameNodeId);
    assert!(!cluster.judge().assumptions);
}

#[test]
fn filtered() {
    let mut cluster = published();
    cluster.arrive("gone", "b", 0, Damage::None);
    only(&cluster, Cause::Filtered);
    cluster.receive("gone", "b", 0, Reception::Own);
    only(&cluster, Cause::Filtered);
    let mut cluster = published();
    cluster.arrive("gone", "b", 0, Damage::None);
    cluster.receive("gone", "b", 0, Reception::Malformed);
    only(&cluster, Cause::Filtered);
}

#[test]
fn swallowed() {
    let (mut cluster, work) = followed();
    only(&cluster, Cause::Swallowed);
    cluster.enqueue("b", work, ORDERS);
    only(&cluster, Cause::Swallowed);
    assert!(cluster.judge().breaks_theorem());
}

#[test]
fn read_error() {
    let (mut cluster, work) = followed();
    cluster.fail_read("b", work, ORDERS);
    only(&cluster, Cause::ReadError);
}

#[test]
fn read_error_by_slowness_but_not_by_the_journal_alone() {
    for (ms, cause) in [(30_000, Cause::ReadError), (100, Cause::Ignored)] {
        let (mut cluster, work) = followed();
        cluster.read("b", work, ORDERS);
        cluster.wait(ms);
        cluster.keep("b", work, ORDERS, Kept::Unreadable);
        only(&cluster, cause);
    }
}

#[test]
fn stale_read() {
    let (mut cluster, work) = followed();
    cluster.enqueue("b", work, ORDERS);
    cluster.begin_read("b", work, ORDERS);
    cluster.finish_read_as_of("b", work, ORDERS, Sequence(1), ReadResult::Present);
    cluster.keep("b", work, ORDERS, Kept::Unchanged);
    only(&cluster, Cause::StaleRead);
}

#[test]
fn upstream_and_build_failed() {
    let reasons = [
        (BuildFailure::Refused, Cause::Upstream),
        (BuildFailure::Unreachable, Cause::Upstream),
        (BuildFailure::Failed, Cause::BuildFailed),
    ];
    for (why, cause) in reasons {
        let (mut cluster, work) = followed();
        cluster.read("b", work, ORDERS);
        cluster.fail_open("b", work, ORDERS, why);
        only(&cluster, cause);
    }
}

#[test]
fn build_failed_by_slowness_but_not_by_the_journal_alone() {
    for (ms, cause) in [(30_000, Cause::BuildFailed), (100, Cause::Ignored)] {
        let (mut cluster, work) = followed();
        cluster.read("b", work, ORDERS);
        cluster.begin_open("b", work, ORDERS);
        cluster.wait(ms);
        cluster.keep("b", work, ORDERS, Kept::BuildFailed);
        only(&cluster, cause);
    }
}

#[test]
fn ignored() {
    let (mut cluster, work) = followed();
    cluster.read("b", work, ORDERS);
    cluster.keep("b", work, ORDERS, Kept::Unchanged);
    only(&cluster, Cause::Ignored);
    let (mut cluster, work) = followed();
    cluster.read("b", work, ORDERS);
    let late = cluster.open("b", work, ORDERS);
    cluster.close("b", late);
    only(&cluster, Cause::Ignored);
}

#[test]
fn overtaken() {
    let mut cluster = ScriptedCluster::booted();
    // The read of `first` is slow: it begins before `second` and installs after it.
    cluster.write("a", "first", ORDERS, Change::Put);
    let first = cluster.follow("first", "b", 0);
    cluster.read("b", first, ORDERS);
    cluster.write("a", "second", ORDERS, Change::Put);
    cluster.deliver("second", "b", ORDERS);
    assert!(cluster.judge().stale.is_empty());
    let old = cluster.open("b", first, ORDERS);
    let event = cluster.install("b", first, old);
    only(&cluster, Cause::Overtaken);
    assert_eq!(cluster.only_stale().chances[0].event, Some(event));
}
