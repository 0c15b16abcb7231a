//! Invariant 13: what a door does and answers, red and green against the rows.

use reconverge::history::{EventKind, Seen};
use reconverge::names::{Address, Invariant, Space, Verb, Work};
use reconverge::oracle::Breach;

use crate::forge::{Change, Forge, ORDERS};

/// The breaches of invariant 13.
fn breaches(forge: &Forge) -> Vec<Breach> {
    let broken = forge.judge().broken;
    let doors = broken.iter().filter(|broken| broken.invariant == Invariant::DoorAnswersRows);
    doors.map(|broken| broken.what).collect()
}

/// `it` asks for this on a, about a row that is there or one that is not.
fn asked(verb: Verb, present: bool) -> (Forge, &'static str) {
    let mut forge = Forge::two();
    let name = if present { ORDERS } else { "stock" };
    forge.ask_to("a", "it", name, verb);
    (forge, name)
}

fn change(verb: Verb) -> Change {
    match verb {
        Verb::Delete => Change::Delete,
        Verb::Migrate => Change::Label,
        _ => Change::Put,
    }
}

/// What the rows give: a status of its own, or that of the change.
fn given(verb: Verb, present: bool) -> u16 {
    match (verb, present) {
        (Verb::Create, true) => 409,
        (Verb::Create | Verb::Put, false) => 201,
        (Verb::Update | Verb::Delete | Verb::Migrate, false) => 404,
        _ => 200,
    }
}

/// What happens to a transaction before its door answers, and how often that breaks the invariant.
type Story = (fn(&mut Forge), usize);

const VERBS: [Verb; 5] = [Verb::Create, Verb::Update, Verb::Put, Verb::Delete, Verb::Migrate];

#[test]
fn a_transaction_commits_or_is_refused_as_the_rows_say() {
    for (verb, present) in VERBS.into_iter().flat_map(|verb| [(verb, true), (verb, false)]) {
        let refusal = Some(given(verb, present)).filter(|status| *status >= 400);
        for act in [None, Some(404), Some(409), Some(403)] {
            let (mut forge, name) = asked(verb, present);
            forge.send("a", "it");
            let request = forge.request("it");
            match act {
                Some(status) => {
                    forge.record("a", EventKind::Refused { request, status });
                }
                None => {
                    forge.commit_as(forge.replica("a"), "it", name, change(verb));
                }
            }
            let is_entry_taken = verb == Verb::Migrate && present && act == Some(409);
            let right = act == refusal || is_entry_taken;
            assert_eq!(breaches(&forge).is_empty(), right, "{verb:?}, {present}, {act:?}");
            if !right {
                assert_eq!(breaches(&forge), [Breach::ActedAgainstRows { request }]);
            }
        }
    }
}

#[test]
fn an_act_must_do_what_was_asked() {
    for (verb, done) in [(Verb::Put, Change::Delete), (Verb::Delete, Change::Put)] {
        let (mut forge, name) = asked(verb, true);
        forge.send("a", "it");
        forge.commit_as(forge.replica("a"), "it", name, done);
        let request = forge.request("it");
        assert_eq!(breaches(&forge), [Breach::ActedAgainstRows { request }]);
    }
}

#[test]
fn what_the_port_saw_deviate_is_against_the_rows() {
    let (mut forge, name) = asked(Verb::Put, true);
    forge.send("a", "it");
    let request = forge.request("it");
    forge.record("a", EventKind::Deviated { request, due: 200 });
    forge.commit_as(forge.replica("a"), "it", name, Change::Put);
    assert_eq!(breaches(&forge), [Breach::ActedAgainstRows { request }]);
}

#[test]
fn what_is_bound_or_belongs_to_code_is_refused() {
    for (verb, status, mark) in [(Verb::Delete, 409, 0), (Verb::Put, 403, 1), (Verb::Put, 403, 2)] {
        let story = |marked: bool, status: Option<u16>| {
            let (mut forge, name) = asked(verb, true);
            let address = forge.address(name);
            match mark {
                _ if !marked => {}
                0 => forge.header.bound.push(address),
                1 => forge.header.code_rows.push(address),
                _ => forge.header.replicas[0].code.push(address),
            }
            forge.send("a", "it");
            let request = forge.request("it");
            match status {
                Some(status) => {
                    forge.record("a", EventKind::Refused { request, status });
                }
                None => {
                    forge.commit_as(forge.replica("a"), "it", name, change(verb));
                }
            }
            breaches(&forge).len()
        };
        assert_eq!((story(true, Some(status)), story(false, None)), (0, 0), "{mark}");
        assert_eq!((story(true, None), story(false, Some(status))), (1, 1), "{mark}");
    }
}

#[test]
fn the_answer_says_what_was_done() {
    for (verb, present) in [(Verb::Put, true), (Verb::Put, false), (Verb::Create, true), (Verb::Delete, true)]
    {
        let right = given(verb, present);
        for status in [200, 201, 404, 409, 500, 503] {
            let (mut forge, name) = asked(verb, present);
            forge.send("a", "it");
            let request = forge.request("it");
            if right >= 400 {
                forge.record("a", EventKind::Refused { request, status: right });
            } else {
                forge.commit_as(forge.replica("a"), "it", name, change(verb));
            }
            forge.answer("a", "it", status);
            // That a refused write was acknowledged is a breach of another invariant.
            let holds = status == right || right >= 400 && status < 300;
            let what = Breach::AnsweredAgainstRows { request, status };
            assert_eq!(breaches(&forge), vec![what; usize::from(!holds)], "{verb:?} {present} {status}");
        }
    }
}

#[test]
fn unavailable_is_a_store_that_failed_or_an_answer_that_was_lost_or_late() {
    let stories: [Story; 5] = [
        (|_| {}, 1),
        (|forge| forge.wait(30_000), 0),
        (
            |forge| {
                let request = forge.request("it");
                forge.record("a", EventKind::WriteFailed { request });
            },
            0,
        ),
        (
            |forge| {
                forge.commit_as(forge.replica("a"), "it", ORDERS, Change::Put);
            },
            1,
        ),
        (
            |forge| {
                forge.commit_as(forge.replica("a"), "it", ORDERS, Change::Put);
                let request = forge.request("it");
                forge.record("a", EventKind::AnswerLost { request });
            },
            0,
        ),
    ];
    for (at, (story, broken)) in stories.into_iter().enumerate() {
        let (mut forge, _) = asked(Verb::Put, true);
        forge.send("a", "it");
        story(&mut forge);
        forge.answer("a", "it", 503);
        assert_eq!(breaches(&forge).len(), broken, "story {at}");
    }
}

#[test]
fn without_a_transaction_the_rows_must_have_given_it_at_some_instant_of_the_request() {
    for (verb, present) in VERBS.into_iter().flat_map(|verb| [(verb, true), (verb, false)]) {
        for status in [403, 404, 409, 500, 503] {
            let (mut forge, _) = asked(verb, present);
            forge.answer("a", "it", status);
            let right = status == given(verb, present) || verb == Verb::Migrate && status == 409;
            assert_eq!(breaches(&forge).is_empty(), right, "{verb:?}, {present}, {status}");
        }
    }
    // A door that decides from its memory: the row was there before, or comes after.
    let (mut forge, _) = asked(Verb::Update, true);
    forge.write("b", "gone", ORDERS, Change::Delete);
    forge.write("b", "anew", ORDERS, Change::Put);
    forge.answer("a", "it", 404);
    assert_eq!(breaches(&forge), []);
    let mut forge = Forge::two();
    forge.write("b", "gone", ORDERS, Change::Delete);
    forge.write("b", "anew", ORDERS, Change::Put);
    forge.ask_to("a", "it", ORDERS, Verb::Update);
    forge.answer("a", "it", 404);
    let request = forge.request("it");
    assert_eq!(breaches(&forge), [Breach::AnsweredAgainstRows { request, status: 404 }]);
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
        let mut forge = Forge::new();
        forge.header.addresses[0] = Address::new(Space::Datasource, name);
        forge.boot("a");
        forge.ask_to("a", "it", name, verb);
        forge.answer("a", "it", 400);
        assert_eq!(breaches(&forge).len(), broken, "{name}");
    }
}

#[test]
fn a_replica_that_is_being_shut_down_is_unavailable() {
    let (mut forge, _) = asked(Verb::Put, true);
    let request = forge.request("down");
    forge.record("b", EventKind::ShutDownBegan { request });
    forge.answer("a", "it", 503);
    assert_eq!(breaches(&forge).len(), 1);
    forge.events.pop();
    forge.record("a", EventKind::ShutDownBegan { request });
    forge.answer("a", "it", 503);
    assert_eq!(breaches(&forge), []);
}

#[test]
fn a_door_whose_own_read_failed_is_unavailable() {
    let (mut forge, _) = asked(Verb::Put, true);
    forge.answer("a", "it", 503);
    assert_eq!(breaches(&forge).len(), 1);
    let (mut forge, _) = asked(Verb::Put, true);
    let work = Work::Write(forge.request("it"));
    forge.begin_read("a", work, ORDERS);
    forge.see_as_of("a", work, ORDERS, forge.sequence(), Seen::Unreadable);
    forge.answer("a", "it", 503);
    assert_eq!(breaches(&forge), []);
}
