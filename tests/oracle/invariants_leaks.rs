//! The invariants 7, 11 and 12, and what 2 says of connections: each red, and green in the story next to it.

use reconverge::history::{EventKind, History, Kept, NodeNameId, Payload};
use reconverge::names::{Invariant, Signature, Work};
use reconverge::oracle::{Breach, Broken, judge};

use crate::forge::{Change, Forge, ORDERS};

#[track_caller]
fn breaks(forge: &Forge, expected: &[(Invariant, Breach)]) {
    let broken = forge.judge().broken;
    let broken: Vec<_> = broken.iter().map(|broken| (broken.invariant, broken.what)).collect();
    assert_eq!(broken, expected);
}

/// `moved` is written on a with this payload, and followed on b.
fn published(text: &str) -> (Forge, History) {
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    forge.deliver("moved", "b", ORDERS);
    let mut history = forge.history();
    history.payloads.push(Payload {
        request: forge.request("moved"),
        replica: forge.replica("a"),
        channel: "datasource.mutated",
        partition_key: "datasource:orders".to_owned(),
        text: text.to_owned(),
    });
    (forge, history)
}

#[test]
fn a_payload_is_an_address_and_nothing_else() {
    let (mut forge, history) = published(r#"{ "name": "orders", "originNode": "a" }"#);
    assert_eq!(judge(&history).broken, []);
    let request = forge.request("moved");
    let wrong = [
        (r#"{"originNode":"a","name":"orders","revision":2}"#, Breach::PayloadNotAddress { request }),
        (r#"{"originNode":"a","name":"orders","name":"orders"}"#, Breach::PayloadNotAddress { request }),
        (r#"{"originNode":"a","name":7}"#, Breach::PayloadNotAddress { request }),
        (r#"{"originNode":"a"}"#, Breach::PayloadNotAddress { request }),
        (r#"{"originNode":"a","name":"orders"} hunter2"#, Breach::PayloadNotAddress { request }),
        (r#"{"originNode":"a","name":"stock"}"#, Breach::PayloadOfOther { request }),
        (r#"{"originNode":"b","name":"orders"}"#, Breach::PayloadFromOther { request }),
    ];
    for (text, what) in wrong {
        let (_, history) = published(text);
        let broken = judge(&history).broken;
        assert!(broken.len() == 1 && broken[0].invariant == Invariant::AddressOnly, "{text}: {broken:?}");
        assert_eq!(broken[0].what, what, "{text}");
    }
}

#[test]
fn a_node_id_that_the_publisher_was_attached_under_later_is_its_own() {
    let (mut forge, mut history) = published(r#"{"originNode":"x","name":"orders"}"#);
    assert_eq!(judge(&history).broken.len(), 1);
    forge.header.node_ids = vec!["x".to_owned()];
    forge.record("a", EventKind::NodeIdSet { node: NodeNameId(0) });
    history.header = std::sync::Arc::new(forge.header.clone());
    history.events = forge.events;
    assert_eq!(judge(&history).broken, []);
}

#[test]
fn what_is_evicted_or_built_in_vain_is_closed() {
    let mut forge = Forge::two();
    let instance = forge.held("b", ORDERS).expect("given");
    forge.write("a", "gone", ORDERS, Change::Delete);
    let work = forge.follow("gone", "b", 0);
    forge.read("b", work, ORDERS);
    forge.registry.remove(&(instance.replica, instance.address));
    forge.record("b", EventKind::Evicted { work, instance });
    breaks(&forge, &[(Invariant::NoLeak, Breach::Leaked { instance })]);
    forge.close("b", instance);
    breaks(&forge, &[]);
    forge.close("b", instance);
    breaks(&forge, &[(Invariant::NoLeak, Breach::ClosedAgain { instance })]);
}

#[test]
fn what_is_held_is_not_closed() {
    let mut forge = Forge::two();
    let instance = forge.held("b", ORDERS).expect("given");
    forge.close("b", instance);
    breaks(&forge, &[(Invariant::NoLeak, Breach::HeldClosed { instance })]);
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    let work = forge.follow("moved", "b", 0);
    forge.read("b", work, ORDERS);
    let late = forge.open("b", work, ORDERS);
    forge.keep("b", work, ORDERS, Kept::Unchanged);
    assert!(forge.judge().broken.iter().any(|broken| broken.what == Breach::Leaked { instance: late }));
}

#[test]
fn a_crash_a_pause_and_a_boot_excuse_what_is_open() {
    let stories: [fn(&mut Forge); 3] = [
        |forge| forge.crash("b"),
        |forge| {
            forge.record("b", EventKind::Paused);
        },
        |forge| {
            forge.crash("b");
            forge.begin("b");
        },
    ];
    for story in stories {
        let mut forge = Forge::two();
        let work = forge.reload("b", "again");
        forge.read("b", work, ORDERS);
        forge.open("b", work, ORDERS);
        assert_eq!(forge.judge().broken.len(), 1);
        story(&mut forge);
        breaks(&forge, &[]);
    }
}

#[test]
fn a_life_that_is_shut_down_closes_what_is_in_its_hands() {
    let mut forge = Forge::two();
    let instance = forge.held("b", ORDERS).expect("given");
    let work = forge.reload("b", "again");
    forge.read("b", work, ORDERS);
    forge.open("b", work, ORDERS);
    forge.record("b", EventKind::ShutDown);
    forge.crash("b");
    breaks(&forge, &[(Invariant::NoLeak, Breach::Leaked { instance })]);
    let last = forge.events.split_off(forge.events.len() - 2);
    forge.close("b", instance);
    forge.events.extend(last);
    breaks(&forge, &[]);
}

#[test]
fn a_convergence_does_not_write() {
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    let work = forge.follow("moved", "b", 0);
    forge.read("b", work, ORDERS);
    forge.apply("b", work, ORDERS);
    breaks(&forge, &[]);
    let request = forge.request("moved");
    let unasked = (Invariant::ConvergeWritesNothing, Breach::WroteUnasked { request });
    forge.record("b", EventKind::WriteSent { request });
    breaks(&forge, &[unasked]);
    forge.commit_as(forge.replica("b"), "moved", ORDERS, Change::Label);
    assert_eq!(forge.judge().broken.iter().filter(|broken| broken.what == unasked.1).count(), 2);
}

#[test]
fn neither_that_of_a_reload_nor_the_own_one_of_a_write() {
    let mut forge = Forge::two();
    let Work::Reload(request) = forge.reload("b", "again") else { unreachable!("a reload") };
    forge.record("b", EventKind::WriteSent { request });
    breaks(&forge, &[(Invariant::ConvergeWritesNothing, Breach::WroteUnasked { request })]);
    let mut forge = Forge::two();
    forge.commit("a", "moved", ORDERS, Change::Label);
    let request = forge.request("moved");
    breaks(&forge, &[]);
    forge.record("a", EventKind::WriteSent { request });
    breaks(&forge, &[(Invariant::ConvergeWritesNothing, Breach::WroteUnasked { request })]);
    let mut forge = Forge::two();
    forge.ask("a", "moved", ORDERS, Change::Put);
    forge.crash("a");
    forge.boot("a");
    forge.send("a", "moved");
    let request = forge.request("moved");
    breaks(&forge, &[(Invariant::ConvergeWritesNothing, Breach::WroteUnasked { request })]);
}

#[test]
fn no_phantom_of_another_connection() {
    let forge = Forge::two();
    let mut history = forge.history();
    let (instance, row) = (forge.held("b", ORDERS).expect("given"), forge.row(ORDERS).expect("given"));
    history.connections.push((instance, row.connection));
    assert!(judge(&history).is_clean());
    history.connections[0].1 = Signature(7);
    let Broken { invariant, what, .. } = judge(&history).broken[0];
    assert!(invariant == Invariant::NoPhantom && matches!(what, Breach::BuiltOther { .. }), "{what:?}");
}
