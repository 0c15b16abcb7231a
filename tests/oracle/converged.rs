//! Who is judged, and what has converged.

use reconverge::history::{BuildFailure, EventKind, Outcome};
use reconverge::names::{Invariant, Work};

use crate::forge::{Change, Forge, ORDERS};

#[test]
fn a_followed_delete_converges() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.deliver("gone", "b", ORDERS);
    let findings = forge.judge();
    assert!(findings.is_clean(), "{findings:#?}");
    assert!(findings.assumptions && !findings.breaks_theorem());
    assert_eq!(findings.judged, [forge.replica("a"), forge.replica("b")]);
}

#[test]
fn puts_labels_and_deactivations_converge() {
    let mut forge = Forge::two();
    let changes = [Change::Put, Change::Label, Change::Deactivate, Change::Put, Change::Delete, Change::Put];
    for (step, change) in ["1", "2", "3", "4", "5", "6"].into_iter().zip(changes) {
        forge.write("a", step, ORDERS, change);
        forge.deliver(step, "b", ORDERS);
    }
    let findings = forge.judge();
    assert!(findings.is_clean(), "{findings:#?}");
}

#[test]
fn a_missed_label_is_not_stale() {
    let mut forge = Forge::two();
    forge.write("a", "label", ORDERS, Change::Label);
    forge.drop("label", "b");
    assert!(forge.judge().is_clean());
}

#[test]
fn down_booting_and_paused_replicas_are_not_judged() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.record("b", EventKind::Paused);
    let findings = forge.judge();
    assert_eq!((findings.judged, findings.stale.len()), (vec![forge.replica("a")], 0));
    forge.record("b", EventKind::Resumed);
    assert_eq!(forge.judge().stale.len(), 1, "once it goes on it is judged");
    forge.crash("b");
    assert_eq!(forge.judge().judged, [forge.replica("a")]);
    let work = forge.begin("b");
    forge.subscribe("b");
    assert_eq!(forge.judge().judged, [forge.replica("a")]);
    forge.list("b", work);
    forge.serve("b");
    assert_eq!(forge.judge().judged.len(), 2);
}

#[test]
fn a_run_that_did_not_end_quiet_judges_nobody() {
    let mut forge = Forge::two();
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.outcome = Outcome::Deadlock { replicas: Vec::new(), at: reconverge::names::Instant(1) };
    let findings = forge.judge();
    assert!(findings.judged.is_empty() && findings.stale.is_empty());
}

#[test]
fn while_its_build_fails_the_kept_old_instance_is_right() {
    let mut forge = Forge::two();
    forge.write("a", "moved", ORDERS, Change::Put);
    let work = forge.follow("moved", "b", 0);
    forge.read("b", work, ORDERS);
    forge.fail_open("b", work, ORDERS, BuildFailure::Refused);
    let entry = (forge.address(ORDERS), forge.replica("b"));
    forge.builds.insert(entry, false);
    assert!(forge.judge().stale.is_empty());
    forge.builds.insert(entry, true);
    assert_eq!(forge.judge().stale.len(), 1, "the same, once a build would succeed");
}

#[test]
fn an_inactive_row_excuses_no_instance_even_while_builds_fail() {
    let mut forge = Forge::two();
    forge.write("a", "off", ORDERS, Change::Deactivate);
    forge.drop("off", "b");
    forge.builds.insert((forge.address(ORDERS), forge.replica("b")), false);
    assert_eq!(forge.judge().stale.len(), 1);
}

#[test]
fn code_must_hold_its_own_instance() {
    let mut forge = Forge::new();
    let stock = forge.address("stock");
    forge.header.replicas[1].code.push(stock);
    let work = forge.begin("b");
    let instance = forge.open("b", work, "stock");
    forge.install("b", work, instance);
    forge.subscribe("b");
    forge.list_only("b", work, true);
    forge.serve("b");
    assert!(forge.judge().is_clean(), "{:#?}", forge.judge());
    forge.evict("b", Work::Boot(work.request()), "stock");
    let findings = forge.judge();
    let broken = findings.broken.iter().filter(|broken| broken.invariant == Invariant::CodeUntouched);
    assert!(broken.count() >= 2, "evicted, and missing at the end: {findings:#?}");
}
