//! The verdict on entries of registries: what is held, whether it is the same instance, how often it was built, and with
//! which columns.

use std::collections::BTreeMap;

use reconverge::model::{Action, Expect};
use reconverge::names::{Cause, RequestId};
use reconverge::verdict::{Group, Status};

use crate::comparing::{compare_cluster, compare_history, expect_b, fails, on_b, passes};
use crate::scripted_cluster::{Change, ORDERS, ScriptedCluster};
use crate::verdict::lost;

#[test]
fn what_is_held_and_whether_it_is_the_same() {
    let cluster = lost();
    let entry = |held, same| {
        expect_b(|entry| {
            entry.stale = Some(Cause::LostDelivery);
            entry.held = held;
            entry.same_instance = same;
        })
    };
    passes(&compare_cluster(&cluster, vec![], entry(Some(true), Some(true))));
    fails(&compare_cluster(&cluster, vec![], entry(Some(false), None)), Group::Expectation("held"));
    fails(&compare_cluster(&cluster, vec![], entry(None, Some(false))), Group::Expectation("same-instance"));
    let mut cluster = ScriptedCluster::booted();
    cluster.views = vec![cluster.view(cluster.replica("b"), Some(RequestId(0)))];
    cluster.write("a", "moved", ORDERS, Change::Put);
    cluster.deliver("moved", "b", ORDERS);
    passes(&compare_cluster(&cluster, vec![], expect_b(|entry| entry.same_instance = Some(false))));
    let same = expect_b(|entry| entry.same_instance = Some(true));
    fails(&compare_cluster(&cluster, vec![], same), Group::Expectation("same-instance"));
}

#[test]
fn builds_and_reads_are_counted() {
    let mut cluster = ScriptedCluster::booted();
    cluster.write("a", "label", ORDERS, Change::Label);
    cluster.deliver("label", "b", ORDERS);
    let count = |builds, reads| {
        expect_b(|entry| {
            entry.builds = Some(builds);
            entry.reads = Some(reads);
        })
    };
    passes(&compare_cluster(&cluster, vec![], count(1, 2)));
    fails(&compare_cluster(&cluster, vec![], count(2, 2)), Group::Expectation("builds"));
    fails(&compare_cluster(&cluster, vec![], count(1, 1)), Group::Expectation("reads"));
}

#[test]
fn fields_are_compared_with_what_the_instance_was_built_with() {
    let cluster = ScriptedCluster::booted();
    let mut history = cluster.history();
    for view in &mut history.views {
        for entry in &mut view.entries {
            entry.content = BTreeMap::from([("driver", "postgres".to_owned())]);
        }
    }
    let driver = |name: &str| expect_b(|entry| entry.columns.driver = Some(name.to_owned()));
    passes(&compare_history(&history, vec![], driver("postgres")));
    fails(&compare_history(&history, vec![], driver("mysql")), Group::Expectation("driver"));
    let label = expect_b(|entry| entry.columns.label = Some("x".to_owned()));
    fails(&compare_history(&history, vec![], label), Group::Expectation("label"));
}

#[test]
fn looks_see_what_was_held_then() {
    let mut cluster = ScriptedCluster::booted();
    let look = cluster.request("look");
    cluster.views.push(cluster.view(cluster.replica("b"), Some(look)));
    cluster.write("a", "gone", ORDERS, Change::Delete);
    cluster.deliver("gone", "b", ORDERS);
    let looks = |held| vec![("look", Action::Look(on_b(|entry| entry.held = Some(held))))];
    passes(&compare_cluster(&cluster, looks(true), Expect::default()));
    fails(&compare_cluster(&cluster, looks(false), Expect::default()), Group::Expectation("held"));
    cluster.views.clear();
    assert_eq!(compare_cluster(&cluster, looks(true), Expect::default()).status, Status::Miss);
}
