//! The invariants 7, 9 and 13 on the lanes 1, 2 and 4: each red, and green in the story next to it.

use reconverge::history::{Damage, Payload, Reception};
use reconverge::names::{Invariant, Lane, Verb};
use reconverge::oracle::{Breach, judge};

use crate::forge::{CRM, Change, Forge, ITEM, KEY, LISTING, OBJECT, RECONCILE};
use crate::lane_invariants::{breaches, broken};

/// What a payload of a write breaks, published under this name.
fn payload(name: &str, text: &str) -> Option<Breach> {
    let lane = crate::forge::address(name).lane();
    let mut forge = Forge::with(&[lane]);
    forge.boot("a");
    forge.ask_to("a", "it", name, Verb::Put);
    forge.publish("a", "it", name, true);
    let mut history = forge.history();
    history.payloads.push(Payload {
        request: forge.request("it"),
        replica: forge.replica("a"),
        channel: lane.channel(),
        partition_key: String::new(),
        text: text.to_owned(),
    });
    let broken = judge(&history).broken;
    let of = broken.into_iter().find(|broken| broken.invariant == Invariant::AddressOnly);
    of.map(|broken| broken.what)
}

#[test]
fn a_payload_has_just_the_shape_of_its_lane() {
    let right = [
        (ITEM, r#"{"originNode":"a","type":"view","event":{"kind":"put","name":"x"}}"#),
        (ITEM, r#"{"originNode":"a","type":"view","event":{"kind":"delete","name":"x"}}"#),
        (OBJECT, r#"{"originNode":"a","type":"view","name":"x"}"#),
        (KEY, r#"{"originNode":"a","ref":"KEY"}"#),
    ];
    for (name, text) in right {
        assert_eq!(payload(name, text), None, "{text}");
    }
    let shapeless = [
        (ITEM, r#"{"originNode":"a","type":"view","event":{"kind":"touch","name":"x"}}"#),
        (ITEM, r#"{"originNode":"a","type":"view","event":{"kind":"put","name":"x","value":1}}"#),
        (ITEM, r#"{"originNode":"a","type":"view","name":"x"}"#),
        (OBJECT, r#"{"originNode":"a","name":"view/x"}"#),
        (OBJECT, r#"{"originNode":"a","type":"view","name":"x","revision":1}"#),
        (KEY, r#"{"originNode":"a","name":"KEY"}"#),
        (KEY, r#"{"originNode":"a","ref":"KEY","secret":"hunter2"}"#),
    ];
    for (name, text) in shapeless {
        assert!(matches!(payload(name, text), Some(Breach::PayloadNotAddress { .. })), "{text}");
    }
    let of_other = [
        (ITEM, r#"{"originNode":"a","type":"view","event":{"kind":"put","name":"y"}}"#),
        (OBJECT, r#"{"originNode":"a","type":"page","name":"x"}"#),
        (KEY, r#"{"originNode":"a","ref":"OTHER"}"#),
    ];
    for (name, text) in of_other {
        assert!(matches!(payload(name, text), Some(Breach::PayloadOfOther { .. })), "{text}");
    }
    let from_other = payload(KEY, r#"{"originNode":"b","ref":"KEY"}"#);
    assert!(matches!(from_other, Some(Breach::PayloadFromOther { .. })));
}

#[test]
fn one_signal_for_each_lane_and_no_more() {
    let mut forge = Forge::metadata();
    forge.write_metadata("a", "new", OBJECT, Change::Put);
    assert_eq!(broken(&forge), []);
    let request = forge.request("new");
    forge.publish("a", "new", ITEM, true);
    assert_eq!(broken(&forge), [(Invariant::NoEcho, Breach::PublishedAgain { request })]);
}

#[test]
fn its_own_signal_drops_nothing_and_reconciles_nothing() {
    let mut forge = Forge::metadata();
    forge.write_metadata("a", "new", OBJECT, Change::Put);
    forge.arrive("new", "a", 0, Damage::None);
    forge.receive("new", "a", 0, Reception::Own);
    assert_eq!(broken(&forge), []);
    let work = forge.follow("new", "a", 1);
    forge.invalidate("a", work, ITEM);
    let request = forge.request("new");
    assert_eq!(broken(&forge), [(Invariant::NoEcho, Breach::FollowedOwn { request, copy: 1 })]);
    let mut forge = Forge::connected();
    forge.write_key("a", "new", KEY, Change::Put);
    forge.deliver_key("new", "b");
    assert_eq!(broken(&forge), []);
    let work = forge.follow("new", "a", 0);
    forge.read("a", work, RECONCILE);
    let instance = forge.open("a", work, CRM);
    forge.close("a", instance);
    let request = forge.request("new");
    assert_eq!(broken(&forge), [(Invariant::NoEcho, Breach::FollowedOwn { request, copy: 0 })], "told once");
}

/// Whether a door may answer so to a request about a name, with no transaction.
fn may_answer(lane: Lane, name: &str, verb: Verb, status: u16) -> bool {
    let mut forge = Forge::with(&[lane]);
    let address = crate::forge::address(name);
    if !forge.header.addresses.contains(&address) {
        forge.header.addresses.push(address);
    }
    forge.boot("a");
    forge.ask_to("a", "it", name, verb);
    forge.answer("a", "it", status);
    breaches(&forge, Invariant::DoorAnswersRows).is_empty()
}

#[test]
fn names_are_malformed_by_the_rule_of_their_space() {
    let names = [
        ("object:view/x", false),
        ("object:view/default", false),
        ("object:view", true),
        ("object:View/x", true),
        ("object:view/x/y", true),
        ("credential:KEY_9", false),
        ("credential:key", false),
        ("credential:9KEY", true),
        ("credential:KEY-9", true),
        ("credential:", true),
    ];
    for (name, is_malformed) in names {
        let lane = crate::forge::address(name).lane();
        assert_eq!(may_answer(lane, name, Verb::Delete, 400), is_malformed, "{name}");
        assert!(may_answer(lane, name, Verb::Put, 400), "{name}: what is in its body is not shown");
    }
}

#[test]
fn doors_of_metadata_and_credentials_answer_what_the_rows_give() {
    for (lane, name) in [(Lane::Metadata, OBJECT), (Lane::Credential, KEY)] {
        assert!(may_answer(lane, name, Verb::Delete, 404), "there is none");
        assert!(!may_answer(lane, name, Verb::Put, 404));
        for (change, status) in [(Change::Put, 201), (Change::Put, 200), (Change::Delete, 200)] {
            for answered in [200, 201] {
                let mut forge = Forge::with(&[lane]);
                if status == 200 {
                    forge.given(name);
                }
                forge.boot("a");
                forge.commit("a", "it", name, change);
                forge.answer("a", "it", answered);
                let is_right = breaches(&forge, Invariant::DoorAnswersRows).is_empty();
                assert_eq!(is_right, answered == status, "{name}: {answered}");
            }
        }
    }
}

#[test]
fn reads_are_no_writes_and_an_absent_service_knows_nothing() {
    for (verb, name) in [(Verb::Read, ITEM), (Verb::List, LISTING), (Verb::Watch, LISTING)] {
        assert!(may_answer(Lane::MetadataCache, name, verb, 404));
    }
    let mut forge = Forge::with(&[Lane::Credential]);
    forge.boot("a");
    forge.ask_to("a", "it", KEY, Verb::Put);
    forge.answer("a", "it", 404);
    assert_eq!(breaches(&forge, Invariant::DoorAnswersRows).len(), 1);
    forge.header.replicas[0].lanes.clear();
    assert_eq!(breaches(&forge, Invariant::DoorAnswersRows), []);
}
