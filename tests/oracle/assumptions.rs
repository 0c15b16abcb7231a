//! The premises of T1: what breaks one, and what does not.

use reconverge::history::{BuildFailure, Damage, Event, EventKind, Loss, Seen};
use reconverge::names::{Correlation, Lane, Loopback, Policies, Sequence, Work};

use crate::forge::{Change, Forge, ORDERS};

/// A write on a that b has followed.
fn followed() -> Forge {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.deliver("gone", "b", ORDERS);
    forge
}

#[test]
fn delays_duplicates_pauses_and_late_boots_break_none() {
    let mut forge = followed();
    let work = forge.follow("gone", "b", 1);
    forge.converge("b", work, ORDERS);
    forge.record("b", EventKind::Paused);
    forge.record("b", EventKind::Resumed);
    forge.lose("gone", "c", 0, Loss::Down);
    forge.boot("c");
    forge.crash("c");
    forge.boot("c");
    assert!(forge.judge().assumptions);
}

#[test]
fn whatever_is_lost_or_fails_breaks_one() {
    let mut forge = followed();
    let (request, address) = (forge.request("gone"), forge.address(ORDERS));
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
        EventKind::Read { correlation, address, as_of, seen: Seen::Unreadable },
        EventKind::OpenFailed { correlation, address, why: BuildFailure::Refused },
        EventKind::AnswerLost { request },
        EventKind::Unsubscribed { lane },
    ];
    for what in breaking {
        let mut history = forge.history();
        assert!(reconverge::oracle::judge(&history).assumptions);
        let last: Event = *history.events.last().expect("some");
        history.events.push(Event { kind: what, ..last });
        assert!(!reconverge::oracle::judge(&history).assumptions, "{what:?}");
    }
}

#[test]
fn other_policies_seams_and_node_ids_break_one() {
    let mut forge = followed();
    forge.header.policies = Policies { loopback: Loopback::AcceptOwn, ..Policies::default() };
    assert!(!forge.judge().assumptions);
    let mut forge = followed();
    forge.header.replicas[2].attaches.clear();
    assert!(!forge.judge().assumptions);
    let mut forge = followed();
    forge.header.replicas[2].node_id = "a".to_owned();
    assert!(!forge.judge().assumptions);
}

#[test]
fn a_commit_that_is_not_answered_in_time_breaks_one() {
    let mut forge = Forge::two();
    forge.commit("a", "gone", ORDERS, Change::Delete);
    forge.publish("a", "gone", ORDERS, true);
    forge.deliver("gone", "b", ORDERS);
    assert!(!forge.judge().assumptions);
    forge.wait(30_000);
    forge.finish("a", "gone", ORDERS);
    assert!(!forge.judge().assumptions);
}
