//! The verdict on entries of registries: what is held, since when, how often built, and with what.

use std::collections::BTreeMap;

use reconverge::model::{Action, Expect};
use reconverge::names::{Cause, RequestId};
use reconverge::verdict::{Group, Status};

use crate::forge::{Change, Forge, ORDERS};
use crate::scales::{expect_b, fails, on_b, passes, weigh_forge, weigh_history};
use crate::verdict::lost;

#[test]
fn what_is_held_and_whether_it_is_the_same() {
    let forge = lost();
    let entry = |held, same| {
        expect_b(|entry| {
            entry.stale = Some(Cause::LostDelivery);
            entry.held = held;
            entry.same_instance = same;
        })
    };
    passes(&weigh_forge(&forge, vec![], entry(Some(true), Some(true))));
    fails(&weigh_forge(&forge, vec![], entry(Some(false), None)), Group::Expectation("held"));
    fails(&weigh_forge(&forge, vec![], entry(None, Some(false))), Group::Expectation("same_instance"));
    let mut forge = Forge::two();
    forge.views = vec![forge.view(forge.replica("b"), Some(RequestId(0)))];
    forge.write("a", "moved", ORDERS, Change::Put);
    forge.deliver("moved", "b", ORDERS);
    passes(&weigh_forge(&forge, vec![], expect_b(|entry| entry.same_instance = Some(false))));
    let same = expect_b(|entry| entry.same_instance = Some(true));
    fails(&weigh_forge(&forge, vec![], same), Group::Expectation("same_instance"));
}

#[test]
fn builds_and_reads_are_counted() {
    let mut forge = Forge::two();
    forge.write("a", "label", ORDERS, Change::Label);
    forge.deliver("label", "b", ORDERS);
    let count = |builds, reads| {
        expect_b(|entry| {
            entry.builds = Some(builds);
            entry.reads = Some(reads);
        })
    };
    passes(&weigh_forge(&forge, vec![], count(1, 2)));
    fails(&weigh_forge(&forge, vec![], count(2, 2)), Group::Expectation("builds"));
    fails(&weigh_forge(&forge, vec![], count(1, 1)), Group::Expectation("reads"));
}

#[test]
fn fields_are_compared_with_what_the_instance_was_built_with() {
    let forge = Forge::two();
    let mut history = forge.history();
    for view in &mut history.views {
        for entry in &mut view.entries {
            entry.content = BTreeMap::from([("driver", "postgres".to_owned())]);
        }
    }
    let driver = |name: &str| expect_b(|entry| entry.columns.driver = Some(name.to_owned()));
    passes(&weigh_history(&history, vec![], driver("postgres")));
    fails(&weigh_history(&history, vec![], driver("mysql")), Group::Expectation("driver"));
    let label = expect_b(|entry| entry.columns.label = Some("x".to_owned()));
    fails(&weigh_history(&history, vec![], label), Group::Expectation("label"));
}

#[test]
fn looks_see_what_was_held_then() {
    let mut forge = Forge::two();
    let look = forge.request("look");
    forge.views.push(forge.view(forge.replica("b"), Some(look)));
    forge.write("a", "gone", ORDERS, Change::Delete);
    forge.deliver("gone", "b", ORDERS);
    let looks = |held| vec![("look", Action::Look(on_b(|entry| entry.held = Some(held))))];
    passes(&weigh_forge(&forge, looks(true), Expect::default()));
    fails(&weigh_forge(&forge, looks(false), Expect::default()), Group::Expectation("held"));
    forge.views.clear();
    assert_eq!(weigh_forge(&forge, looks(true), Expect::default()).status, Status::Miss);
}
