//! T2: what breaks its premises, what does not, and what it finds.

use reconverge::history::{BuildFailure, Damage, EventKind, FaultId, Kept, Port, Reception};
use reconverge::names::{Cause, Correlation, Lane, Loopback, Policies, ReplicaId, Work};

use crate::forge::{Change, Forge, ORDERS};

/// `gone` is written on a, and lost on its way to b.
pub fn lost() -> Forge {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.drop("gone", "b");
    forge
}

/// The same, and b has listed the rows since, for `work`.
fn listed() -> (Forge, Work) {
    let mut forge = lost();
    let work = forge.reload("b", "again");
    forge.list_only("b", work, true);
    (forge, work)
}

fn backstopped(forge: &Forge) -> Vec<ReplicaId> {
    let lanes = forge.judge().backstopped;
    assert!(lanes.iter().all(|(_, lane)| *lane == Lane::Datasource));
    lanes.into_iter().map(|(replica, _)| replica).collect()
}

#[test]
fn a_reload_or_a_restart_after_the_last_write_is_a_backstop() {
    let mut forge = lost();
    assert_eq!(backstopped(&forge), []);
    let work = forge.reload("b", "again");
    assert_eq!(backstopped(&forge), [], "not listed yet");
    forge.list("b", work);
    assert_eq!(backstopped(&forge), [forge.replica("b")]);
    assert!(forge.judge().is_clean() && !forge.judge().assumptions);
    let mut forge = lost();
    forge.crash("b");
    forge.boot("b");
    assert_eq!(backstopped(&forge), [forge.replica("b")]);
    forge.write("a", "new", "stock", Change::Put);
    assert_eq!(backstopped(&forge), [], "a later write");
    forge.drop("new", "b");
    assert_eq!(backstopped(&forge), []);
}

#[test]
fn what_fails_or_stands_still_after_the_listing_breaks_a_premise() {
    let stories: [fn(&mut Forge, Work); 6] = [
        |forge, work| forge.fail_read("b", work, ORDERS),
        |forge, work| {
            forge.read("b", work, "stock");
            forge.fail_open("b", work, "stock", BuildFailure::Failed);
        },
        |forge, _| {
            forge.record("b", EventKind::Paused);
            forge.record("b", EventKind::Resumed);
        },
        |forge, _| {
            forge.record("b", EventKind::Fault { fault: FaultId(0) });
        },
        |forge, work| {
            forge.read("b", work, ORDERS);
            forge.wait(30_000);
            forge.keep("b", work, ORDERS, Kept::Unreadable);
        },
        |forge, _| {
            let again = forge.reload("b", "in vain");
            forge.list_only("b", again, false);
        },
    ];
    for (at, story) in stories.into_iter().enumerate() {
        let (mut forge, work) = listed();
        assert_eq!(backstopped(&forge).len(), 1);
        story(&mut forge, work);
        assert_eq!(backstopped(&forge), [], "story {at}");
        let last = forge.reload("b", "last");
        forge.list("b", last);
        assert_eq!(backstopped(&forge).len(), 1, "story {at}, and a reload after it");
        assert!(forge.judge().stale.is_empty());
    }
}

#[test]
fn losses_and_what_happens_to_others_are_no_matter() {
    let (mut forge, work) = listed();
    forge.converge("b", work, ORDERS);
    forge.drop("gone", "b");
    forge.record("b", EventKind::Unsubscribed { lane: Lane::Datasource });
    forge.record("b", EventKind::Cut { noticed: false });
    forge.record("a", EventKind::Paused);
    forge.crash("a");
    assert_eq!(backstopped(&forge), [forge.replica("b")]);
    forge.header.policies = Policies { loopback: Loopback::AcceptOwn, ..Policies::default() };
    assert_eq!(backstopped(&forge), []);
}

#[test]
fn a_listing_that_is_answered_too_late_is_none() {
    let (mut forge, work) = listed();
    let (correlation, port) = (Correlation::of(work), Port::List);
    forge.record("b", EventKind::AnswersLate { correlation, lane: Lane::Datasource, port, address: None });
    assert_eq!(backstopped(&forge), []);
}

/// b is building `new` from a read that shows it when `gone` deletes it and is lost; a reload of b lists neither
/// the row nor an entry of the registry; then the build ends.
pub fn unseen() -> Forge {
    let mut forge = Forge::new();
    forge.boot("a");
    forge.boot("b");
    forge.write("a", "new", ORDERS, Change::Put);
    let new = forge.follow("new", "b", 0);
    forge.read("b", new, ORDERS);
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.drop("gone", "b");
    let work = forge.reload("b", "again");
    forge.list_only("b", work, true);
    let instance = forge.open("b", new, ORDERS);
    forge.install("b", new, instance);
    forge
}

#[test]
fn a_listing_that_overlooks_a_build_under_way_breaks_the_theorem() {
    let forge = unseen();
    assert_eq!(forge.charges(), [Cause::LostDelivery]);
    let stale = forge.the_stale();
    assert!(stale.allowed && forge.judge().breaks_backstop(&stale));
}

#[test]
fn a_signal_of_an_earlier_life_is_the_replicas_own() {
    let mut forge = Forge::two();
    forge.commit("b", "gone", ORDERS, Change::Delete);
    forge.crash("b");
    let boot = forge.begin("b");
    forge.subscribe("b");
    // Sent before the crash, it reaches the bus only now.
    let published = forge.events.len();
    forge.publish("b", "gone", ORDERS, true);
    forge.events[published].life = reconverge::names::LifeId(1);
    forge.arrive("gone", "b", 0, Damage::None);
    forge.receive("gone", "b", 0, Reception::Own);
    forge.list("b", boot);
    forge.serve("b");
    forge.deliver("gone", "a", ORDERS);
    assert_eq!(forge.judge().stale, []);
    let old = forge.reload("b", "ghost");
    forge.fail_read("b", old, ORDERS);
    let instance = forge.open("b", old, ORDERS);
    forge.install("b", old, instance);
    assert!(!forge.charges().contains(&Cause::Filtered), "{:?}", forge.charges());
}
