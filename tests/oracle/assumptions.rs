//! The assumptions of T1: what breaks them, and what does not.

use reconverge::history::{BuildFailure, Damage, Event, EventKind, Loss, ReadResult};
use reconverge::names::{Correlation, Lane, Loopback, Policies, Sequence, Work};

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};

/// A write on a, which b has followed.
fn followed() -> ScriptedCluster {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.deliver("gone", "b", ORDERS);
    cluster
}

#[test]
fn delays_duplicates_pauses_and_late_boots_break_none() {
    let mut cluster = followed();
    let work = cluster.follow("gone", "b", 1);
    cluster.converge("b", work, ORDERS);
    cluster.record("b", EventKind::Paused);
    cluster.record("b", EventKind::Resumed);
    cluster.lose_copy("gone", "c", 0, Loss::Down);
    cluster.boot("c");
    cluster.crash("c");
    cluster.boot("c");
    assert!(cluster.judge().assumptions);
}

#[test]
fn whatever_is_lost_or_fails_breaks_one() {
    let mut cluster = followed();
    let (request, address) = (cluster.request("gone"), cluster.address(ORDERS));
    let lane = Lane::Datasource;
    let correlation = Correlation::of(Work::Write(request));
    let (as_of, copy) = (Sequence(1), 2);
    let breaking = [
        EventKind::Dropped { lane, request },
        EventKind::Lost { lane, request, copy, why: Loss::Cut },
        EventKind::Lost { lane, request, copy, why: Loss::Overflow },
        EventKind::Lost { lane, request, copy, why: Loss::Unsubscribed },
        EventKind::Arrived { lane, request, copy, damage: Damage::Corrupt },
        EventKind::Arrived { lane, request, copy, damage: Damage::Misaddressed },
        EventKind::Published { request, address, ok: false },
        EventKind::Listed { correlation, lane: Lane::Datasource, as_of, ok: false },
        EventKind::Read { correlation, address, as_of, result: ReadResult::Unreadable },
        EventKind::OpenFailed { correlation, address, why: BuildFailure::Refused },
        EventKind::AnswerLost { request },
        EventKind::Unsubscribed { lane },
    ];
    for kind in breaking {
        let mut history = cluster.history();
        assert!(reconverge::oracle::judge(&history).assumptions);
        let last: Event = *history.events.last().expect("some");
        history.events.push(Event { kind, ..last });
        assert!(!reconverge::oracle::judge(&history).assumptions, "{kind:?}");
    }
}

#[test]
fn other_policies_seams_and_node_ids_break_one() {
    let mut cluster = followed();
    cluster.header.policies = Policies { loopback: Loopback::AcceptOwn, ..Policies::default() };
    assert!(!cluster.judge().assumptions);
    let mut cluster = followed();
    cluster.header.replicas[2].attaches.clear();
    assert!(!cluster.judge().assumptions);
    let mut cluster = followed();
    cluster.header.replicas[2].node_id = "a".to_owned();
    assert!(!cluster.judge().assumptions);
}

#[test]
fn a_commit_that_is_not_answered_in_time_breaks_one() {
    let mut cluster = ScriptedCluster::booted();
    cluster.commit("a", "gone", ORDERS, Change::Delete);
    cluster.publish("a", "gone", ORDERS, true);
    cluster.deliver("gone", "b", ORDERS);
    assert!(!cluster.judge().assumptions);
    cluster.wait(30_000);
    cluster.finish("a", "gone", ORDERS);
    assert!(!cluster.judge().assumptions);
}
