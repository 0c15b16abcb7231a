//! Each cause that spends the chance of one signal on its way, from the commit to the install.

use reconverge::history::{BuildFailure, Damage, EventKind, Kept, Loss, Reception, Seen};
use reconverge::names::{Cause, Policies, Publish, Sequence, Work};

use crate::forge::{Change, Forge, ORDERS};

/// `gone` is committed on a and published nowhere.
fn committed() -> Forge {
    let mut forge = Forge::two();
    forge.commit("a", "gone", ORDERS, Change::Delete);
    forge
}

/// `gone` is written on a, its signal is on the bus.
fn published() -> Forge {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge
}

/// `moved` changes the connection, and b has followed its signal as far as the inbox.
fn followed() -> (Forge, Work) {
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    let work = forge.follow("moved", "b", 0);
    (forge, work)
}

#[track_caller]
fn only(forge: &Forge, cause: Cause) {
    let stale = forge.the_stale();
    let causes: Vec<_> = stale.chances.iter().map(|charge| charge.cause).collect();
    assert_eq!(causes, [cause]);
    assert_eq!(stale.cause, Some(cause));
    assert_eq!(stale.allowed, cause.allowed_by_contract());
    assert_eq!(stale.replica, forge.replica("b"));
}

#[test]
fn commit_unknown_when_the_answer_is_lost() {
    let mut forge = committed();
    let request = forge.request("gone");
    forge.record("a", EventKind::AnswerLost { request });
    forge.wait(30_000);
    forge.answer("a", "gone", 503);
    let findings = forge.judge();
    assert_eq!(findings.stale.len(), 2, "the writer itself is stale as well");
    assert!(findings.stale.iter().all(|stale| stale.cause == Some(Cause::CommitUnknown) && stale.allowed));
}

#[test]
fn commit_unknown_when_the_answer_comes_after_the_time_out() {
    let mut forge = committed();
    forge.wait(30_000);
    forge.answer("a", "gone", 503);
    let stale = forge.judge().stale;
    assert!(stale.len() == 2 && stale.iter().all(|stale| stale.cause == Some(Cause::CommitUnknown)));
    let mut forge = committed();
    forge.answer("a", "gone", 503);
    let causes: Vec<_> = forge.judge().stale.iter().map(|stale| stale.cause).collect();
    assert_eq!(causes, [Some(Cause::Swallowed), Some(Cause::NotPublished)], "a 503 in time is no excuse");
}

#[test]
fn commit_unknown_when_the_writer_stands_still_to_the_end() {
    let mut forge = committed();
    forge.record("a", EventKind::Paused);
    only(&forge, Cause::CommitUnknown);
    forge.finish("a", "gone", ORDERS);
    only(&forge, Cause::NotPublished);
}

#[test]
fn died_before_publish() {
    let mut forge = committed();
    forge.crash("a");
    only(&forge, Cause::DiedBeforePublish);
}

#[test]
fn a_crash_after_the_answer_is_no_excuse_for_not_publishing() {
    let mut forge = committed();
    forge.finish("a", "gone", ORDERS);
    forge.crash("a");
    only(&forge, Cause::NotPublished);
}

#[test]
fn a_write_that_lands_after_its_sender_crashed() {
    let mut forge = Forge::two();
    forge.ask("a", "gone", ORDERS, Change::Delete);
    forge.send("a", "gone");
    let writer = forge.replica("a");
    forge.record("a", EventKind::Crashed);
    forge.commit_as(writer, "gone", ORDERS, Change::Delete);
    forge.registry.retain(|(of, _), _| *of != writer);
    forge.open.retain(|instance| instance.replica != writer);
    only(&forge, Cause::DiedBeforePublish);
}

#[test]
fn publish_failed() {
    let mut forge = committed();
    forge.publish("a", "gone", ORDERS, false);
    forge.finish("a", "gone", ORDERS);
    only(&forge, Cause::PublishFailed);
}

#[test]
fn not_published() {
    let mut forge = committed();
    forge.finish("a", "gone", ORDERS);
    only(&forge, Cause::NotPublished);
}

#[test]
fn not_published_by_policy_though_the_writer_crashes() {
    let mut forge = committed();
    forge.header.policies = Policies { publish: Publish::NeverOnDelete, ..Policies::default() };
    forge.crash("a");
    only(&forge, Cause::NotPublished);
    forge.header.policies.publish = Publish::NeverOnCreate;
    only(&forge, Cause::DiedBeforePublish);
}

#[test]
fn lost_delivery_by_a_drop_and_by_a_cut() {
    let mut forge = published();
    forge.drop("gone", "b");
    only(&forge, Cause::LostDelivery);
    let mut forge = published();
    forge.lose("gone", "b", 0, Loss::Cut);
    only(&forge, Cause::LostDelivery);
}

#[test]
fn a_cut_link_excuses_a_signal_without_a_fate_and_nothing_else_does() {
    let mut forge = published();
    only(&forge, Cause::Filtered);
    forge = Forge::two();
    forge.record("b", EventKind::Cut { noticed: true });
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.record("b", EventKind::Healed);
    only(&forge, Cause::LostDelivery);
    forge = Forge::two();
    forge.record("b", EventKind::Cut { noticed: true });
    forge.record("b", EventKind::Healed);
    forge.write("a", "gone", ORDERS, Change::Delete);
    only(&forge, Cause::Filtered);
    forge.subscribe("b");
    only(&forge, Cause::LostDelivery);
}

#[test]
fn overflow() {
    let mut forge = published();
    forge.lose("gone", "b", 0, Loss::Overflow);
    only(&forge, Cause::Overflow);
}

#[test]
fn malformed() {
    let mut forge = published();
    forge.arrive("gone", "b", 0, Damage::Corrupt);
    forge.receive("gone", "b", 0, Reception::Malformed);
    only(&forge, Cause::Malformed);
}

#[test]
fn mis_addressed() {
    let mut forge = published();
    forge.arrive("gone", "b", 0, Damage::Misaddressed);
    forge.receive("gone", "b", 0, Reception::Followed);
    let work = forge.signal("gone", 0);
    forge.converge("b", work, "stock");
    only(&forge, Cause::MisAddressed);
}

#[test]
fn same_node_id() {
    let mut forge = published();
    forge.header.replicas[1].node_id = "a".to_owned();
    forge.arrive("gone", "b", 0, Damage::None);
    forge.receive("gone", "b", 0, Reception::Own);
    only(&forge, Cause::SameNodeId);
    assert!(!forge.judge().assumptions);
}

#[test]
fn filtered() {
    let mut forge = published();
    forge.arrive("gone", "b", 0, Damage::None);
    only(&forge, Cause::Filtered);
    forge.receive("gone", "b", 0, Reception::Own);
    only(&forge, Cause::Filtered);
    let mut forge = published();
    forge.arrive("gone", "b", 0, Damage::None);
    forge.receive("gone", "b", 0, Reception::Malformed);
    only(&forge, Cause::Filtered);
}

#[test]
fn swallowed() {
    let (mut forge, work) = followed();
    only(&forge, Cause::Swallowed);
    forge.enqueue("b", work, ORDERS);
    only(&forge, Cause::Swallowed);
    assert!(forge.judge().breaks_theorem());
}

#[test]
fn read_error() {
    let (mut forge, work) = followed();
    forge.fail_read("b", work, ORDERS);
    only(&forge, Cause::ReadError);
}

#[test]
fn read_error_by_slowness_but_not_by_the_journal_alone() {
    for (ms, cause) in [(30_000, Cause::ReadError), (100, Cause::Ignored)] {
        let (mut forge, work) = followed();
        forge.read("b", work, ORDERS);
        forge.wait(ms);
        forge.keep("b", work, ORDERS, Kept::Unreadable);
        only(&forge, cause);
    }
}

#[test]
fn stale_read() {
    let (mut forge, work) = followed();
    forge.enqueue("b", work, ORDERS);
    forge.begin_read("b", work, ORDERS);
    forge.see_as_of("b", work, ORDERS, Sequence(1), Seen::Present);
    forge.keep("b", work, ORDERS, Kept::Unchanged);
    only(&forge, Cause::StaleRead);
}

#[test]
fn upstream_and_build_failed() {
    let reasons = [
        (BuildFailure::Refused, Cause::Upstream),
        (BuildFailure::Unreachable, Cause::Upstream),
        (BuildFailure::Failed, Cause::BuildFailed),
    ];
    for (why, cause) in reasons {
        let (mut forge, work) = followed();
        forge.read("b", work, ORDERS);
        forge.fail_open("b", work, ORDERS, why);
        only(&forge, cause);
    }
}

#[test]
fn build_failed_by_slowness_but_not_by_the_journal_alone() {
    for (ms, cause) in [(30_000, Cause::BuildFailed), (100, Cause::Ignored)] {
        let (mut forge, work) = followed();
        forge.read("b", work, ORDERS);
        forge.begin_open("b", work, ORDERS);
        forge.wait(ms);
        forge.keep("b", work, ORDERS, Kept::BuildFailed);
        only(&forge, cause);
    }
}

#[test]
fn ignored() {
    let (mut forge, work) = followed();
    forge.read("b", work, ORDERS);
    forge.keep("b", work, ORDERS, Kept::Unchanged);
    only(&forge, Cause::Ignored);
    let (mut forge, work) = followed();
    forge.read("b", work, ORDERS);
    let late = forge.open("b", work, ORDERS);
    forge.close("b", late);
    only(&forge, Cause::Ignored);
}

#[test]
fn overtaken() {
    let mut forge = Forge::two();
    // The read of `first` is slow: it begins before `second` and installs after it.
    forge.write("a", "first", ORDERS, Change::Put);
    let first = forge.follow("first", "b", 0);
    forge.read("b", first, ORDERS);
    forge.write("a", "second", ORDERS, Change::Put);
    forge.deliver("second", "b", ORDERS);
    assert!(forge.judge().stale.is_empty());
    let old = forge.open("b", first, ORDERS);
    let event = forge.install("b", first, old);
    only(&forge, Cause::Overtaken);
    assert_eq!(forge.the_stale().chances[0].event, Some(event));
}
