//! The invariants of doors and signals, 8 to 10: each red, and green in the story next to it.

use reconverge::history::{Damage, EventKind, Reception, Seen};
use reconverge::names::{Invariant, Sequence};
use reconverge::oracle::Breach;

use crate::forge::{Change, Forge, ORDERS};

/// The breaches of these three invariants.
fn breaches(forge: &Forge) -> Vec<(Invariant, Breach)> {
    let broken = forge.judge().broken;
    let ours = broken.iter().filter(|broken| (8..=10).contains(&broken.invariant.number()));
    ours.map(|broken| (broken.invariant, broken.what)).collect()
}

/// `new` was sent to the store on a.
fn sent() -> Forge {
    let mut forge = Forge::two();
    forge.ask("a", "new", ORDERS, Change::Put);
    forge.send("a", "new");
    forge
}

#[test]
fn a_refused_write_publishes_nothing() {
    let mut forge = sent();
    let request = forge.request("new");
    forge.record("a", EventKind::Refused { request, status: 409 });
    forge.answer("a", "new", 409);
    assert_eq!(breaches(&forge), []);
    forge.publish("a", "new", ORDERS, true);
    assert_eq!(breaches(&forge), [(Invariant::RefusedSilent, Breach::RefusedPublished { request })]);
}

#[test]
fn what_the_door_refuses_or_the_store_fails_publishes_nothing_either() {
    let mut forge = Forge::two();
    forge.ask("a", "new", ORDERS, Change::Put);
    let request = forge.request("new");
    forge.publish("a", "new", ORDERS, true);
    assert_eq!(breaches(&forge), [], "not answered yet");
    forge.answer("a", "new", 400);
    assert_eq!(breaches(&forge), [(Invariant::RefusedSilent, Breach::RefusedPublished { request })]);
    let mut forge = sent();
    forge.record("a", EventKind::WriteFailed { request });
    forge.publish("a", "new", ORDERS, true);
    forge.answer("a", "new", 503);
    assert_eq!(breaches(&forge), [(Invariant::RefusedSilent, Breach::RefusedPublished { request })]);
}

#[test]
fn a_failed_publish_fails_no_write() {
    for (status, ms, broken) in [(503, 0, 1), (500, 100, 1), (503, 30_000, 0), (200, 0, 0)] {
        let mut forge = sent();
        let request = forge.request("new");
        forge.commit_as(forge.replica("a"), "new", ORDERS, Change::Label);
        forge.publish("a", "new", ORDERS, false);
        forge.wait(ms);
        forge.answer("a", "new", status);
        let what = (Invariant::RefusedSilent, Breach::PublishFailedWrite { request, status });
        assert_eq!(breaches(&forge), vec![what; broken], "{status} after {ms} ms");
    }
}

#[test]
fn a_replica_does_not_follow_its_own_signal() {
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    forge.deliver("moved", "b", ORDERS);
    forge.arrive("moved", "a", 0, Damage::None);
    forge.receive("moved", "a", 0, Reception::Own);
    assert_eq!(breaches(&forge), []);
    let work = forge.follow("moved", "a", 1);
    forge.converge("a", work, ORDERS);
    let request = forge.request("moved");
    assert_eq!(breaches(&forge), [(Invariant::NoEcho, Breach::FollowedOwn { request, copy: 1 })]);
}

#[test]
fn a_write_has_one_signal_and_a_failed_publish_is_none() {
    let mut forge = Forge::two();
    forge.commit("a", "moved", ORDERS, Change::Put);
    forge.publish("a", "moved", ORDERS, false);
    forge.publish("a", "moved", ORDERS, true);
    forge.finish("a", "moved", ORDERS);
    forge.deliver("moved", "b", ORDERS);
    assert_eq!(breaches(&forge), []);
    forge.publish("a", "moved", ORDERS, true);
    let request = forge.request("moved");
    assert_eq!(breaches(&forge), [(Invariant::NoEcho, Breach::PublishedAgain { request })]);
}

#[test]
fn an_acknowledged_write_is_committed() {
    let mut forge = sent();
    forge.answer("a", "new", 201);
    let request = forge.request("new");
    let what = Breach::AcknowledgedLost { request, status: 201 };
    assert_eq!(breaches(&forge), [(Invariant::NothingLost, what)]);
    let mut forge = sent();
    forge.answer("a", "new", 503);
    assert_eq!(breaches(&forge), [], "what was not acknowledged may be lost");
}

#[test]
fn an_unreadable_or_active_row_does_not_evict() {
    for (seen, acts) in [(Seen::Unreadable, true), (Seen::Present, true), (Seen::Present, false)] {
        let mut forge = Forge::two();
        let instance = forge.held("b", ORDERS).expect("given");
        let work = forge.reload("b", "again");
        forge.enqueue("b", work, ORDERS);
        forge.begin_read("b", work, ORDERS);
        if acts {
            forge.see_as_of("b", work, ORDERS, Sequence(1), seen);
        }
        forge.evict("b", work, ORDERS);
        let what = match (seen, acts) {
            (Seen::Present, true) => Breach::EvictedActive { instance, work },
            _ => Breach::EvictedUnread { instance, work },
        };
        assert_eq!(breaches(&forge), [(Invariant::NothingLost, what)]);
    }
}
