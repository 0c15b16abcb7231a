//! The invariants 7, 9 and 13 on the lanes 1, 2 and 4: each red in one history, and green in a similar one.

use reconverge::history::{Damage, Payload, Reception};
use reconverge::names::{Invariant, Lane, Verb};
use reconverge::oracle::{Breach, judge};

use crate::lane_invariants::{breaches, broken};
use crate::scripted_cluster::{CRM, Change, ITEM, KEY, LISTING, OBJECT, RECONCILE, ScriptedCluster};

/// What a payload of a write breaks that is published under this name.
fn payload(name: &str, text: &str) -> Option<Breach> {
    let lane = crate::scripted_cluster::address(name).lane();
    let mut cluster = ScriptedCluster::with(&[lane]);
    cluster.boot("a");
    cluster.send_request_for("a", "it", name, Verb::Put);
    cluster.publish("a", "it", name, true);
    let mut history = cluster.history();
    history.payloads.push(Payload {
        request: cluster.request("it"),
        replica: cluster.replica("a"),
        channel: lane.channel(),
        partition_key: String::new(),
        text: text.to_owned(),
    });
    let broken = judge(&history).broken;
    let of = broken.into_iter().find(|broken| broken.invariant == Invariant::AddressOnly);
    of.map(|broken| broken.breach)
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
    let mut cluster = ScriptedCluster::metadata();
    cluster.write_metadata("a", "new", OBJECT, Change::Put);
    assert_eq!(broken(&cluster), []);
    let request = cluster.request("new");
    cluster.publish("a", "new", ITEM, true);
    assert_eq!(broken(&cluster), [(Invariant::NoEcho, Breach::PublishedAgain { request })]);
}

#[test]
fn its_own_signal_drops_nothing_and_reconciles_nothing() {
    let mut cluster = ScriptedCluster::metadata();
    cluster.write_metadata("a", "new", OBJECT, Change::Put);
    cluster.arrive("new", "a", 0, Damage::None);
    cluster.receive("new", "a", 0, Reception::Own);
    assert_eq!(broken(&cluster), []);
    let work = cluster.follow("new", "a", 1);
    cluster.invalidate("a", work, ITEM);
    let request = cluster.request("new");
    assert_eq!(broken(&cluster), [(Invariant::NoEcho, Breach::FollowedOwn { request, copy: 1 })]);
    let mut cluster = ScriptedCluster::connected();
    cluster.write_key("a", "new", KEY, Change::Put);
    cluster.deliver_key("new", "b");
    assert_eq!(broken(&cluster), []);
    let work = cluster.follow("new", "a", 0);
    cluster.read("a", work, RECONCILE);
    let instance = cluster.open("a", work, CRM);
    cluster.close("a", instance);
    let request = cluster.request("new");
    assert_eq!(
        broken(&cluster),
        [(Invariant::NoEcho, Breach::FollowedOwn { request, copy: 0 })],
        "told once"
    );
}

/// Whether a door may give this answer to a request about a name without a transaction.
fn may_answer(lane: Lane, name: &str, verb: Verb, status: u16) -> bool {
    let mut cluster = ScriptedCluster::with(&[lane]);
    let address = crate::scripted_cluster::address(name);
    if !cluster.header.addresses.contains(&address) {
        cluster.header.addresses.push(address);
    }
    cluster.boot("a");
    cluster.send_request_for("a", "it", name, verb);
    cluster.answer("a", "it", status);
    breaches(&cluster, Invariant::DoorAnswersRows).is_empty()
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
        let lane = crate::scripted_cluster::address(name).lane();
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
                let mut cluster = ScriptedCluster::with(&[lane]);
                if status == 200 {
                    cluster.given(name);
                }
                cluster.boot("a");
                cluster.commit("a", "it", name, change);
                cluster.answer("a", "it", answered);
                let is_right = breaches(&cluster, Invariant::DoorAnswersRows).is_empty();
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
    let mut cluster = ScriptedCluster::with(&[Lane::Credential]);
    cluster.boot("a");
    cluster.send_request_for("a", "it", KEY, Verb::Put);
    cluster.answer("a", "it", 404);
    assert_eq!(breaches(&cluster, Invariant::DoorAnswersRows).len(), 1);
    cluster.header.replicas[0].lanes.clear();
    assert_eq!(breaches(&cluster, Invariant::DoorAnswersRows), []);
}
