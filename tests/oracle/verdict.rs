//! The verdict: each expectation met and missed, and how the parts make a status.

use reconverge::history::{EventKind, FaultId, Line, Outcome, Payload, Probe};
use reconverge::model::{Action, Answer, Expect, LineExpect, PayloadExpect, RequestStep, StaleMode};
use reconverge::names::Columns;
use reconverge::names::{Address, Cause, Instant, Invariant, RequestId, Space, Verb};
use reconverge::verdict::{Failure, Group, Miss, Status};

use crate::forge::{Change, Forge, ORDERS};
use crate::scales::{expect_b, fails, passes, weigh_forge, weigh_history};

/// Two replicas, looked at before the first step; then `gone` on a, lost on its way to b.
pub fn lost() -> Forge {
    let mut forge = Forge::two();
    forge.views = ["a", "b"].map(|name| forge.view(forge.replica(name), Some(RequestId(0)))).to_vec();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.drop("gone", "b");
    forge
}

#[test]
fn a_stale_entry_fails_unless_it_is_named_or_allowed() {
    let forge = lost();
    let verdict = weigh_forge(&forge, vec![], Expect::default());
    fails(&verdict, Group::Stale(Some(Cause::LostDelivery)));
    let described = verdict.failures[0].described(&forge.history()).to_string();
    assert!(described.ends_with("the bus lost the delivery of `gone` (lost-delivery)"), "{described}");
    let verdict = weigh_forge(&forge, vec![], expect_b(|entry| entry.stale = Some(Cause::LostDelivery)));
    passes(&verdict);
    assert_eq!(verdict.notes.len(), 1);
    passes(&weigh_forge(&forge, vec![], Expect { stale: StaleMode::Allowed, ..Expect::default() }));
    let named = Expect { stale: StaleMode::Allowed, ..expect_b(|_| {}) };
    fails(&weigh_forge(&forge, vec![], named), Group::Stale(Some(Cause::LostDelivery)));
}

#[test]
fn a_cause_that_is_not_allowed_or_not_the_named_one_fails() {
    let mut forge = lost();
    let verdict = weigh_forge(&forge, vec![], expect_b(|entry| entry.stale = Some(Cause::Overflow)));
    fails(&verdict, Group::Stale(Some(Cause::LostDelivery)));
    assert!(matches!(verdict.failures[0], Failure::OtherCause { .. }));
    forge.header.allowed.clear();
    let allowed = Expect { stale: StaleMode::Allowed, ..Expect::default() };
    fails(&weigh_forge(&forge, vec![], allowed), Group::Stale(Some(Cause::LostDelivery)));
}

#[test]
fn an_entry_that_should_be_stale_and_is_not_fails() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.deliver("gone", "b", ORDERS);
    let verdict = weigh_forge(&forge, vec![], expect_b(|entry| entry.stale = Some(Cause::LostDelivery)));
    fails(&verdict, Group::Expectation("stale"));
    passes(&weigh_forge(&forge, vec![], expect_b(|entry| entry.held = Some(false))));
}

fn delete(answer: Answer) -> Vec<(&'static str, Action)> {
    let (on, columns) = ("a".to_owned(), Columns::default());
    let address = Address::new(Space::Datasource, ORDERS);
    vec![("gone", Action::Request(RequestStep { on, verb: Verb::Delete, address, columns, answer }))]
}

#[test]
fn answers() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.deliver("gone", "b", ORDERS);
    for answer in [Answer::Done, Answer::Status(200), Answer::Any] {
        passes(&weigh_forge(&forge, delete(answer), Expect::default()));
    }
    for answer in [Answer::Status(404), Answer::None] {
        fails(&weigh_forge(&forge, delete(answer), Expect::default()), Group::Expectation("status"));
    }
    let mut forge = Forge::two();
    let verdict = weigh_forge(&forge, delete(Answer::Any), Expect::default());
    assert_eq!((verdict.status, verdict.misses), (Status::Miss, vec![Miss::Step("gone".to_owned())]));
    let request = forge.request("gone");
    forge.record("a", EventKind::Unanswered { request });
    passes(&weigh_forge(&forge, delete(Answer::None), Expect::default()));
    fails(&weigh_forge(&forge, delete(Answer::Done), Expect::default()), Group::Expectation("status"));
}

#[test]
fn ready_probes() {
    let mut forge = Forge::two();
    let (step, replica) = (forge.request("probe"), forge.replica("b"));
    let mut history = forge.history();
    history.probes.push(Probe { step, replica, status: 503, names: vec![ORDERS.to_owned()] });
    let probe = |status, names: Option<&[&str]>| {
        let names = names.map(|names| names.iter().map(|&name| name.to_owned()).collect());
        vec![("probe", Action::Ready { on: "b".to_owned(), status, names })]
    };
    passes(&weigh_history(&history, probe(503, None), Expect::default()));
    passes(&weigh_history(&history, probe(503, Some(&[ORDERS])), Expect::default()));
    fails(&weigh_history(&history, probe(503, Some(&[])), Expect::default()), Group::Expectation("ready"));
    fails(&weigh_history(&history, probe(200, None), Expect::default()), Group::Expectation("ready"));
    history.probes.clear();
    assert_eq!(weigh_history(&history, probe(503, None), Expect::default()).status, Status::Miss);
}

#[test]
fn signals_and_payloads() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.deliver("gone", "b", ORDERS);
    forge.stray("stray", "stock");
    let mut history = forge.history();
    history.payloads.push(Payload {
        request: forge.request("gone"),
        replica: forge.replica("a"),
        channel: "datasource.mutated",
        partition_key: "datasource:orders".to_owned(),
        text: r#"{ "originNode": "a", "name": "orders" }"#.to_owned(),
    });
    let signals = |count| Expect { signals: Some(count), ..Expect::default() };
    passes(&weigh_history(&history, vec![], signals(1)));
    fails(&weigh_history(&history, vec![], signals(2)), Group::Expectation("signals"));
    let payloads = |json: &str, key: Option<&str>| {
        let partition_key = key.map(str::to_owned);
        let payload = PayloadExpect { json: json.to_owned(), partition_key };
        Expect { payloads: Some(vec![payload]), ..Expect::default() }
    };
    let json = r#"{"name":"orders","originNode":"a"}"#;
    passes(&weigh_history(&history, vec![], payloads(json, None)));
    passes(&weigh_history(&history, vec![], payloads(json, Some("datasource:orders"))));
    let payload = Group::Expectation("payloads");
    fails(&weigh_history(&history, vec![], payloads(json, Some("datasource:stock"))), payload);
    fails(&weigh_history(&history, vec![], payloads(r#"{"name":"orders"}"#, None)), payload);
    let none = Expect { payloads: Some(Vec::new()), ..Expect::default() };
    fails(&weigh_history(&history, vec![], none), payload);
}

#[test]
fn log_lines() {
    let forge = Forge::two();
    let mut history = forge.history();
    let text = "bridged datasource.mutated → bus (node=b)".to_owned();
    history.lines.push(Line { at: Instant(1), replica: forge.replica("b"), level: "info", text });
    let log_of = |on: Option<&str>, level: &str, text: Option<&str>, count| {
        let (on, level, text) = (on.map(str::to_owned), level.to_owned(), text.map(str::to_owned));
        Expect { log: vec![LineExpect { on, level, text, count }], ..Expect::default() }
    };
    let log = |on, level, count| log_of(on, level, Some("bridged"), count);
    passes(&weigh_history(&history, vec![], log(None, "info", None)));
    passes(&weigh_history(&history, vec![], log(Some("b"), "info", Some(1))));
    passes(&weigh_history(&history, vec![], log(Some("a"), "info", Some(0))));
    fails(&weigh_history(&history, vec![], log(Some("a"), "info", None)), Group::Expectation("log"));
    fails(&weigh_history(&history, vec![], log(None, "warn", None)), Group::Expectation("log"));
    fails(&weigh_history(&history, vec![], log(None, "info", Some(2))), Group::Expectation("log"));
    let any_of = |level, count| log_of(Some("b"), level, None, Some(count));
    passes(&weigh_history(&history, vec![], any_of("warn", 0)));
    passes(&weigh_history(&history, vec![], any_of("info", 1)));
    fails(&weigh_history(&history, vec![], any_of("info", 0)), Group::Expectation("log"));
}

#[test]
fn breaks_are_exactly_the_named_ones() {
    let mut forge = Forge::two();
    let breaks = |invariant| Expect { breaks: [invariant].into(), ..Expect::default() };
    fails(&weigh_forge(&forge, vec![], breaks(Invariant::NoEcho)), Group::Expectation("breaks"));
    forge.write("a", "label", ORDERS, Change::Label);
    forge.deliver("label", "b", ORDERS);
    forge.deliver("label", "a", ORDERS);
    passes(&weigh_forge(&forge, vec![], breaks(Invariant::NoEcho)));
    fails(&weigh_forge(&forge, vec![], Expect::default()), Group::Invariant(Invariant::NoEcho));
}

#[test]
fn contradictory_records_fail() {
    let forge = Forge::two();
    let mut history = forge.history();
    history.rows.clear();
    fails(&weigh_history(&history, vec![], Expect::default()), Group::Inconsistent);
}

#[test]
fn theorem_one_fails_even_where_the_cause_is_allowed() {
    let mut forge = Forge::two();
    forge.header.allowed.insert(Cause::NotPublished);
    forge.commit("a", "gone", ORDERS, Change::Delete);
    forge.finish("a", "gone", ORDERS);
    let allowed = Expect { stale: StaleMode::Allowed, ..Expect::default() };
    let verdict = weigh_forge(&forge, vec![], allowed);
    assert!(matches!(verdict.failures[..], [Failure::Theorem(_)]), "{verdict:#?}");
}

#[test]
fn armed_faults_that_never_fire_and_judging_nothing_are_misses() {
    let mut forge = Forge::two();
    forge.header.faults = vec!["drop `gone` to b".to_owned(), "drop `gone` to c".to_owned()];
    forge.record("b", EventKind::Fault { fault: FaultId(1) });
    let verdict = weigh_forge(&forge, vec![], Expect::default());
    assert_eq!((verdict.status, &verdict.misses[..]), (Status::Miss, &[Miss::Fault { fault: 0 }][..]));
    let described = verdict.misses[0].described(&forge.history()).to_string();
    assert_eq!(described, "an armed fault never fired: drop `gone` to b");
    let mut forge = Forge::two();
    forge.crash("b");
    assert_eq!(weigh_forge(&forge, vec![], expect_b(|_| {})).misses.len(), 1);
    passes(&weigh_forge(&forge, vec![], expect_b(|entry| entry.held = Some(false))));
    passes(&weigh_forge(&forge, vec![], expect_b(|entry| entry.builds = Some(1))));
    forge.crash("a");
    assert_eq!(weigh_forge(&forge, vec![], Expect::default()).misses, [Miss::NothingJudged]);
}

#[test]
fn a_run_that_did_not_end_is_a_fault_and_nothing_else_is_held_against_it() {
    let mut forge = lost();
    forge.outcome = Outcome::Endless { replica: None, at: Instant(5), bound: "events" };
    let verdict = weigh_forge(&forge, delete(Answer::Status(404)), Expect::default());
    assert_eq!(verdict.status, Status::Fault);
    assert!(matches!(verdict.failures[..], [Failure::Outcome(_)]));
}
