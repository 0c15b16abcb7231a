//! The assumptions of T2: what breaks them, what does not, and what the theorem finds.

use reconverge::history::{BuildFailure, Damage, EventKind, FaultId, Kept, Port, Reception};
use reconverge::names::{Cause, Correlation, Lane, Loopback, Policies, ReplicaId, Work};

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};

/// `gone` is written on a, and lost on its way to b.
pub fn lost() -> ScriptedCluster {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.drop_delivery("gone", "b");
    cluster
}

/// The same, and b has listed the rows since, as `work`.
fn listed() -> (ScriptedCluster, Work) {
    let mut cluster = lost();
    let work = cluster.reload("b", "again");
    cluster.list_only("b", work, true);
    (cluster, work)
}

fn backstopped(cluster: &ScriptedCluster) -> Vec<ReplicaId> {
    let lanes = cluster.judge().backstopped;
    assert!(lanes.iter().all(|(_, lane)| *lane == Lane::Datasource));
    lanes.into_iter().map(|(replica, _)| replica).collect()
}

#[test]
fn a_reload_or_a_restart_after_the_last_write_is_a_backstop() {
    let mut cluster = lost();
    assert_eq!(backstopped(&cluster), []);
    let work = cluster.reload("b", "again");
    assert_eq!(backstopped(&cluster), [], "not listed yet");
    cluster.list("b", work);
    assert_eq!(backstopped(&cluster), [cluster.replica("b")]);
    assert!(cluster.judge().is_clean() && !cluster.judge().assumptions);
    let mut cluster = lost();
    cluster.crash("b");
    cluster.boot("b");
    assert_eq!(backstopped(&cluster), [cluster.replica("b")]);
    cluster.write("a", "new", "stock", Change::Put);
    assert_eq!(backstopped(&cluster), [], "a later write");
    cluster.drop_delivery("new", "b");
    assert_eq!(backstopped(&cluster), []);
}

#[test]
fn a_failure_or_a_pause_after_the_listing_breaks_an_assumption() {
    let stories: [fn(&mut ScriptedCluster, Work); 6] = [
        |cluster, work| cluster.fail_read("b", work, ORDERS),
        |cluster, work| {
            cluster.read("b", work, "stock");
            cluster.fail_open("b", work, "stock", BuildFailure::Failed);
        },
        |cluster, _| {
            cluster.record("b", EventKind::Paused);
            cluster.record("b", EventKind::Resumed);
        },
        |cluster, _| {
            cluster.record("b", EventKind::Fault { fault: FaultId(0) });
        },
        |cluster, work| {
            cluster.read("b", work, ORDERS);
            cluster.wait(30_000);
            cluster.keep("b", work, ORDERS, Kept::Unreadable);
        },
        |cluster, _| {
            let again = cluster.reload("b", "again");
            cluster.list_only("b", again, false);
        },
    ];
    for (at, story) in stories.into_iter().enumerate() {
        let (mut cluster, work) = listed();
        assert_eq!(backstopped(&cluster).len(), 1);
        story(&mut cluster, work);
        assert_eq!(backstopped(&cluster), [], "story {at}");
        let last = cluster.reload("b", "last");
        cluster.list("b", last);
        assert_eq!(backstopped(&cluster).len(), 1, "story {at}, and a reload after it");
        assert!(cluster.judge().stale.is_empty());
    }
}

#[test]
fn losses_and_events_of_other_replicas_do_not_matter() {
    let (mut cluster, work) = listed();
    cluster.converge("b", work, ORDERS);
    cluster.drop_delivery("gone", "b");
    cluster.record("b", EventKind::Unsubscribed { lane: Lane::Datasource });
    cluster.record("b", EventKind::Cut { noticed: false });
    cluster.record("a", EventKind::Paused);
    cluster.crash("a");
    assert_eq!(backstopped(&cluster), [cluster.replica("b")]);
    cluster.header.policies = Policies { loopback: Loopback::AcceptOwn, ..Policies::default() };
    assert_eq!(backstopped(&cluster), []);
}

#[test]
fn a_listing_that_is_answered_too_late_is_none() {
    let (mut cluster, work) = listed();
    let (correlation, port) = (Correlation::of(work), Port::List);
    cluster.record("b", EventKind::AnswersLate { correlation, lane: Lane::Datasource, port, address: None });
    assert_eq!(backstopped(&cluster), []);
}

/// b is building `new` when `gone` deletes that row and its signal is lost. A reload of b then finds `new` neither in the
/// rows nor in the registry, and after that the build ends.
pub fn unseen() -> ScriptedCluster {
    let mut cluster = ScriptedCluster::new();
    cluster.boot("a");
    cluster.boot("b");
    cluster.write("a", "new", ORDERS, Change::Put);
    let new = cluster.follow("new", "b", 0);
    cluster.read("b", new, ORDERS);
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.drop_delivery("gone", "b");
    let work = cluster.reload("b", "again");
    cluster.list_only("b", work, true);
    let instance = cluster.open("b", new, ORDERS);
    cluster.install("b", new, instance);
    cluster
}

#[test]
fn a_listing_that_overlooks_a_build_under_way_breaks_the_theorem() {
    let cluster = unseen();
    assert_eq!(cluster.charges(), [Cause::LostDelivery]);
    let stale = cluster.only_stale();
    assert!(stale.allowed && cluster.judge().breaks_backstop(&stale));
}

#[test]
fn a_signal_of_an_earlier_life_is_the_replicas_own() {
    let mut cluster = ScriptedCluster::booted();
    cluster.commit("b", "gone", ORDERS, Change::Delete);
    cluster.crash("b");
    let boot = cluster.begin("b");
    cluster.subscribe("b");
    // Sent before the crash, it reaches the bus only now.
    let published = cluster.events.len();
    cluster.publish("b", "gone", ORDERS, true);
    cluster.events[published].life = reconverge::names::LifeId(1);
    cluster.arrive("gone", "b", 0, Damage::None);
    cluster.receive("gone", "b", 0, Reception::Own);
    cluster.list("b", boot);
    cluster.serve("b");
    cluster.deliver("gone", "a", ORDERS);
    assert_eq!(cluster.judge().stale, []);
    let old = cluster.reload("b", "ghost");
    cluster.fail_read("b", old, ORDERS);
    let instance = cluster.open("b", old, ORDERS);
    cluster.install("b", old, instance);
    assert!(!cluster.charges().contains(&Cause::Filtered), "{:?}", cluster.charges());
}
