//! Invariant 13: what a door does and answers, compared with the rows.

use reconverge::history::{EventKind, ReadResult};
use reconverge::names::{Address, Invariant, Space, Verb, Work};
use reconverge::oracle::Breach;

use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};

/// How invariant 13 was broken.
fn breaches(cluster: &ScriptedCluster) -> Vec<Breach> {
    let broken = cluster.judge().broken;
    let doors = broken.iter().filter(|broken| broken.invariant == Invariant::DoorAnswersRows);
    doors.map(|broken| broken.breach).collect()
}

/// The request `it` asks a for this, about a row that is present or one that is not.
fn asked(verb: Verb, present: bool) -> (ScriptedCluster, &'static str) {
    let mut cluster = ScriptedCluster::booted();
    let name = if present { ORDERS } else { "stock" };
    cluster.send_request_for("a", "it", name, verb);
    (cluster, name)
}

fn change(verb: Verb) -> Change {
    match verb {
        Verb::Delete => Change::Delete,
        Verb::Migrate => Change::Label,
        Verb::Create | Verb::Update | Verb::Put | Verb::Read | Verb::List | Verb::Watch => Change::Put,
    }
}

/// The status that the rows call for: that of a refusal, or that of the change.
fn called_for(verb: Verb, present: bool) -> u16 {
    match (verb, present) {
        (Verb::Create, true) => 409,
        (Verb::Create | Verb::Put, false) => 201,
        (Verb::Update | Verb::Delete | Verb::Migrate, false) => 404,
        _ => 200,
    }
}

/// What happens to a transaction before its door answers, and how often that breaks the invariant.
type Story = (fn(&mut ScriptedCluster), usize);

const VERBS: [Verb; 5] = [Verb::Create, Verb::Update, Verb::Put, Verb::Delete, Verb::Migrate];

#[test]
fn a_transaction_commits_or_is_refused_as_the_rows_say() {
    for (verb, present) in VERBS.into_iter().flat_map(|verb| [(verb, true), (verb, false)]) {
        let refusal = Some(called_for(verb, present)).filter(|status| *status >= 400);
        for act in [None, Some(404), Some(409), Some(403)] {
            let (mut cluster, name) = asked(verb, present);
            cluster.send("a", "it");
            let request = cluster.request("it");
            match act {
                Some(status) => {
                    cluster.record("a", EventKind::Refused { request, status });
                }
                None => {
                    cluster.commit_as(cluster.replica("a"), "it", name, change(verb));
                }
            }
            let is_entry_taken = verb == Verb::Migrate && present && act == Some(409);
            let right = act == refusal || is_entry_taken;
            assert_eq!(breaches(&cluster).is_empty(), right, "{verb:?}, {present}, {act:?}");
            if !right {
                assert_eq!(breaches(&cluster), [Breach::ActedAgainstRows { request }]);
            }
        }
    }
}

#[test]
fn a_transaction_must_do_what_was_requested() {
    for (verb, done) in [(Verb::Put, Change::Delete), (Verb::Delete, Change::Put)] {
        let (mut cluster, name) = asked(verb, true);
        cluster.send("a", "it");
        cluster.commit_as(cluster.replica("a"), "it", name, done);
        let request = cluster.request("it");
        assert_eq!(breaches(&cluster), [Breach::ActedAgainstRows { request }]);
    }
}

#[test]
fn what_the_port_saw_deviate_is_against_the_rows() {
    let (mut cluster, name) = asked(Verb::Put, true);
    cluster.send("a", "it");
    let request = cluster.request("it");
    cluster.record("a", EventKind::Deviated { request, due: 200 });
    cluster.commit_as(cluster.replica("a"), "it", name, Change::Put);
    assert_eq!(breaches(&cluster), [Breach::ActedAgainstRows { request }]);
}

#[test]
fn what_is_bound_or_belongs_to_code_is_refused() {
    for (verb, status, mark) in [(Verb::Delete, 409, 0), (Verb::Put, 403, 1), (Verb::Put, 403, 2)] {
        let story = |marked: bool, status: Option<u16>| {
            let (mut cluster, name) = asked(verb, true);
            let address = cluster.address(name);
            match mark {
                _ if !marked => {}
                0 => cluster.header.bound.push(address),
                1 => cluster.header.code_rows.push(address),
                _ => cluster.header.replicas[0].code.push(address),
            }
            cluster.send("a", "it");
            let request = cluster.request("it");
            match status {
                Some(status) => {
                    cluster.record("a", EventKind::Refused { request, status });
                }
                None => {
                    cluster.commit_as(cluster.replica("a"), "it", name, change(verb));
                }
            }
            breaches(&cluster).len()
        };
        assert_eq!((story(true, Some(status)), story(false, None)), (0, 0), "{mark}");
        assert_eq!((story(true, None), story(false, Some(status))), (1, 1), "{mark}");
    }
}

#[test]
fn the_answer_says_what_was_done() {
    for (verb, present) in [(Verb::Put, true), (Verb::Put, false), (Verb::Create, true), (Verb::Delete, true)]
    {
        let right = called_for(verb, present);
        for status in [200, 201, 404, 409, 500, 503] {
            let (mut cluster, name) = asked(verb, present);
            cluster.send("a", "it");
            let request = cluster.request("it");
            if right >= 400 {
                cluster.record("a", EventKind::Refused { request, status: right });
            } else {
                cluster.commit_as(cluster.replica("a"), "it", name, change(verb));
            }
            cluster.answer("a", "it", status);
            // That a refused write was acknowledged is a breach of another invariant.
            let holds = status == right || right >= 400 && status < 300;
            let breach = Breach::AnsweredAgainstRows { request, status };
            assert_eq!(breaches(&cluster), vec![breach; usize::from(!holds)], "{verb:?} {present} {status}");
        }
    }
}

#[test]
fn unavailable_is_a_store_that_failed_or_an_answer_that_was_lost_or_late() {
    let stories: [Story; 5] = [
        (|_| {}, 1),
        (|cluster| cluster.wait(30_000), 0),
        (
            |cluster| {
                let request = cluster.request("it");
                cluster.record("a", EventKind::WriteFailed { request });
            },
            0,
        ),
        (
            |cluster| {
                cluster.commit_as(cluster.replica("a"), "it", ORDERS, Change::Put);
            },
            1,
        ),
        (
            |cluster| {
                cluster.commit_as(cluster.replica("a"), "it", ORDERS, Change::Put);
                let request = cluster.request("it");
                cluster.record("a", EventKind::AnswerLost { request });
            },
            0,
        ),
    ];
    for (at, (story, broken)) in stories.into_iter().enumerate() {
        let (mut cluster, _) = asked(Verb::Put, true);
        cluster.send("a", "it");
        story(&mut cluster);
        cluster.answer("a", "it", 503);
        assert_eq!(breaches(&cluster).len(), broken, "story {at}");
    }
}

#[test]
fn without_a_transaction_the_rows_must_have_given_it_at_some_instant_of_the_request() {
    for (verb, present) in VERBS.into_iter().flat_map(|verb| [(verb, true), (verb, false)]) {
        for status in [403, 404, 409, 500, 503] {
            let (mut cluster, _) = asked(verb, present);
            cluster.answer("a", "it", status);
            let right = status == called_for(verb, present) || verb == Verb::Migrate && status == 409;
            assert_eq!(breaches(&cluster).is_empty(), right, "{verb:?}, {present}, {status}");
        }
    }
    // A door that decides from its memory: the row was there before, or comes after.
    let (mut cluster, _) = asked(Verb::Update, true);
    cluster.write("b", "gone", ORDERS, Change::Delete);
    cluster.write("b", "anew", ORDERS, Change::Put);
    cluster.answer("a", "it", 404);
    assert_eq!(breaches(&cluster), []);
    let mut cluster = ScriptedCluster::booted();
    cluster.write("b", "gone", ORDERS, Change::Delete);
    cluster.write("b", "anew", ORDERS, Change::Put);
    cluster.send_request_for("a", "it", ORDERS, Verb::Update);
    cluster.answer("a", "it", 404);
    let request = cluster.request("it");
    assert_eq!(breaches(&cluster), [Breach::AnsweredAgainstRows { request, status: 404 }]);
}

#[test]
fn malformed_is_a_name_that_no_row_may_have_or_something_that_is_not_shown() {
    for (name, verb, broken) in [
        ("orders", Verb::Delete, 1),
        ("orders", Verb::Migrate, 0),
        ("orders", Verb::Put, 0),
        ("9orders", Verb::Delete, 0),
        ("default", Verb::Delete, 0),
        ("", Verb::Delete, 0),
        ("Orders", Verb::Delete, 0),
        ("_orders_9", Verb::Delete, 1),
    ] {
        let mut cluster = ScriptedCluster::new();
        cluster.header.addresses[0] = Address::new(Space::Datasource, name);
        cluster.boot("a");
        cluster.send_request_for("a", "it", name, verb);
        cluster.answer("a", "it", 400);
        assert_eq!(breaches(&cluster).len(), broken, "{name}");
    }
}

#[test]
fn a_replica_that_is_being_shut_down_is_unavailable() {
    let (mut cluster, _) = asked(Verb::Put, true);
    let request = cluster.request("down");
    cluster.record("b", EventKind::ShutDownBegan { request });
    cluster.answer("a", "it", 503);
    assert_eq!(breaches(&cluster).len(), 1);
    cluster.events.pop();
    cluster.record("a", EventKind::ShutDownBegan { request });
    cluster.answer("a", "it", 503);
    assert_eq!(breaches(&cluster), []);
}

#[test]
fn a_door_whose_own_read_failed_is_unavailable() {
    let (mut cluster, _) = asked(Verb::Put, true);
    cluster.answer("a", "it", 503);
    assert_eq!(breaches(&cluster).len(), 1);
    let (mut cluster, _) = asked(Verb::Put, true);
    let work = Work::Write(cluster.request("it"));
    cluster.begin_read("a", work, ORDERS);
    cluster.finish_read_as_of("a", work, ORDERS, cluster.sequence(), ReadResult::Unreadable);
    cluster.answer("a", "it", 503);
    assert_eq!(breaches(&cluster), []);
}
